import Foundation
import StorageCore
import TestSupport
import Testing

/// Filters find fields and compare values in the bytes of records; `Record.value(of:)` and sort keys
/// say what they have to find.
@Suite struct FilterOnBytesTests {
    /// Names that begin alike, end within or beyond the words they are compared by, have bytes that
    /// a tag could be, or take two bytes for their size.
    private static let names: [String] = [
        "", "\0", "\u{7}", "a", "a\0", "a\u{7}b", "ab", "abcdefg", "abcdefgh", "abcdefgh\0",
        "abcdefghi", "abcdefghj", "abcdefgi", "abcdefghijklmnop", "abcdefghijklmnopq",
        "abcdefghijklmnopr", "z", "é", "e\u{301}", String(repeating: "n", count: 130),
        String(repeating: "n", count: 131), "\u{1F600}",
    ]

    private static let values: [Value] = [
        .null, .bool(false), .bool(true), .int(.min), .int(-1), .int(0), .int(7), .int(.max),
        .uint(.max), .double(-.infinity), .double(-1.5), .double(-0.0), .double(0), .double(7),
        .double(.nan), .double(.greatestFiniteMagnitude), .decimal(7), .string(""), .string("b"),
        .string(String(repeating: "s", count: 200)), .bytes([]), .bytes([7]),
        .date(Date(timeIntervalSinceReferenceDate: -0.0)),
        .date(Date(timeIntervalSinceReferenceDate: 7)),
        .uuid(UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), .array([7]),
    ]

    private static let comparisons: [Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    /// The order of two values by their sort keys, or nil if they are of different classes.
    private static func order(_ left: Value, _ right: Value) throws -> Int? {
        func sortKey(_ value: Value) throws -> [UInt8] {
            var encoder = SortKeyEncoder()
            try encoder.append(value)
            return encoder.bytes
        }
        guard ValueClass(left) == ValueClass(right) else { return nil }
        let (left, right) = (try sortKey(left), try sortKey(right))
        return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func holds(
        _ comparison: Comparison, _ left: Value?, _ right: Value
    ) throws -> Bool {
        let order = try order(left ?? .null, right)
        return switch comparison {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order.map { $0 < 0 } ?? false
        case .lessOrEqual: order.map { $0 <= 0 } ?? false
        case .greater: order.map { $0 > 0 } ?? false
        case .greaterOrEqual: order.map { $0 >= 0 } ?? false
        }
    }

    private func keys(_ filter: Filter, in database: Database) throws -> [Key] {
        try database.read { try $0.records(Query(where: filter), in: "things").map(\.key) }
    }

    @Test func `A field is found among any others, with a value of any kind`() throws {
        var random = try seededGenerator("fields in bytes")
        let database = Database(MemoryStorage())
        var records: [(key: Key, record: Record)] = []
        for number in 0..<400 {
            let names = Self.names.shuffled(using: &random).prefix(
                Int.random(in: 0...12, using: &random))
            let record = try Record(
                names.map { ($0, Self.values.randomElement(using: &random) ?? .null) })
            records.append((try Key(number), record))
        }
        try database.write { tx in
            for entry in records { try tx.put(entry.record, key: entry.key, in: "things") }
        }
        for name in Self.names {
            let missing = try records.filter { try $0.record.value(of: name) == nil }.map(\.key)
            #expect(try keys(.isMissing([name]), in: database) == missing)
            for comparison in Self.comparisons {
                for value in Self.values {
                    let expected = try records.filter {
                        try Self.holds(comparison, $0.record.value(of: name), value)
                    }.map(\.key)
                    let found = try keys(.compare([name], comparison, value), in: database)
                    #expect(found == expected, "\(name) \(comparison) \(value)")
                }
            }
        }
    }

    @Test func `Conditions on one field and on several are all met`() throws {
        var random = try seededGenerator("conjunctions in bytes")
        let database = Database(MemoryStorage())
        var records: [(key: Key, record: Record)] = []
        for number in 0..<2_000 {
            let names = ["a", "b", "c"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            let record = try Record(
                names.map { name in
                    let number = Int64.random(in: 0..<10, using: &random)
                    return (
                        name, Bool.random(using: &random) ? .int(number) : .double(Double(number))
                    )
                })
            records.append((try Key(number), record))
        }
        try database.write { tx in
            for entry in records { try tx.put(entry.record, key: entry.key, in: "things") }
        }
        for _ in 0..<200 {
            let conditions = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (
                    name: ["a", "b", "c"].randomElement(using: &random) ?? "a",
                    comparison: Self.comparisons.randomElement(using: &random) ?? .equal,
                    value: Value.int(Int64.random(in: 0..<10, using: &random))
                )
            }
            let expected = try records.filter { entry in
                try conditions.allSatisfy {
                    try Self.holds($0.comparison, entry.record.value(of: $0.name), $0.value)
                }
            }.map(\.key)
            let filter = Filter.and(conditions.map { .compare([$0.name], $0.comparison, $0.value) })
            #expect(try keys(filter, in: database) == expected, "\(filter)")
        }
    }
}
