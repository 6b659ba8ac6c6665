import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Limits and what a storage says of itself.
    static let limits: [Check] = [
        Check(
            "LIM-01/largest-record", "The longest record is kept whole; one byte more is refused.",
            proves: .recordSize,
            cause: "less is kept than declared",
            origin: "OpenDAL's tests use declared limits and do not try one byte more"
        ) {
            let limit = try $0.triedRecordSize
            let database = try $0.database
            let record = Record.encoded(size: limit)
            try expectEqual(record.bytes.count, limit, "the size of the longest record")
            try database.put(record, try Key(1))
            let error = try expectError(.valueTooLarge, "a record of \(limit + 1) bytes") {
                try database.put(.encoded(size: limit + 1), try Key(1))
            }
            try expectEqual(error.collection, items, "the collection in the error")
            try expectEqual(error.key, try Key(1), "the key in the error")
            try $0.expectContent(
                [Entry(try Key(1), record)], "the longest record, after one too long")
        },
        Check(
            "LIM-01/too-large-inside",
            "A record that is too long leaves the rest of its transaction.",
            proves: .recordSize, .refusalsLeaveTheRest,
            cause: "a record that is refused takes its transaction along"
        ) {
            let limit = try $0.triedRecordSize
            try $0.database.write { transaction in
                try transaction.put(.number(1), key: try Key(1), in: items)
                try expectError(.valueTooLarge, "a record of \(limit + 1) bytes") {
                    try transaction.put(.encoded(size: limit + 1), key: try Key(2), in: items)
                }
                try transaction.put(.number(3), key: try Key(3), in: items)
            }
            try $0.expectContent(
                [Entry(try Key(1), .number(1)), Entry(try Key(3), .number(3))],
                "around a record that is too long")
        },
        Check(
            "LIM-01/longest-names", "Names of 255 bytes are kept apart to the last byte.",
            proves: .nameSize,
            cause: "names cut at 63 bytes",
            origin: "identifiers of PostgreSQL are cut at 63 bytes, in silence"
        ) {
            let names = ["a", "b"].map { String(repeating: "n", count: 254) + $0 }
            for (number, name) in names.enumerated() {
                try $0.database.put(.number(number), try Key(1), in: name)
            }
            for (number, name) in names.enumerated() {
                try $0.expectContent(
                    [Entry(try Key(1), .number(number))], in: name,
                    "a name of 255 bytes that ends in \(name.suffix(1))")
            }
        },
        Check(
            "LIM-01/long-key-and-record",
            "The longest key may have a long record, in many entries.",
            proves: .keySize, .recordSize,
            cause: "a long key and a long record do not fit on one page"
        ) {
            let keys = try (0..<50).map { number in
                try Key(String(repeating: "k", count: 475) + String(number + 100))
            }
            let entries = keys.enumerated().map { Entry($0.element, .sized(20_000 + $0.offset)) }
            try $0.database.put(entries)
            try $0.expectContent(entries, "long keys with long records")
        },
        Check(
            "LIM-02/constant", "A storage says the same of itself for as long as it is open.",
            proves: .constantLimits,
            cause: "limits change"
        ) {
            let storage = try $0.storage
            let before = (storage.capabilities, storage.limits)
            try $0.database.put(try [Entry].numbers(0..<100))
            try expectEqual(storage.capabilities, before.0, "the capabilities after a write")
            try expectEqual(storage.limits, before.1, "the limits after a write")
            try expectEqual(storage.limits.maximumKeySize, 480, "the longest key")
            try expect(
                storage.limits.maximumRecordSize >= 1 << 20, "the longest record",
                "at least 1 MiB", got: "\(storage.limits.maximumRecordSize) bytes")
            try expect(
                !storage.description.scheme.isEmpty, "the scheme in the description",
                "a name", got: "nothing")
        },
        Check(
            "LIM-06/200-collections", "Two hundred collections are kept apart, in one transaction.",
            proves: .manyCollections,
            cause: "a fixed number of tables, as `maxdbs` of LMDB sets",
            origin: "LMDB: the fifth of maxdbs = 4 is MDB_DBS_FULL"
        ) {
            let names = (0..<200).map { "collection \($0)" }
            let database = try $0.database
            try database.write { transaction in
                for (number, name) in names.enumerated() {
                    try transaction.prepare(
                        CollectionSchema(name, fields: [FieldSchema("n", .int)]))
                    for row in 0..<3 {
                        try transaction.put(.number(number), key: try Key(row), in: name)
                    }
                }
            }
            if try $0.isPersistent { try $0.reopen() }
            for (number, name) in names.enumerated() {
                let entries = try (0..<3).map { Entry(try Key($0), .number(number)) }
                try $0.expectContent(entries, in: name, "the collection '\(name)' of 200")
            }
            try expectEqual(
                try $0.database.read { try $0.collections().count }, 200,
                "the number of collections")
        },
    ]
}

extension CheckContext {
    /// The size of the longest record, in bytes.
    ///
    /// - Throws: ``NotApplicable`` if it is more than a check of this effort writes, or than the
    ///   machine can hold as often as it takes to write and read it back.
    fileprivate var triedRecordSize: Int {
        get throws {
            let limit = try storage.limits.maximumRecordSize
            guard limit <= effort.maximumRecordSize else {
                throw NotApplicable(
                    "the longest record, \(limit) bytes, is more than a check writes "
                        + "(\(effort.maximumRecordSize)); the nightly profile writes 512 MiB")
            }
            let memory = ProcessInfo.processInfo.physicalMemory
            guard UInt64(limit) * Self.copies <= memory else {
                throw NotApplicable(
                    "the longest record, \(limit) bytes, takes \(Self.copies) times as much "
                        + "memory, and this machine has \(memory) bytes")
            }
            return limit
        }
    }

    // The record and its text, each where it is made, read and compared.
    private static let copies: UInt64 = 16
}
