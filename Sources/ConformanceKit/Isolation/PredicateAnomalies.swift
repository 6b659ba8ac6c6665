extension Check {
    /// Queries beside transactions that change what they find.
    static let predicateAnomalies: [Check] =
        [
            Check(
                "ISO-06/phantom", "A reader finds the same twice, whatever commits between (PMP).",
                proves: .noPhantoms, .snapshotStays,
                cause: "each scan of a reader has a snapshot of its own",
                origin: "Hermitage, PMP",
                Anomaly("PMP", .phantom(.beginRead)) { $0.mixture(.t1, of: [.before, .phantom]) }),
            Check(
                "ISO-06/phantom-writing",
                "A writer finds the same twice, whatever another one does (PMP).",
                proves: .noPhantoms,
                cause: "each scan of a writer sees what others have committed by then",
                origin: "Hermitage, PMP",
                Anomaly("PMP, writing", .phantom(.beginWrite)) {
                    $0.mixture(.t1, of: [.before, .phantom])
                }
            ),
            Check(
                "ISO-07/write-predicate",
                "What a transaction finds to delete is there when it deletes it (PMP).",
                proves: .noPhantoms,
                cause: "a delete goes by values that another transaction replaces",
                origin: "Hermitage, PMP for write predicates",
                Anomaly(
                    "PMP, write predicate",
                    [
                        .t1(.beginWrite), .t2(.beginWrite), .t1(.addToAll(10)), .t2(.all),
                        .t2(.deleteWhere(20)), .t1(.commit), .t2(.commit),
                    ]
                ) { $0.end(beside: [[2: 30], [1: 20]]) }),
            Check(
                "ISO-10/read-skew", "A reader's two queries are of one time (G-single).",
                proves: .noPhantoms, .snapshotStays,
                cause: "each query of a reader has a snapshot of its own",
                origin: "Hermitage, G-single with predicates",
                Anomaly("G-single, predicate", .predicateSkew(.beginRead)) {
                    $0.mixture(.t1, of: [.before, .moved])
                }),
            Check(
                "ISO-10/read-skew-writing", "A writer's two queries are of one time (G-single).",
                proves: .noPhantoms, .oneOrder,
                cause: "each query of a writer sees what others have committed by then",
                origin: "Hermitage, G-single with predicates",
                Anomaly("G-single, predicate, writing", .predicateSkew(.beginWrite)) {
                    $0.mixture(.t1, of: [.before, .moved])
                }),
            Check(
                "ISO-11/rolled-back",
                "A writer that rolls back finds to delete what it has read (G-single).",
                proves: .noPhantoms,
                cause: "a delete finds what was committed after the transaction read",
                origin: "Hermitage, G-single for write predicates",
                Anomaly("G-single, write predicate, rolled back", staleDelete(.rollBack)) {
                    $0.splitDelete
                }),
            Check(
                "ISO-11/committed",
                "A writer that commits finds to delete what it has read (G-single).",
                proves: .noPhantoms,
                cause: "a delete goes by what was there before the transaction read",
                origin: "Hermitage, G-single for write predicates",
                Anomaly("G-single, write predicate, committed", staleDelete(.commit)) {
                    $0.splitDelete ?? $0.skew([[1: 10], [2: 20]], [[1: 10, 2: 20]])
                }),
            Check(
                "ISO-13/predicate-skew",
                "Two transactions do not each find nothing where the other one puts (G2).",
                proves: .oneOrder, .noPhantoms,
                cause: "writers begin with the same snapshot and are not compared when they commit",
                origin: "Hermitage, G2",
                Anomaly("G2", .predicateCycle) { $0.skew([[:]], [[:]]) }),
        ]

    private static func staleDelete(_ end: Action) -> [Step] {
        [
            .t1(.beginWrite), .t1(.get(1)), .t2(.beginWrite), .t2(.all), .t2(.put(1, 12)),
            .t2(.put(2, 18)), .t2(.commit), .t1(.deleteWhere(20)), .t1(end),
        ]
    }
}

// Steps that are played with and without an index.
extension [Step] {
    static func phantom(_ begin: Action) -> [Step] {
        [
            .t1(begin), .t1(.find(30...39)), .t1(.greatest), .t2(.beginWrite), .t2(.put(3, 30)),
            .t2(.delete(1)), .t2(.commit), .t1(.find(30...39)), .t1(.find(0...19)),
            .t1(.greatest), .t1(.all), .t1(.commit),
        ]
    }

    static func predicateSkew(_ begin: Action) -> [Step] {
        [
            .t1(begin), .t1(.find(10...20)), .t2(.beginWrite), .t2(.put(1, 12)),
            .t2(.put(2, 9)), .t2(.commit), .t1(.find(11...13)), .t1(.find(0...9)),
            .t1(.find(10...20)), .t1(.commit),
        ]
    }

    static let predicateCycle: [Step] = [
        .t1(.beginWrite), .t2(.beginWrite), .t1(.find(30...39)), .t2(.find(30...39)),
        .t1(.put(3, 30)), .t2(.put(4, 31)), .t1(.commit), .t2(.commit),
    ]
}

extension Answer {
    /// What there is when a script begins.
    static let before: Answer = [1: 10, 2: 20]

    /// What a phantom leaves.
    static let phantom: Answer = [2: 20, 3: 30]

    /// What the moves of a predicate skew leave.
    static let moved: Answer = [1: 12, 2: 9]
}

extension Transcript {
    /// That T1 read a record as it was before T2, and looked for another one as it is after.
    fileprivate var splitDelete: String? {
        guard read(0, .t1) == [1: 10], read(1, .t1) == [:] else { return nil }
        return "T1 read 1 = 10, and then found no 20, as if T2 had been before it"
    }
}
