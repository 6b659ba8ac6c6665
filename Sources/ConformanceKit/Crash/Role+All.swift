extension Role {
    /// Every role, by whose names the other process finds them.
    static let all: [Role] = [
        commits, creates, closes, indexes, judges, recovers,
        suffers, opensAndReads, opensDamaged, opensForeign,
        cycles, snapshots, failingOpenings,
        holds, writes, reads, watches, increments, takesTurns, forks,
    ]
}
