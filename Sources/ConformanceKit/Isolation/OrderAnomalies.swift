extension Check {
    /// Transactions among their own steps, and one after the other.
    static let orderAnomalies: [Check] = [
        internalConsistency(
            .plain, "own-steps", "A writer reads what it has just written.",
            cause: "a writer reads what is committed, not what it wrote"
        ),
        internalConsistency(
            .indexed, "own-steps-index",
            "A writer finds through an index what it has just written.",
            cause: "an index is brought up to date at the commit only"
        ),
        Check(
            "ISO-18/real-time",
            "What begins after a commit has returned, anywhere, sees what was committed.",
            proves: .snapshotIsFresh,
            cause: "a commit returns before it is seen, or readers use a cached snapshot",
            origin: "Elle, real-time edges",
            Anomaly("stale read", relay) { transcript in
                let rounds = zip(transcript.reads(.t2), transcript.reads(.t3)).enumerated()
                for (round, (reader, writer)) in rounds {
                    if let reader, reader[1] != round {
                        return "T2 read \(words(reader)) after T1 had committed 1 = \(round)"
                    }
                    if let writer, writer[1] != round {
                        return "T3 read \(words(writer)) after T1 had committed 1 = \(round)"
                    }
                }
                return nil
            }),
    ]

    private static func internalConsistency(
        _ collection: Anomaly.Collection, _ slug: String, _ rule: String, cause: String
    ) -> Check {
        let steps: [Step] = [
            .t1(.beginWrite), .t1(.get(1)), .t2(.beginWrite), .t2(.put(1, 99)), .t1(.put(1, 11)),
            .t1(.get(1)), .t3(.beginRead), .t3(.all), .t3(.commit), .t1(.find(10...10)),
            .t1(.put(3, 30)), .t1(.find(30...30)), .t1(.delete(2)), .t1(.all), .t1(.put(3, 5)),
            .t1(.find(30...30)), .t1(.greatest), .t1(.commit), .t2(.commit),
        ]
        let expected: [Answer] = [
            [1: 10], [1: 11], [:], [3: 30], [1: 11, 3: 30], [:], [1: 11],
        ]
        let name = "internal consistency" + (collection == .plain ? "" : ", index")
        return Check(
            "ISO-16/\(slug)", rule, proves: .ownWrites, cause: cause,
            origin: "Elle, internal consistency",
            Anomaly(name, in: collection, steps) { transcript in
                for (answer, expected) in zip(transcript.reads(.t1), expected) {
                    guard let answer, answer != expected else { continue }
                    return "T1 read \(words(answer)) in place of \(words(expected))"
                }
                return nil
            })
    }

    /// Thirty commits, each of which two others look for.
    private static let relay: [Step] = (0..<30).flatMap { round -> [Step] in
        [
            .t1(.beginWrite), .t1(.put(1, round)), .t1(.commit), .t2(.beginRead), .t2(.get(1)),
            .t2(.commit), .t3(.beginWrite), .t3(.get(1)), .t3(.put(2, round)), .t3(.commit),
        ]
    }
}
