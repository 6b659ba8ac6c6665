import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Values and records: what goes in comes out.
    static let values: [Check] = [
        Check(
            "VAL-01/empty-record", "A record without fields is there, however it is asked for.",
            proves: .emptyIsThere,
            cause: "an empty record is taken for none",
            origin: """
                has() that is false of empty values survives the suite of Level/abstract-level
                """
        ) {
            let database = try $0.database
            try $0.storage.fill([])
            try database.put([Entry(try Key(1), Record()), Entry(try Key(2), .number(2))])
            try $0.expectContent(
                [Entry(try Key(1), Record()), Entry(try Key(2), .number(2))], "an empty record")
            try expectEqual(try database.delete(try Key(1)), true, "delete of an empty record")
        },
        Check(
            "VAL-01/empty-values", "Empty strings, bytes, arrays and objects are kept apart.",
            proves: .emptyIsThere, .nullIsNotAbsent,
            cause: "an empty array is kept as null"
        ) {
            try $0.expectKept(
                ["", .bytes([]), .array([]), .object(Record()), .null, false, 0], "empty values")
        },
        Check(
            "VAL-02/all-bytes", "All 256 byte values come back from byte strings.",
            proves: .recordsComeBack, .bytesAreNotText,
            cause: "bytes cut at NUL, as strings of C are"
        ) {
            let all = Array(UInt8.min...UInt8.max)
            try $0.expectKept(
                [
                    .bytes(all), .bytes(all.reversed()), .bytes([0]), .bytes([0, 1]),
                    .bytes([1, 0]),
                ]
                    + [.bytes([1, 0, 1]), .bytes([0, 0, 0])], "byte strings")
        },
        Check(
            "VAL-03/sizes", "Values of 0 to 65,537 bytes come back whole, around every power.",
            proves: .recordsComeBack,
            cause: "values cut at 64 KiB",
            origin: "values cut at 64 KiB survive the suite of Level/abstract-level"
        ) {
            var entries: [Entry] = []
            for size in [0, 1, 127, 128, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537] {
                entries.append(Entry(try Key(size), .sized(size)))
            }
            try $0.database.put(entries)
            try $0.expectContent(entries, "values of up to 65,537 bytes")
        },
        Check(
            "VAL-03/mebibyte", "A record of 1 MiB comes back whole: every storage keeps it.",
            proves: .recordsComeBack, .mebibyte,
            cause: "values cut at 1 MB"
        ) {
            let record = Record.encoded(size: 1 << 20)
            try $0.database.put(record, try Key(1))
            try $0.expectContent([Entry(try Key(1), record)], "a record of 1 MiB")
        },
        Check(
            "VAL-03/large", "A value of 16 MiB comes back whole.",
            proves: .recordsComeBack, .recordSize,
            level: .extended,
            cause: "values cut at 10 MB"
        ) {
            guard try $0.storage.limits.maximumRecordSize > 17 << 20 else {
                throw NotApplicable("the storage's records have less than 16 MiB")
            }
            let record = Record.sized(16 << 20)
            try $0.database.put([Entry(try Key(1), record), Entry(try Key(2), .number(2))])
            try $0.expectContent(
                [Entry(try Key(1), record), Entry(try Key(2), .number(2))], "a value of 16 MiB")
        },
        Check(
            "VAL-05/overwrite", "An overwrite keeps the new record whole, long or short.",
            proves: .putReplaces,
            cause: "a put keeps the record that is there, or the tail of a longer one",
            origin: "the tail of a longer file that was overwritten in place"
        ) {
            let key = try Key(1)
            for size in [70_000, 10, 70_000, 0, 5_000, 200_000, 1] {
                try $0.database.put(.sized(size), key)
                try $0.expectContent(
                    [Entry(key, .sized(size))], "an overwrite with \(size) bytes")
            }
        },
        Check(
            "VAL-06/lent-record", "A record that was read does not change with later writes.",
            proves: .lentBytesStay, .snapshotStays,
            cause: "a record that was read shares its bytes with the storage",
            origin: "aliased buffers survive the suite of Level/abstract-level"
        ) {
            let database = try $0.database
            let key = try Key(1)
            try database.put(.sized(9_000), key)
            let before = try database.record(key)
            try database.put(.number(2), key)
            try database.delete(key)
            try database.put(try [Entry].numbers(0..<200))
            try expectEqual(before, .sized(9_000), "a record read before it was overwritten")
        },
        Check(
            "VAL-06/bytes-under-get", "Bytes that get lends do not change while its body writes.",
            proves: .lentBytesStay, .bodiesMayCall,
            cause: "the bytes lent by get are the engine's page, which a write changes",
            origin: "LMDB reuses the page that mdb_get returned once the transaction writes"
        ) {
            try $0.storage.writing { driver in
                let handle = try driver.prepare(CollectionSchema(items))
                let entries = try [Entry].numbers(0..<200)
                for entry in entries { try driver.put(entry, in: handle) }
                let entry = Entry(try Key(100), .sized(5_000))
                try driver.put(entry, in: handle)
                _ = try driver.get(entry.key.bytes.span, in: handle) { lent in
                    try driver.put(Entry(entry.key, .number(-1)), in: handle)
                    try driver.delete(entry.key, in: handle)
                    for number in 1_000..<1_400 {
                        try driver.put(Entry(try Key(number), .sized(500)), in: handle)
                    }
                    try expectEqual(
                        lent.copy(), entry.record.bytes, "the bytes lent by get, after writes")
                }
            }
        },
        Check(
            "VAL-07/four-states", "Null, absent, empty string and empty array are four states.",
            proves: .nullIsNotAbsent, .emptyIsThere,
            cause: "null and absent kept as the same",
            origin: "a column of SQL has one NULL for null and absent"
        ) {
            let kinds = FieldKind.allCases
            let records: [Record] = [
                ["v": .null], [:], ["v": ""], ["v": .array([])], ["w": 1], ["v": .null, "w": 1],
            ]
            let entries = try records.enumerated().map { Entry(try Key($0.offset), $0.element) }
            try $0.database.put(entries)
            try $0.expectContent(entries, "null and absent fields")
            for kind in kinds {
                let fields = [FieldSchema("v", kind), FieldSchema("w", kind)]
                try $0.database.write {
                    try $0.prepare(CollectionSchema(kind.rawValue, fields: fields))
                }
                try $0.database.put(entries, in: kind.rawValue)
                try $0.expectContent(
                    entries, in: kind.rawValue, "null and absent \(kind.rawValue) fields")
            }
        },
        Check(
            "VAL-08/order", "Arrays keep order and duplicates; the order of fields has no meaning.",
            proves: .arrayOrder,
            cause: "arrays kept as sets, or sorted"
        ) {
            try $0.expectKept(
                [[1, 2, 1, 1], [2, 1, 1, 1], [[], [[]], []], [nil, 1, nil]], "arrays")
            let key = try Key(99)
            try $0.database.put(["b": 1, "a": 2, "c": 3], key)
            try expectEqual(
                try $0.database.record(key), ["c": 3, "a": 2, "b": 1], "fields in another order")
        },
        Check(
            "VAL-09/look-alikes", "Values of different kinds that look alike keep their kinds.",
            proves: .valuesKeepTheirKind,
            cause: """
                values kept without their kind: a Bool as a number, a text as the number it \
                looks like
                """,
            origin: "SQLite has no Bool, and a column that is declared STRING turns '007' into 7"
        ) {
            let date = Date(timeIntervalSinceReferenceDate: 1)
            let values: [Value] = [
                true, false, 1, 0, 1.0, 0.0, "1", "0", "true", "1.0", "", .null, "NULL", "null",
                .decimal(1), .decimal(0), .date(date), .bytes([0x31]), .bytes([1]), .array([1]),
                .object(["v": 1]), .uuid(uuid(1)), .string(uuid(1).uuidString), "007", "1e3",
                "0x10", " 12", "12 ", "+5", "-0", "2001-01-01T00:00:01Z",
            ]
            try $0.expectKept(values, "values that look alike")
        },
        Check(
            "VAL-10/byte-lengths", "Byte strings of any length come back exactly.",
            proves: .recordsComeBack,
            cause: "the padding of base64 is lost"
        ) {
            let strings = (0...9).map { count in Value.bytes(Array(repeating: 0xFB, count: count)) }
            try $0.expectKept(
                strings + [.bytes([0xFF, 0xFE, 0xFD]), .bytes([0x0A, 0x0D])], "byte strings")
        },
        Check(
            "VAL-11/depth", "Values nest 256 deep; deeper ones are refused.",
            proves: .depth, .refusedBefore,
            cause: "deep values are cut, or their recursion overflows the stack",
            origin: "JSONEncoder and JSONDecoder of Foundation end at 512, in different ways"
        ) {
            for depth in [1, 100, Limits.maximumDepth] {
                let record: Record = ["deep": .nested(depth)]
                try $0.database.put(record, try Key(depth))
                try expectEqual(
                    try $0.database.record(try Key(depth)), record, "a value nested \(depth) deep")
            }
            try expectError(.invalidValue, "a value nested \(Limits.maximumDepth + 1) deep") {
                try Record([("deep", .nested(Limits.maximumDepth + 1))])
            }
        },
        Check(
            "VAL-12/thousand-fields", "A record of 1,000 fields comes back whole.",
            proves: .recordsComeBack,
            cause: "a fixed number of columns or fields",
            origin: "SQLite has 2,000 columns to a table at most"
        ) {
            let record = try Record((0..<1_000).map { ("field \($0)", .integer($0)) })
            try $0.database.put(record, try Key(1))
            try $0.expectContent([Entry(try Key(1), record)], "a record of 1,000 fields")
        },
        Check(
            "VAL-12/declared-fields", "A hundred declared fields are kept, each with its value.",
            proves: .fieldsAreHints, .recordsComeBack,
            cause: "fields beyond the tenth lost"
        ) {
            let kinds = FieldKind.allCases
            let names = (0..<100).map { "f\($0)" }
            let fields = names.enumerated().map {
                FieldSchema($0.element, kinds[$0.offset % kinds.count])
            }
            try $0.database.write { try $0.prepare(CollectionSchema(items, fields: fields)) }
            let full = try Record(names.enumerated().map { ($0.element, .integer($0.offset)) })
            let sparse = try Record(
                names.prefix(100).filter { $0.hasSuffix("7") }.map { ($0, "x") })
            let entries = [Entry(try Key(1), full), Entry(try Key(2), sparse)]
            try $0.database.put(entries)
            try $0.expectContent(entries, "records of declared fields")
        },
        Check(
            "VAL-16/same-again", "Putting the same record again succeeds and changes nothing.",
            proves: .putReplaces,
            cause: """
                a put of what is there counts as a conflict, or as a change of nothing that is \
                an error
                """
        ) {
            let database = try $0.database
            for _ in 0..<3 {
                try expectSuccess("a put of the same record") {
                    try database.put(.number(7), try Key(1))
                }
            }
            try $0.expectContent([Entry(try Key(1), .number(7))], "the same record put three times")
        },
        Check(
            "VAL-18/undeclared", "Fields that are not declared stay in the record.",
            proves: .fieldsAreHints,
            cause: "undeclared fields lost",
            origin: "older programs that drop the fields they do not know when they write"
        ) {
            try $0.database.write {
                try $0.prepare(CollectionSchema(items, fields: [FieldSchema("a", .int)]))
            }
            let record: Record = ["a": 1, "b": 2, "Z": [1, "x"], "": "empty name", "0": nil]
            try $0.database.put(record, try Key(1))
            try $0.expectContent([Entry(try Key(1), record)], "undeclared fields")
        },
        Check(
            "VAL-18/widened", "Declaring more fields later keeps the records that are there.",
            proves: .fieldsAreHints, .prepareAgain,
            cause: "fields that are declared later read as null in the records that are there"
        ) {
            let database = try $0.database
            let records: [Record] = [["a": 1, "b": "x"], ["b": 2, "c": nil], [:], ["b": 1.5]]
            var entries = try records.enumerated().map { Entry(try Key($0.offset), $0.element) }
            try database.put(entries)
            for fields in [[FieldSchema("b", .string)], [FieldSchema("c", .int)]] {
                try database.write { try $0.prepare(CollectionSchema(items, fields: fields)) }
                try $0.expectContent(entries, "records older than a declared field")
                entries.append(Entry(try Key(entries.count), ["b": 3, "c": 4, "d": 5]))
                try database.put([entries[entries.count - 1]])
                try $0.expectContent(entries, "records older and younger than a declared field")
            }
        },
    ]
}

extension Record {
    /// A record with one byte string of that many bytes, each telling its position.
    static func sized(_ count: Int) -> Record {
        ["bytes": .bytes(.pattern(count))]
    }

    /// A record whose encoding has exactly that many bytes, at least 70,000 of them.
    static func encoded(size: Int) -> Record {
        let frame = Record.sized(size).bytes.count - size
        return sized(size - frame)
    }
}

extension [UInt8] {
    /// Bytes that repeat with a period of 251, so that no page or power of two hides a shift.
    static func pattern(_ count: Int) -> [UInt8] {
        let period = [UInt8](0..<251)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + period.count)
        while bytes.count < count { bytes += period }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

extension Value {
    /// Null inside of that many arrays and objects.
    fileprivate static func nested(_ depth: Int) -> Value {
        (0..<depth).reduce(.null) { value, level in
            guard level % 2 == 0 else { return .array([value]) }
            do {
                return .object(try Record([("in", value)]))
            } catch {
                // Too deep already: arrays are not checked before they are part of a record.
                return .array([value])
            }
        }
    }
}
