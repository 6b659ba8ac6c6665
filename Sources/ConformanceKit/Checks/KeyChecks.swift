import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Keys: what is told apart, and in which order it sorts.
    static let keys: [Check] = [
        Check(
            "KEY-01/bytes",
            "Bytes 00, 80, C0 and FF in keys come back exactly and tell keys apart.",
            proves: .everyKeyByteCounts, .keyOrder,
            cause: "bytes compared as signed numbers, or 00 and FF taken for ends"
        ) {
            let bytes: [UInt8] = [0x00, 0x80, 0xC0, 0xFF]
            let pairs = bytes.flatMap { first in bytes.map { [first, $0] } }
            try $0.expectIndependent(
                try (bytes.map { [$0] } + pairs).map { try Key($0) }, "keys of bytes")
        },
        Check(
            "KEY-02/one-byte", "All 256 one-byte keys are distinct and sort by their byte.",
            proves: .everyKeyByteCounts, .keyOrder,
            cause: "a key is taken for text, so that bytes from 80 on are lost or moved"
        ) {
            try $0.expectIndependent(
                try (UInt8.min...UInt8.max).map { try Key([$0]) }, "one-byte keys")
        },
        Check(
            "KEY-03/empty", "The empty string and the empty byte string are keys like others.",
            proves: .emptyComponents,
            cause: "the empty key is lost",
            origin: "LMDB refuses empty keys with MDB_BAD_VALSIZE, SQLite takes them"
        ) {
            try $0.expectIndependent(
                [
                    try Key(""), try Key([UInt8]()), try Key([.string(""), .string("")]),
                    try Key(" "),
                ],
                "empty keys")
        },
        Check(
            "KEY-04/prefix-keys", "Keys that begin with one another are independent.",
            proves: .keysAreIndependent,
            cause: "a key is looked for as a prefix, so that longer keys are hit too",
            origin: """
                deleting every key with the prefix survives the suite of Level/abstract-level
                """
        ) {
            try $0.expectIndependent(
                try ["a", "aaa", "aa", "ab", "a\0", "b", "a\0a"].map { try Key($0) },
                "keys that begin with one another")
        },
        Check(
            "KEY-04/compound-prefixes",
            "A compound key and the keys of its first components are independent.",
            proves: .keysAreIndependent, .componentBoundaries,
            cause: "a key of fewer components is taken for the range of those that begin with it"
        ) {
            try $0.expectIndependent(
                [
                    try Key("a"), try Key([.string("a"), .int(1)]),
                    try Key([.string("a"), .string("")]),
                    try Key([.string("a"), .int(1), .int(0)]),
                    try Key([.int(1)]), try Key([.int(1), .int(1)]),
                ], "compound keys that begin with one another")
        },
        Check(
            "KEY-05/nul", "NUL counts in a key, first, in the middle and last.",
            proves: .everyKeyByteCounts,
            cause: "keys cut at NUL, as strings of C are",
            origin: "drivers that bind text of C end it at the first NUL"
        ) {
            try $0.expectIndependent(
                try ["", "\0", "\0\0", "a\0b", "a\0c", "\0a", "a\0", "a"].map { try Key($0) },
                "keys with NUL")
        },
        Check(
            "KEY-06/white-space", "White space counts in a key, first, in the middle and last.",
            proves: .everyKeyByteCounts, .keysAreOpaque,
            cause: "keys trimmed",
            origin: "trimmed keys survive the suite of Level/abstract-level"
        ) {
            let spaces = [" ", "\t", "\n", "\r", "\r\n", "\u{A0}", "\u{3000}"]
            try $0.expectIndependent(
                try (["a"] + spaces.flatMap { [$0 + "a", "a" + $0, "a\($0)a", $0] })
                    .map { try Key($0) },
                "keys with white space")
        },
        Check(
            "KEY-07/byte-order-mark", "A byte order mark counts in a key.",
            proves: .everyKeyByteCounts,
            cause: "byte order mark stripped",
            origin: """
                text decoders drop a leading U+FEFF; it survives the suite of Level/abstract- \
                level
                """
        ) {
            try $0.expectIndependent(
                try ["\u{FEFF}a", "a", "\u{FEFF}", "\u{FEFF}\u{FEFF}a", ""].map { try Key($0) },
                "keys with a byte order mark")
        },
        Check(
            "KEY-08/case", "Keys that differ in case only are distinct.",
            proves: .everyKeyByteCounts,
            cause: "keys lower-cased",
            origin: "file systems and collations that ignore case"
        ) {
            try $0.expectIndependent(
                try ["a", "A", "straße", "STRASSE", "İ", "i", "ı", "I", "É", "é"]
                    .map { try Key($0) },
                "keys that differ in case")
        },
        Check(
            "KEY-09/long-keys", "Long keys that differ in their last byte only are distinct.",
            proves: .everyKeyByteCounts,
            cause: "keys cut at 255 bytes",
            origin: """
                names of files end at 255 bytes; it survives the suite of Level/abstract-level
                """
        ) {
            try $0.expectIndependent(
                try [253, 254, 255, 256, 257, 478, 479, 480].flatMap { size in
                    let stem = String(repeating: "k", count: size - 3)
                    return [try Key(stem + "a"), try Key(stem + "b")]
                }, "long keys")
        },
        Check(
            "KEY-10/longest-key", "A key has up to 480 bytes; a longer one is refused.",
            proves: .keySize, .refusedBefore,
            cause: "the engine keeps shorter keys than the contract asks for",
            origin: "LMDB keeps keys of up to 511 bytes and then says MDB_BAD_VALSIZE"
        ) {
            let database = try $0.database
            let longest = try Key(String(repeating: "k", count: 478))
            try database.put(.number(1), longest)
            try expectError(.invalidKey, "a key of 481 bytes") {
                try Key(String(repeating: "k", count: 479))
            }
            try expectEqual(
                try database.entries(), [Entry(longest, .number(1))], "a key of 480 bytes: scan")
            try expectEqual(try database.delete(longest), true, "a key of 480 bytes: delete")
        },
        Check(
            "KEY-11/metacharacters", "Characters with a meaning elsewhere have none in keys.",
            proves: .keysAreOpaque,
            cause: "a key becomes a file's name, a pattern or a piece of SQL",
            origin: "a key with ../ in it that left its folder, and % that was a wildcard"
        ) {
            let texts = [
                "../x", "..", ".", "a/b", "a//b", "a/../b", "a\\b", "'", "\"", "%", "_", "*", "?",
                "[0]", "{1}", ";", "--", "100%", "100%25", "a:b", "$", "`", "NULL", "null", "a_b",
                "axb", "a%b", "'; DROP TABLE items; --", "\u{1}", "~", "#", "&", "+",
            ]
            try $0.expectIndependent(try texts.map { try Key($0) }, "keys with metacharacters")
        },
        Check(
            "KEY-12/compound-order", "Compound keys sort component by component.",
            proves: .componentOrder,
            cause: "numbers in compound keys kept as text"
        ) {
            let sorted = [
                try Key([.string("a"), .int(-3)]), try Key([.string("a"), .int(2)]),
                try Key([.string("a"), .int(10)]), try Key([.string("a"), .int(100)]),
                try Key([.string("a"), .string("")]), try Key([.string("a\0"), .int(0)]),
                try Key([.string("ab"), .int(1)]), try Key([.string("b"), .int(-1)]),
            ]
            try $0.database.put(sorted.reversed().map { Entry($0, .number(0)) })
            try expectEqual(try $0.database.keys(), sorted, "scan of compound keys")
        },
        Check(
            "KEY-12/boundaries", "Where one component ends and the next begins counts.",
            proves: .componentBoundaries,
            cause: "the components of a key joined without a mark between them",
            origin: "the keys (doc-7, 12) and (doc-71, 2), joined without a mark"
        ) {
            try $0.expectIndependent(
                [
                    try Key([.string("a"), .string("bc")]), try Key([.string("ab"), .string("c")]),
                    try Key([.string("abc")]), try Key([.string("abc"), .string("")]),
                    try Key([.string(""), .string("abc")]),
                    try Key([.string("doc-7"), .string("12")]),
                    try Key([.string("doc-71"), .string("2")]),
                    try Key([.bytes([1]), .bytes([2, 3])]),
                    try Key([.bytes([1, 2]), .bytes([3])]),
                ], "compound keys of the same text")
        },
        Check(
            "KEY-12/kinds", "Components of different kinds are distinct and sort by kind.",
            proves: .componentKinds,
            cause: "components are kept without their kind, as text"
        ) {
            let sorted = try [
                KeyComponent.bool(false), .bool(true), .int(.min), .int(-1), .int(0), .int(1),
                .int(.max), .uint(.max), .string(""), .string("1"), .string("true"), .bytes([]),
                .bytes([0x31]), .date(Date(timeIntervalSinceReferenceDate: 1)),
                .uuid(uuid(1)),
            ].map { try Key([$0]) }
            try $0.database.put(sorted.reversed().map { Entry($0, .number(0)) })
            try expectEqual(try $0.database.keys(), sorted, "scan of keys of all kinds")
            try $0.expectIndependent(sorted, in: "others", "keys of all kinds")
        },
        Check(
            "KEY-13/caller-buffer", "What a caller does to its bytes after a put changes nothing.",
            proves: .callersBytes,
            cause: "the storage keeps a reference to the caller's buffer",
            origin: "it survives the suite of Level/abstract-level"
        ) {
            let entry = Entry(try Key("key"), .number(7))
            let handle = try $0.storage.writing { driver in
                let handle = try driver.prepare(CollectionSchema(items))
                var key = entry.key.bytes
                var record = entry.record.bytes
                _ = try driver.put(key.span, record.span, in: handle, if: .always)
                key.overwrite()
                record.overwrite()
                try expectEqual(
                    try driver.entries(in: handle), [entry], "a put whose bytes are overwritten")
                return handle
            }
            try $0.storage.reading { driver in
                try expectEqual(
                    try driver.entries(in: handle), [entry],
                    "a committed put whose bytes are overwritten")
            }
        },
        Check(
            "KEY-14/uuid", "UUIDs as keys come back exactly and sort by their bytes.",
            proves: .everyKeyByteCounts, .componentOrder,
            cause: "UUIDs kept as text, or their halves in the order of the machine"
        ) {
            context in
            let random = (0..<64).map { _ in uuid(context.generator.next()) }
            try context.expectIndependent(try random.map { try Key($0) }, "keys of UUIDs")
        },
        Check(
            "KEY-16/no-place", "What has no place in the order of keys is refused.",
            proves: .unorderedKeys, .refusedBefore,
            cause: "a key is not looked at before it is kept"
        ) {
            try $0.database.put(.number(1), try Key(1))
            try expectError(.invalidKey, "a key of a date that is not a number") {
                try Key(Date(timeIntervalSinceReferenceDate: .nan))
            }
            try expectError(.invalidKey, "a key without components") { try Key([KeyComponent]()) }
            try expectError(.invalidKey, "a key from bytes that are none") {
                try Key(encoded: [0x99])
            }
            try expectEqual(try $0.database.count(), 1, "count after the refusals")
        },
    ]
}

extension [UInt8] {
    /// Overwrites the bytes in place, as a caller does who uses a buffer again.
    fileprivate mutating func overwrite() {
        for index in indices { self[index] = 0xEE }
    }
}

/// A UUID whose bytes are those of a number, twice.
func uuid(_ number: UInt64) -> UUID {
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * shift)) }
    return UUID(
        uuid: (
            byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0),
            byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
        ))
}
