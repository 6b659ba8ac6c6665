extension Role {
    /// Every role, by whose names the other process finds them.
    static let all: [Role] = [
        commits, creates, closes, indexes, judges, recovers,
        suffers, opensAndReads,
        holds, writes, reads, watches, increments, takesTurns, forks,
    ]
}
