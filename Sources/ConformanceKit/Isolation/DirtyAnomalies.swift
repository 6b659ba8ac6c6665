extension Check {
    /// Transactions that see, or overwrite, what is not committed.
    static let dirtyAnomalies: [Check] = [
        Check(
            "ISO-01/one-writer", "While one transaction writes, no other one does.",
            proves: .oneWriter,
            cause: "nothing keeps a second writer from beginning",
            origin: "Hermitage, G0",
            Anomaly(
                "two writers",
                [
                    .t1(.beginWrite), .t1(.put(1, 11)), .t2(.beginWrite), .t1(.put(2, 21)),
                    .t1(.commit), .t2(.put(1, 12)), .t2(.commit),
                ]
            ) { transcript in
                transcript.collision.map { later, earlier in
                    "\(later.rawValue) began to write while \(earlier.rawValue) did"
                }
            }),
        Check(
            "ISO-01/write-cycle", "Two transactions that write the same records do not mix (G0).",
            proves: .oneWriter, .oneOrder,
            cause: "writes go to the storage as they are made, from all writers",
            origin: "Hermitage, G0",
            Anomaly(
                "G0",
                [
                    .t1(.beginWrite), .t2(.beginWrite), .t1(.put(1, 11)), .t2(.put(1, 12)),
                    .t2(.put(2, 22)), .t1(.put(2, 21)), .t1(.commit), .t2(.commit),
                ]
            ) { $0.end(beside: [[1: 12, 2: 22], [1: 11, 2: 21]]) }),
        Check(
            "ISO-02/aborted-read", "A reader never sees what is rolled back (G1a).",
            proves: .onlyCommitted,
            cause: "a reader looks at what the writer has in hand",
            origin: "Hermitage, G1a",
            Anomaly("G1a", abortedRead(.beginRead)) { $0.sight(of: 101, by: .t2) }),
        Check(
            "ISO-02/aborted-read-writing", "A writer never sees what another one rolls back (G1a).",
            proves: .onlyCommitted,
            cause: "a writer looks at what another one has in hand",
            origin: "Hermitage, G1a",
            Anomaly("G1a, writing", abortedRead(.beginWrite)) { $0.sight(of: 101, by: .t2) }),
        Check(
            "ISO-03/intermediate-read",
            "A reader never sees what a writer put and then replaced (G1b).",
            proves: .onlyCommitted,
            cause: "a reader looks at what the writer has in hand",
            origin: "Hermitage, G1b",
            Anomaly("G1b", intermediateRead(.beginRead)) { $0.sight(of: 101, by: .t2) }),
        Check(
            "ISO-03/intermediate-read-writing",
            "A writer never sees what another one put and then replaced (G1b).",
            proves: .onlyCommitted,
            cause: "a writer looks at what another one has in hand",
            origin: "Hermitage, G1b",
            Anomaly("G1b, writing", intermediateRead(.beginWrite)) { $0.sight(of: 101, by: .t2) }),
        Check(
            "ISO-04/circular-flow", "No two transactions see each other's writes (G1c).",
            proves: .onlyCommitted, .oneOrder,
            cause: "two writers look at what the other one has in hand",
            origin: "Hermitage, G1c",
            Anomaly(
                "G1c",
                [
                    .t1(.beginWrite), .t2(.beginWrite), .t1(.put(1, 11)), .t2(.put(2, 22)),
                    .t1(.get(2)), .t2(.get(1)), .t1(.commit), .t2(.commit),
                ]
            ) { transcript in
                guard transcript.read(0, .t1)?[2] == 22, transcript.read(0, .t2)?[1] == 11 else {
                    return nil
                }
                return "T1 read what T2 wrote, and T2 what T1 wrote"
            }),
        Check(
            "ISO-05/vanishing",
            "A transaction that a reader has seen stays there, whole (OTV).",
            proves: .oneOrder, .snapshotStays,
            cause: "a reader follows commits as they come, entry by entry",
            origin: "Hermitage, OTV",
            Anomaly("OTV", vanishing(.beginRead)) { $0.mixture(.t3, of: vanishingStates) }),
        Check(
            "ISO-05/vanishing-writing",
            "A transaction that a writer has seen stays there, whole (OTV).",
            proves: .oneOrder,
            cause: "a commit is seen entry by entry",
            origin: "Hermitage, OTV",
            Anomaly("OTV, writing", vanishing(.beginWrite)) {
                $0.mixture(.t3, of: vanishingStates)
            }),
        Check(
            "ISO-17/dirty-update", "What is rolled back is not the base of a later write.",
            proves: .onlyCommitted,
            cause: "a write is built upon what is rolled back later",
            origin: "Elle, \"dirty update\"",
            Anomaly(
                "dirty update",
                [
                    .t1(.beginWrite), .t2(.beginWrite), .t1(.put(1, 101)), .t2(.get(1)),
                    .t2(.add(1, to: 1)), .t1(.rollBack), .t2(.commit),
                ]
            ) { transcript in
                guard transcript.hasCommitted(.t2), transcript.read(0, .t2) == [1: 101] else {
                    return nil
                }
                return "T2 committed over 1 = 101 of T1, which rolled back"
            }),
    ]

    private static func abortedRead(_ begin: Action) -> [Step] {
        [
            .t1(.beginWrite), .t1(.put(1, 101)), .t2(begin), .t2(.get(1)), .t2(.all),
            .t1(.rollBack), .t2(.get(1)), .t2(.all), .t2(.commit),
        ]
    }

    private static func intermediateRead(_ begin: Action) -> [Step] {
        [
            .t1(.beginWrite), .t1(.put(1, 101)), .t2(begin), .t2(.get(1)), .t2(.all),
            .t1(.put(1, 11)), .t1(.commit), .t2(.get(1)), .t2(.all), .t2(.commit),
        ]
    }

    private static func vanishing(_ begin: Action) -> [Step] {
        [
            .t1(.beginWrite), .t1(.put(1, 11)), .t1(.put(2, 19)), .t2(.beginWrite),
            .t2(.put(1, 12)), .t1(.commit), .t3(begin), .t3(.get(1)), .t3(.get(2)),
            .t2(.put(2, 18)),
            .t3(.get(2)), .t2(.commit), .t3(.get(2)), .t3(.get(1)), .t3(.all), .t3(.commit),
        ]
    }

    /// What is there before, between and after the two transactions of a vanishing.
    private static let vanishingStates: [Answer] = [
        [1: 10, 2: 20], [1: 11, 2: 19], [1: 12, 2: 18],
    ]
}
