import StorageCore

extension Check {
    /// Snapshots: a reader sees one state for as long as it reads.
    static let snapshots: [Check] = [
        Check(
            "SNP-01/later-writes", "Later puts, overwrites and deletes are not seen in a snapshot.",
            proves: .snapshotStays,
            requires: .concurrentReads,
            cause: "a reader looks at what is committed now, not when it began",
            origin: """
                Level/memdown#24: "Didn't even realize iterators were supposed to make \
                snapshots"
                """
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<100)
            let handle = try storage.fill(before)
            try storage.reading { snapshot in
                try storage.writing { driver in
                    try driver.put(Entry(try Key(1_000), .number(1)), in: handle)
                    try driver.put(Entry(try Key(10), .number(-10)), in: handle)
                    try driver.delete(try Key(20), in: handle)
                }
                try snapshot.expectContent(before, in: handle, "a snapshot after a commit")
            }
        },
        Check(
            "SNP-01/begin",
            "A snapshot is taken when the transaction begins, not at its first read.",
            proves: .snapshotAtBegin,
            requires: .concurrentReads,
            cause: "the snapshot is taken at the first read, as a deferred BEGIN of SQL does",
            origin: "a deferred BEGIN of SQLite takes its snapshot at the first read"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([Entry(try Key(1), .number(1))])
            let snapshot = try storage.beginRead()
            defer { snapshot.end() }
            try storage.writing { driver in
                try driver.put(Entry(try Key(1), .number(2)), in: handle)
                try driver.put(Entry(try Key(2), .number(2)), in: handle)
            }
            try snapshot.expectContent(
                [Entry(try Key(1), .number(1))], in: handle, "the first read of a snapshot")
        },
        Check(
            "SNP-01/between-reads", "What commits between two reads of a snapshot is not seen.",
            proves: .snapshotStays,
            requires: .concurrentReads,
            cause: "get in a snapshot looks at what is committed now"
        ) {
            let database = try $0.database
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<10))
            try database.put(.number(0), try Key(0), in: "others")
            try storage.reading { snapshot in
                for round in 0..<20 {
                    try expectEqual(
                        try snapshot.record(try Key(5), in: handle), .number(5),
                        "get in a snapshot after \(round) commits")
                    try storage.writing {
                        try $0.put(Entry(try Key(5), .number(-round)), in: handle)
                    }
                    try expectEqual(
                        try snapshot.count(.all, in: handle), 10,
                        "count in a snapshot after \(round) commits")
                    try storage.writing {
                        try $0.put(Entry(try Key(100 + round), .number(round)), in: handle)
                    }
                }
            }
        },
        Check(
            "SNP-01/within-scan", "What commits in the middle of a snapshot's scan is not seen.",
            proves: .snapshotStays,
            requires: .concurrentReads,
            cause: "a scan asks for its next page from what is committed by then",
            origin: "Level/abstract-level#9: seek ignored the snapshot"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<200)
            let handle = try storage.fill(before)
            try storage.reading { snapshot in
                var seen: [Entry] = []
                try snapshot.scan(.all, in: handle, reversed: false) { key, record in
                    seen.append(try Entry(lentKey: key, record))
                    if seen.count % 50 == 1 {
                        let ahead = seen.count + 10
                        try storage.writing { driver in
                            try driver.put(Entry(try Key(ahead), .number(-1)), in: handle)
                            try driver.delete(try Key(ahead + 1), in: handle)
                            try driver.put(Entry(try Key(1_000 + ahead), .number(-1)), in: handle)
                        }
                    }
                    return true
                }
                try expectEqual(seen, before, "a snapshot's scan while others commit")
            }
        },
        Check(
            "SNP-01/range-delete", "A later delete of everything is not seen in a snapshot.",
            proves: .snapshotStays,
            requires: .concurrentReads,
            cause: "scans of a snapshot look at what is committed now"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<1_001)
            let handle = try storage.fill(before)
            try storage.reading { snapshot in
                try storage.writing { driver in
                    try expectEqual(
                        try driver.delete(.all, in: handle), 1_001, "delete of 1,001 entries")
                }
                try expectEqual(
                    try snapshot.entries(in: handle), before,
                    "a snapshot after everything is deleted")
            }
            try expectEqual(
                try storage.reading { try $0.count(.all, in: handle) }, 0, "the next snapshot")
        },
        Check(
            "SNP-02/many", "A hundred snapshots show the hundred states that they were taken in.",
            proves: .snapshotsAreIndependent, .snapshotStays,
            requires: .concurrentReads,
            cause: "count in a snapshot looks at what is committed now"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([Entry(try Key(0), .number(0))])
            var snapshots: [any ReadDriver] = []
            defer { for snapshot in snapshots { snapshot.end() } }
            for version in 0..<100 {
                snapshots.append(try storage.beginRead())
                try storage.writing { driver in
                    try driver.put(Entry(try Key(0), .number(version + 1)), in: handle)
                    try driver.put(Entry(try Key(version + 1), .number(version)), in: handle)
                }
            }
            for (version, snapshot) in snapshots.enumerated() {
                try expectEqual(
                    try snapshot.record(try Key(0), in: handle), .number(version),
                    "snapshot \(version) of 100: get")
                try expectEqual(
                    try snapshot.count(.all, in: handle), version + 1,
                    "snapshot \(version) of 100: count")
            }
        },
        Check(
            "SNP-03/independent", "Ending one snapshot leaves the others as they are.",
            proves: .snapshotsAreIndependent,
            requires: .concurrentReads,
            cause: "the end of one snapshot empties others"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<10)
            let handle = try storage.fill(before)
            let first = try storage.beginRead()
            let second = try storage.beginRead()
            defer { second.end() }
            first.end()
            try storage.writing { _ = try $0.delete(.all, in: handle) }
            try storage.reading { try $0.expectContent([], in: handle, "a third snapshot") }
            try second.expectContent(before, in: handle, "a snapshot when another has ended")
        },
        Check(
            "SNP-09/writer-goes-on", "A long snapshot does not hold the writer up.",
            proves: .readersBesideWriter, .snapshotsAreIndependent,
            requires: .concurrentReads,
            cause: "the writer waits for readers",
            origin: "a checkpoint of SQLite that a long reader holds up"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<10))
            try storage.reading { snapshot in
                for round in 0..<300 {
                    try storage.writing {
                        try $0.put(Entry(try Key(round % 10), .sized(2_000)), in: handle)
                    }
                }
                try snapshot.expectContent(
                    try [Entry].numbers(0..<10), in: handle, "a snapshot after 300 commits")
            }
        },
        Check(
            "SNP-13/younger-collections",
            "A collection created after a snapshot is missing in it, and empty through its handle.",
            proves: .youngerCollections,
            requires: .concurrentReads,
            cause: "handles are looked up in what is committed now"
        ) {
            let storage = try $0.storage
            try storage.fill([])
            try storage.reading { snapshot in
                let handle = try storage.fill(try [Entry].numbers(0..<5), collection: "younger")
                try expectEqual(
                    try snapshot.collection(named: "younger"), nil,
                    "a younger collection by name")
                try snapshot.expectContent([], in: handle, "a younger collection by handle")
            }
        },
        Check(
            "SNP-14/handles", "Handles stay valid in every later transaction.",
            proves: .handlesStay,
            cause: "a handle is the number of a table in one transaction",
            origin: "mdb_dbi_open in a transaction that was aborted"
        ) {
            let storage = try $0.storage
            let handles = try (0..<20).map { try storage.fill([], collection: "collection \($0)") }
            for (number, handle) in handles.enumerated() {
                try storage.writing { try $0.put(Entry(try Key(1), .number(number)), in: handle) }
            }
            for (number, handle) in handles.enumerated() {
                try storage.reading { driver in
                    try expectEqual(
                        try driver.collection(named: "collection \(number)"), handle,
                        "the handle of collection \(number)")
                    try expectEqual(
                        try driver.record(try Key(1), in: handle), .number(number),
                        "get through the handle of collection \(number)")
                }
            }
        },
        Check(
            "SNP-15/next", "A transaction that begins after a commit returned sees it.",
            proves: .snapshotIsFresh,
            cause: """
                commits are seen late, such as through a cache or a connection with an older \
                snapshot
                """
        ) {
            let database = try $0.database
            for round in 0..<200 {
                try database.put(.number(round), try Key(round % 7))
                try expectEqual(
                    try database.record(try Key(round % 7)), .number(round),
                    "get after commit \(round)")
            }
        },
    ]
}

extension ReadDriver {
    /// Fails unless a snapshot holds exactly these entries, however it is asked.
    func expectContent(
        _ entries: [Entry], in collection: CollectionHandle, _ subject: String
    ) throws {
        try expectEqual(try self.entries(in: collection), entries, "\(subject): scan")
        try expectEqual(
            try self.entries(in: collection, reversed: true), entries.reversed(),
            "\(subject): reversed scan")
        try expectEqual(try count(.all, in: collection), entries.count, "\(subject): count")
        for entry in entries {
            try expectEqual(
                try record(entry.key, in: collection), entry.record,
                "\(subject): get of \(readable(entry.key))")
        }
    }
}
