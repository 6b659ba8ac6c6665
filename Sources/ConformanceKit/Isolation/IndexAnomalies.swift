extension Check {
    /// Queries through an index beside transactions that change its entries, or the index itself.
    static let indexAnomalies: [Check] =
        entryAnomalies(.indexed, "index") + entryAnomalies(.declared, "index of a field") + [
            Check(
                "ISO-15/created", "A reader finds the same when another one creates an index.",
                proves: .indexChangesNoAnswer, .snapshotStays,
                cause: "a reader begins to use an index that is younger than its snapshot",
                Anomaly(
                    "phantom, created index",
                    [
                        .t1(.beginRead), .t1(.find(30...39)), .t2(.beginWrite), .t2(.createIndex),
                        .t2(.put(3, 30)), .t2(.delete(1)), .t2(.commit), .t1(.find(30...39)),
                        .t1(.find(0...19)), .t1(.greatest), .t1(.all), .t1(.commit),
                    ]
                ) { $0.mixture(.t1, of: [.before, .phantom]) }),
            Check(
                "ISO-15/dropped", "A reader finds the same when another one drops the index.",
                proves: .indexChangesNoAnswer, .snapshotStays,
                cause: "a reader goes on to use an index that was dropped after its snapshot",
                Anomaly(
                    "phantom, dropped index", in: .indexed,
                    [
                        .t1(.beginRead), .t1(.find(30...39)), .t2(.beginWrite), .t2(.dropIndex),
                        .t2(.put(3, 30)), .t2(.delete(1)), .t2(.commit), .t1(.find(30...39)),
                        .t1(.find(0...19)), .t1(.greatest), .t1(.all), .t1(.commit),
                    ]
                ) { $0.mixture(.t1, of: [.before, .phantom]) }),
            Check(
                "ISO-15/rolled-back", "An index whose creation is rolled back was never there.",
                proves: .indexRollsBack, .onlyCommitted,
                cause: "an index is used before its creation is committed",
                Anomaly(
                    "aborted read, created index",
                    [
                        .t1(.beginWrite), .t1(.put(3, 30)), .t1(.createIndex), .t1(.delete(1)),
                        .t2(.beginRead), .t2(.find(30...39)), .t2(.find(0...19)), .t1(.rollBack),
                        .t2(.find(30...39)), .t2(.find(0...19)), .t2(.commit), .t2(.beginWrite),
                        .t2(.find(0...39)), .t2(.greatest), .t2(.createIndex), .t2(.find(0...39)),
                        .t2(.commit), .t3(.beginRead), .t3(.find(0...39)), .t3(.commit),
                    ]
                ) { $0.mixture(.t2, of: [.before]) ?? $0.mixture(.t3, of: [.before]) }),
        ]

    /// What becomes of an index's entries.
    private static func entryAnomalies(
        _ collection: Anomaly.Collection, _ place: String
    ) -> [Check] {
        let slug = place.replacing(" ", with: "-")
        return [
            Check(
                "ISO-15/\(slug)",
                "A reader finds the same twice through an \(place), whatever commits between.",
                proves: .noPhantoms, .indexFollows,
                cause: "the index is read as it is now, the records as they were",
                Anomaly("phantom, \(place)", in: collection, .phantom(.beginRead)) {
                    $0.mixture(.t1, of: [.before, .phantom])
                }),
            Check(
                "ISO-15/\(slug)-writing",
                "A writer finds the same twice through an \(place), whatever another one does.",
                proves: .noPhantoms, .indexFollows,
                cause: "a writer's scan of an index sees what others have committed by then",
                Anomaly("phantom, \(place), writing", in: collection, .phantom(.beginWrite)) {
                    $0.mixture(.t1, of: [.before, .phantom])
                }),
            Check(
                "ISO-15/\(slug)-moved",
                "A reader finds records that move in an \(place) where they were.",
                proves: .noPhantoms, .snapshotStays,
                cause: "a record that moves in the index is found twice, or never",
                Anomaly("read skew, \(place)", in: collection, .predicateSkew(.beginRead)) {
                    $0.mixture(.t1, of: [.before, .moved])
                }),
            Check(
                "ISO-15/\(slug)-uncommitted",
                "A reader does not find through an \(place) what is rolled back.",
                proves: .onlyCommitted, .indexFollows,
                cause: "entries of an index are seen before their commit",
                Anomaly("aborted read, \(place)", in: collection, uncommittedEntries) {
                    $0.mixture(.t2, of: [.before])
                }),
            Check(
                "ISO-15/\(slug)-skew",
                "Two transactions do not each find nothing in an \(place) where the other one puts.",
                proves: .oneOrder, .noPhantoms,
                cause: "writers that look at an index begin with the same snapshot",
                Anomaly("G2, \(place)", in: collection, .predicateCycle) { $0.skew([[:]], [[:]]) }),
        ]
    }

    private static let uncommittedEntries: [Step] = [
        .t1(.beginWrite), .t1(.put(3, 30)), .t1(.put(1, 31)), .t1(.delete(2)), .t2(.beginRead),
        .t2(.find(30...39)), .t2(.find(0...29)), .t2(.greatest), .t1(.rollBack),
        .t2(.find(30...39)), .t2(.find(0...29)), .t2(.greatest), .t2(.commit),
    ]
}
