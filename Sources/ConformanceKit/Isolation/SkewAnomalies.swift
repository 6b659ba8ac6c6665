extension Check {
    /// Transactions that go by what is no longer so.
    static let skewAnomalies: [Check] = [
        Check(
            "ISO-08/lost-update",
            "Of two transactions that add to a record, neither is lost (P4).",
            proves: .noLostUpdates,
            cause: "a writer begins with what was there before it waited",
            origin: "Hermitage, P4",
            Anomaly(
                "P4",
                [
                    .t1(.beginWrite), .t2(.beginWrite), .t1(.get(1)), .t2(.get(1)),
                    .t1(.add(1, to: 1)), .t2(.add(1, to: 1)), .t1(.commit), .t2(.commit),
                ]
            ) { $0.end(beside: [[1: 12, 2: 20]]) }),
        Check(
            "ISO-08/lost-update-later",
            "A transaction that adds to a record while another one reads it is not lost (P4).",
            proves: .noLostUpdates,
            cause: "a writer commits over what it has not seen",
            origin: "Hermitage, P4",
            Anomaly(
                "P4, one after the other",
                [
                    .t1(.beginWrite), .t1(.get(1)), .t2(.beginWrite), .t2(.get(1)),
                    .t2(.add(1, to: 1)), .t2(.commit), .t1(.add(1, to: 1)), .t1(.commit),
                ]
            ) { $0.end(beside: [[1: 12, 2: 20]]) }),
        Check(
            "ISO-09/read-skew", "A reader sees two records as they were at one time (G-single).",
            proves: .snapshotStays, .oneOrder,
            cause: "each get of a reader has a snapshot of its own",
            origin: "Hermitage, G-single",
            Anomaly("G-single", readSkew(.beginRead)) { $0.mixture(.t1, of: readSkewStates) }),
        Check(
            "ISO-09/read-skew-writing",
            "A writer sees two records as they were at one time (G-single).",
            proves: .oneOrder, .noPhantoms,
            cause: "each get of a writer sees what others have committed by then",
            origin: "Hermitage, G-single",
            Anomaly("G-single, writing", readSkew(.beginWrite)) {
                $0.mixture(.t1, of: readSkewStates)
            }),
        Check(
            "ISO-12/write-skew",
            "Two transactions do not each read what the other one writes (G2-item).",
            proves: .oneOrder,
            cause: "writers begin with the same snapshot, and only what both write is compared",
            origin: "Hermitage, G2-item: snapshot isolation lets it happen",
            Anomaly(
                "G2-item",
                [
                    .t1(.beginWrite), .t2(.beginWrite), .t1(.get(1)), .t1(.get(2)),
                    .t2(.get(1)), .t2(.get(2)), .t1(.put(1, 11)), .t2(.put(2, 21)),
                    .t1(.commit), .t2(.commit),
                ]
            ) { $0.skew([[1: 10], [2: 20]], [[1: 10], [2: 20]]) }),
        Check(
            "ISO-14/two-edges",
            "What a reader sees agrees with the order of two writers (G2, two edges).",
            proves: .oneOrder, .snapshotIsFresh,
            cause: "a reader sees the later of two commits without the earlier one",
            origin: "Hermitage, G2 with two edges",
            Anomaly(
                "G2, two edges",
                [
                    .t1(.beginWrite), .t1(.all), .t2(.beginWrite), .t2(.get(2)),
                    .t2(.add(5, to: 2)), .t2(.commit), .t3(.beginRead), .t3(.all), .t3(.commit),
                    .t1(.put(1, 0)), .t1(.commit),
                ]
            ) { transcript in
                guard transcript.hasCommitted(.t1), transcript.read(0, .t1)?[2] == 20,
                    transcript.read(0, .t3) == [1: 10, 2: 25]
                else { return nil }
                return "T1 went by 2 = 20, and T3 saw 2 = 25 without what T1 wrote"
            }),
    ]

    private static func readSkew(_ begin: Action) -> [Step] {
        [
            .t1(begin), .t1(.get(1)), .t2(.beginWrite), .t2(.get(1)), .t2(.get(2)),
            .t2(.put(1, 12)), .t2(.put(2, 18)), .t2(.commit), .t1(.get(2)), .t1(.get(1)),
            .t1(.all), .t1(.commit),
        ]
    }

    private static let readSkewStates: [Answer] = [[1: 10, 2: 20], [1: 12, 2: 18]]
}
