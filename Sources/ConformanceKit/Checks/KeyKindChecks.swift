import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Collections that declare the kind of their keys, which an engine may keep natively.
    static let keyKinds: [Check] = [
        Check(
            "KEY-17/int", "A collection of Int64 keys keeps all of them, in order.",
            proves: .declaredKeys, .componentOrder,
            cause: "integer keys kept as Double, or their sign not turned over"
        ) {
            let numbers: [Int64] = [
                .min, .min + 1, -1 << 53, -256, -10, -9, -1, 0, 1, 2, 9, 10, 255, 256, 1 << 53,
                .max - 1, .max,
            ]
            try $0.expectOrdered(numbers.map { try Key($0) }, kinds: [.int])
        },
        Check(
            "KEY-17/uint", "A collection of UInt64 keys keeps all of them, in order.",
            proves: .declaredKeys, .componentOrder,
            cause: "UInt64 as a key kept as Int64",
            origin: "an INTEGER PRIMARY KEY of SQLite is an Int64"
        ) {
            let numbers: [UInt64] = [
                0, 1, 9, 10, 1 << 53, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, .max - 1, .max,
            ]
            try $0.expectOrdered(numbers.map { try Key($0) }, kinds: [.uint])
        },
        Check(
            "KEY-17/string", "A collection of String keys keeps all of them, by UTF-8 bytes.",
            proves: .declaredKeys, .componentOrder,
            cause: "a native text key has a collation, or ends at NUL",
            origin: "a collation of SQLite, PostgreSQL or MySQL as the order of keys"
        ) {
            let texts = [
                "", "\0", "\0a", " ", "1", "10", "2", "A", "NULL", "a", "a\0", "a\0b", "aa", "e",
                "e\u{301}", "f", "\u{E9}", "\u{FF5E}", "\u{1F404}",
            ]
            try $0.expectOrdered(texts.map { try Key($0) }, kinds: [.string])
        },
        Check(
            "KEY-17/bytes", "A collection of byte string keys keeps all of them, in order.",
            proves: .declaredKeys, .componentOrder,
            cause: "native byte strings compared as text, or as signed numbers"
        ) {
            let strings: [[UInt8]] = [
                [], [0], [0, 0], [0, 1], [1], [1, 0], [0x7F], [0x80], [0xC0, 0x80],
                [0xED, 0xA0, 0x80], [0xFF], [0xFF, 0], [0xFF, 0xFF],
            ]
            try $0.expectOrdered(strings.map { try Key($0) }, kinds: [.bytes])
        },
        Check(
            "KEY-17/bool", "A collection of Bool keys keeps both, false first.",
            proves: .declaredKeys, .boolsAreNoNumbers,
            cause: "true and false kept as text"
        ) {
            try $0.expectOrdered([try Key(false), try Key(true)], kinds: [.bool])
        },
        Check(
            "KEY-17/date", "A collection of Date keys keeps all of them, in the order of time.",
            proves: .declaredKeys, .datesAreExact,
            cause: "dates as keys cut to whole seconds",
            origin: "a Date kept as seconds since 1970 comes back unequal half of the time"
        ) {
            let seconds: [Double] = [
                -.infinity, -63_114_076_800, -1e9, -978_307_200, -1, -0.000_000_1,
                0, 0.000_000_1, 0.1 + 0.2, 1, 1e9, 252_423_993_600, .infinity,
            ]
            try $0.expectOrdered(
                seconds.map { try Key(Date(timeIntervalSinceReferenceDate: $0)) }, kinds: [.date])
        },
        Check(
            "KEY-17/uuid", "A collection of UUID keys keeps all of them, by their bytes.",
            proves: .declaredKeys, .uuidsAreExact,
            cause: "UUIDs kept as text of one case"
        ) {
            let numbers: [UInt64] = [0, 1, 0x7F << 56, 0x80 << 56, .max]
            try $0.expectOrdered(numbers.map { try Key(uuid($0)) }, kinds: [.uuid])
        },
        Check(
            "KEY-17/compound", "A collection of compound keys keeps all of them, in order.",
            proves: .declaredKeys, .componentOrder,
            cause: "the parts of a native key are compared as text, or joined"
        ) {
            let texts = ["", "a", "a\0", "ab", "b"]
            let numbers: [Int64] = [.min, -1, 0, 2, 10]
            let keys = try texts.flatMap { text in
                try numbers.map { try Key([.string(text), .int($0)]) }
            }
            try $0.expectOrdered(keys, kinds: [.string, .int])
        },
        Check(
            "KEY-18/other-kinds", "A collection refuses keys of other kinds than it declares.",
            proves: .declaredKeys,
            cause: "the declared kind of key is not compared with the key, or it is converted",
            origin: "SQLite converts what is put into a typed column"
        ) {
            let database = try $0.database
            try database.write { try $0.prepare(CollectionSchema(items, key: [.int])) }
            try database.put(.number(1), try Key(1))
            let others = [
                try Key("1"), try Key(true), try Key(UInt64.max), try Key([.int(1), .int(1)]),
                try Key([UInt8]([1])),
            ]
            for key in others {
                let name = readable(key)
                try expectError(.wrongKeyKind, "put of \(name) among Int64 keys") {
                    try database.put(.number(2), key)
                }
                try expectError(.wrongKeyKind, "get of \(name) among Int64 keys") {
                    try database.record(key)
                }
                try expectError(.wrongKeyKind, "contains of \(name) among Int64 keys") {
                    try database.read { try $0.contains(key, in: items) }
                }
                try expectError(.wrongKeyKind, "delete of \(name) among Int64 keys") {
                    try database.delete(key)
                }
            }
            try expectEqual(
                try database.entries(), [Entry(try Key(1), .number(1))], "after the refusals: scan")
        },
        Check(
            "KEY-18/text-and-number", "The keys \"1\" and 1 are different records.",
            proves: .componentKinds,
            cause: "keys of text that look like a number are kept as the number",
            origin: "a column of SQLite that is declared STRING turns 007 into 7"
        ) {
            try $0.expectIndependent(
                [try Key(1), try Key("1"), try Key(UInt64.max), try Key("18446744073709551615")],
                "keys of text and numbers")
        },
    ]
}

extension CheckContext {
    /// Fails unless a collection that declares the kinds keeps the keys, which are sorted, and finds
    /// ranges between them.
    fileprivate func expectOrdered(_ keys: [Key], kinds: [KeyKind]) throws {
        try database.write { try $0.prepare(CollectionSchema(items, key: kinds)) }
        let name = kinds.map(\.rawValue).joined(separator: " + ")
        try expectIndependent(keys, "keys of kind \(name)")
        try database.put(keys.map { Entry($0, .number(0)) })
        try expectEqual(try database.keys(), keys, "keys of kind \(name), in order")
        for (index, key) in keys.enumerated() {
            try expectEqual(
                try database.keys(KeyRange(from: key)), Array(keys[index...]),
                "keys of kind \(name) from \(readable(key))")
            try expectEqual(
                try database.keys(KeyRange(until: key), reversed: true), keys[..<index].reversed(),
                "keys of kind \(name) until \(readable(key)), reversed")
        }
    }
}
