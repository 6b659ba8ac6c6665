import StorageCore

extension Check {
    /// Order and ranges.
    static let ranges: [Check] = [
        Check(
            "RNG-01/order", "A scan goes in the order of the keys' bytes, however they came in.",
            proves: .scanVisitsAll, .keyOrder,
            cause: "keys sorted without regard to case, or digits compared as numbers",
            origin: "keys as text in the order of a collation"
        ) {
            context in
            var entries = try [Entry].numbers(-200..<200)
            for text in ["", "a", "B", "aa", "ab", "9", "10"] {
                entries.append(Entry(try Key(text), .number(0)))
            }
            entries.sort { $0.key < $1.key }
            try context.database.put(entries.shuffled(using: &context.generator))
            try context.expectContent(entries, "keys put in no order")
        },
        Check(
            "RNG-02/reversed", "A reversed scan of any range is the same range backwards.",
            proves: .reverseMirrors,
            cause: "the direction of a scan is ignored"
        ) {
            context in
            try context.database.put(try [Entry].numbers(0..<50))
            for _ in 0..<60 {
                let first = Int.random(in: -2..<52, using: &context.generator)
                let last = Int.random(in: -2..<52, using: &context.generator)
                let range = KeyRange(from: try Key(first), until: try Key(last))
                try expectEqual(
                    try context.database.keys(range, reversed: true),
                    try context.database.keys(range).reversed(),
                    "reversed scan from \(first) until \(last)")
            }
        },
        Check(
            "RNG-03/bounds", "Each kind of bound holds in both directions, on and off a key.",
            proves: .boundsHold,
            cause: "an exclusive bound taken for an inclusive one, or bounds swapped in reverse"
        ) {
            try $0.expectBounds(
                keys: [10, 20, 30, 40, 50], bounds: [5, 10, 15, 20, 40, 45, 50, 55])
        },
        Check(
            "RNG-03/text-bounds", "Bounds of text hold by bytes, prefixes included.",
            proves: .boundsHold, .textOrder,
            cause: "bounds of text compared by a collation, or taken for prefixes"
        ) {
            try $0.expectBounds(
                keys: ["a", "a\0", "aa", "ab", "b"],
                bounds: ["", "a", "a\0", "aa", "aaa", "b", "c"])
        },
        Check(
            "RNG-04/outside", "Bounds beyond the first and the last key find what is there.",
            proves: .boundsHold, .emptyRanges,
            cause: "a bound has to be a key that is there",
            origin: "MDB_SET_RANGE beyond the last key says MDB_NOTFOUND"
        ) {
            let database = try $0.database
            let keys = try ["b", "c"].map { try Key($0) }
            try database.put(keys.map { Entry($0, .number(0)) })
            let longest = try Key(String(repeating: "z", count: 478))
            try expectEqual(
                try database.keys(KeyRange(from: try Key(Int.min), until: longest)), keys,
                "a range around all keys")
            try expectEqual(
                try database.keys(KeyRange(until: try Key("b"))), [], "a range before all keys")
            try expectEqual(
                try database.keys(KeyRange(after: try Key("c"))), [], "a range behind all keys")
            try expectEqual(
                try database.keys(KeyRange(from: longest), reversed: true), [],
                "a reversed range from the longest key on")
        },
        Check(
            "RNG-05/inverted", "A range whose lower bound is above its upper one is empty.",
            proves: .emptyRanges,
            cause: "bounds the wrong way round trap, or are swapped",
            origin: "Swift's own ranges trap"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<10))
            let range = KeyRange(from: try Key(8), until: try Key(2))
            try expectEqual(try database.keys(range), [], "an inverted range")
            try expectEqual(try database.keys(range, reversed: true), [], "it reversed")
            try expectEqual(try database.count(range), 0, "count of an inverted range")
            try expectEqual(try database.delete(range), 0, "delete of an inverted range")
            try expectEqual(try database.count(), 10, "count after the delete")
        },
        Check(
            "RNG-06/single", "A range around one key has that key or none, as its bounds say.",
            proves: .boundsHold, .emptyRanges,
            cause: """
                a range from a key to itself is taken for empty, or for that key, whatever its \
                bounds say
                """
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<10))
            let key = try Key(5)
            let ranges: [(KeyRange, [Key], String)] = [
                (KeyRange(from: key, through: key), [key], "from 5 through 5"),
                (KeyRange(from: key, until: key), [], "from 5 until 5"),
                (KeyRange(after: key, through: key), [], "after 5 through 5"),
                (KeyRange(after: key, until: key), [], "after 5 until 5"),
            ]
            for (range, keys, name) in ranges {
                try expectEqual(try database.keys(range), keys, name)
                try expectEqual(try database.count(range), keys.count, "count \(name)")
            }
        },
        Check(
            "RNG-07/limits", "A limit gives the first entries, and never more than there are.",
            proves: .limitsTakeTheFirst,
            cause: "a limit of 0 is no limit",
            origin: "LIMIT 0 that meant everything"
        ) {
            let database = try $0.database
            let entries = try [Entry].numbers(0..<20)
            try database.put(entries)
            for limit in [0, 1, 19, 20, 21, Int.max] {
                try expectEqual(
                    try database.entries(limit: limit), Array(entries.prefix(limit)),
                    "limit \(limit)")
            }
            try expectError(.invalidArgument, "a negative limit") {
                try database.entries(limit: -1)
            }
        },
        Check(
            "RNG-08/limit-reversed", "A limit on a reversed scan takes from the end of the range.",
            proves: .limitsTakeTheFirst, .reverseMirrors,
            cause: "the range is ignored in reverse"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<20))
            let range = KeyRange(from: try Key(3), until: try Key(15))
            try expectEqual(
                try database.entries(range, reversed: true, limit: 3).map(\.key),
                try [14, 13, 12].map { try Key($0) }, "the last three of a range")
        },
        Check(
            "RNG-10/no-successor", "Ranges of prefixes that no bytes follow reach to the end.",
            proves: .prefixRanges,
            cause: "a prefix of FF bytes has no successor, which is taken for an empty range"
        ) {
            let database = try $0.database
            let keys = try [[0xFE], [0xFF], [0xFF, 0], [0xFF, 0xFF], [0xFF, 0xFF, 1]].map {
                try Key($0)
            }
            try database.put(keys.map { Entry($0, .number(0)) })
            try expectEqual(
                try database.keys(KeyRange(from: try Key([UInt8]([0xFF])))), Array(keys[1...]),
                "keys from FF")
            try expectEqual(
                try database.keys(KeyRange(after: try Key([UInt8]([0xFF, 0xFF])), through: nil)),
                [keys[4]], "keys after FF FF")
            let last = try Key("\u{10FFFF}x")
            try database.put(.number(0), last, in: "text")
            try expectEqual(
                try database.keys(KeyRange(stringPrefix: "\u{10FFFF}"), in: "text"), [last],
                "keys that begin with U+10FFFF")
        },
        Check(
            "RNG-11/prefixes", "The range of a prefix has the keys that begin with it, no others.",
            proves: .prefixRanges, .keysAreOpaque,
            cause: "% in a prefix is a wildcard",
            origin: "a prefix as a pattern of LIKE"
        ) {
            let database = try $0.database
            let texts = ["a", "a%", "a%b", "a/", "a/1", "a/2", "a0", "aX", "a_", "ab/", "b"]
            try database.put(try texts.map { Entry(try Key($0), .number(0)) })
            for prefix in ["a/", "a%", "a_", "a", "", "ab", "c"] {
                let expected = texts.filter { $0.utf8.starts(with: prefix.utf8) }
                try expectEqual(
                    try database.keys(KeyRange(stringPrefix: prefix)),
                    try expected.map { try Key($0) }, "keys that begin with \(readable(prefix))")
            }
        },
        Check(
            "RNG-11/first-components", "The range of first components has exactly their keys.",
            proves: .prefixRanges, .componentBoundaries,
            cause: "a first component is looked for as the prefix of a text"
        ) {
            let database = try $0.database
            for (index, text) in ["a", "a\0", "ab", "b"].enumerated() {
                for number in -1...1 {
                    try database.put(
                        .number(index), try Key([.string(text), .integer(number)]))
                }
            }
            try expectEqual(
                try database.keys(KeyRange(startingWith: try Key("a"))),
                try (-1...1).map { try Key([.string("a"), .integer($0)]) },
                "keys whose first component is a")
        },
        Check(
            "RNG-12/stop", "A scan stops where its body says so, in both directions.",
            proves: .scanStops,
            cause: "the answer of a scan's body is ignored, in one direction at least"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<300))
            for reversed in [false, true] {
                var seen: [Key] = []
                try database.read { transaction in
                    try transaction.scan(in: items, reversed: reversed) { key, _ in
                        seen.append(key)
                        return seen.count < 70
                    }
                }
                let numbers = reversed ? Array((230..<300).reversed()) : Array(0..<70)
                try expectEqual(
                    seen, try numbers.map { try Key($0) },
                    "a scan that stops after 70, reversed: \(reversed)")
            }
        },
        Check(
            "RNG-13/nearest", "The nearest key below and above is found from any point.",
            proves: .boundsHold, .limitsTakeTheFirst,
            cause: "a search lands one entry too far",
            origin: "a cursor that is set beyond a key and not stepped back"
        ) {
            let database = try $0.database
            try database.put(try [10, 20, 30].map { Entry(try Key($0), .number($0)) })
            func nearest(_ range: KeyRange, reversed: Bool) throws -> [Key] {
                try database.entries(range, reversed: reversed, limit: 1).map(\.key)
            }
            let table: [(Int, atMost: [Int], below: [Int], atLeast: [Int], above: [Int])] = [
                (5, [], [], [10], [10]), (10, [10], [], [10], [20]), (15, [10], [10], [20], [20]),
                (30, [30], [20], [30], []), (35, [30], [30], [], []),
            ]
            for (point, atMost, below, atLeast, above) in table {
                let key = try Key(point)
                let cases = [
                    (KeyRange(through: key), true, atMost, "at most"),
                    (KeyRange(until: key), true, below, "below"),
                    (KeyRange(from: key), false, atLeast, "at least"),
                    (KeyRange(after: key), false, above, "above"),
                ]
                for (range, reversed, expected, name) in cases {
                    try expectEqual(
                        try nearest(range, reversed: reversed), try expected.map { try Key($0) },
                        "the nearest key \(name) \(point)")
                }
            }
        },
        Check(
            "RNG-14/ends", "The first and the last entry are found among none, one and many.",
            proves: .limitsTakeTheFirst, .reverseMirrors,
            cause: "the last entry is looked for from a bound that excludes it"
        ) {
            let database = try $0.database
            try expectEqual(try database.entries(limit: 1), [], "the first of none")
            try expectEqual(try database.entries(reversed: true, limit: 1), [], "the last of none")
            for count in [1, 2, 1_000] {
                let entries = try [Entry].numbers(0..<count)
                try database.put(entries)
                try expectEqual(
                    try database.entries(limit: 1), Array(entries.prefix(1)),
                    "the first of \(count)")
                try expectEqual(
                    try database.entries(reversed: true, limit: 1), Array(entries.suffix(1)),
                    "the last of \(count)")
            }
        },
        Check(
            "RNG-15/count", "The count of a range is the number of entries that a scan visits.",
            proves: .countIsScan,
            cause: "count includes the upper bound"
        ) {
            context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<500))
            try database.delete(KeyRange(from: try Key(100), until: try Key(200)))
            for _ in 0..<60 {
                let first = Int.random(in: -5..<505, using: &context.generator)
                let last = Int.random(in: -5..<505, using: &context.generator)
                let range = KeyRange(after: try Key(first), through: try Key(last))
                try expectEqual(
                    try database.count(range), try database.keys(range).count,
                    "count after \(first) through \(last)")
            }
        },
        Check(
            "RNG-16/1001-rows", "A scan of 1,001 entries has each of them once.",
            proves: .scanVisitsAll,
            cause: """
                a scan stops after a page of 1,000, or a page begins with the last entry of the \
                one before
                """,
            origin: "scans cut at 1,000 entries survive the suite of Level/abstract-level"
        ) {
            try $0.expectLongScan(1_001)
        },
        Check(
            "RNG-16/10001-rows", "A scan of 10,001 entries has each of them once.",
            proves: .scanVisitsAll,
            cause: "last of a long scan lost"
        ) {
            try $0.expectLongScan(10_001)
        },
        Check(
            "RNG-17/union", "The scans of random parts of a range add up to the whole.",
            proves: .boundsHold, .scanVisitsAll,
            cause: "a bound that belongs to two ranges, or to none"
        ) {
            context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<800))
            for reversed in [false, true] {
                let cuts = (0..<15).map { _ in Int.random(in: 0..<800, using: &context.generator) }
                let bounds = ([0] + cuts + [800]).sorted()
                var union: [Entry] = []
                for (first, last) in zip(bounds, bounds.dropFirst()) {
                    let range = KeyRange(from: try Key(first), until: try Key(last))
                    let part = try database.entries(range, reversed: reversed)
                    union = reversed ? part + union : union + part
                }
                try expectEqual(
                    union, try database.entries(reversed: reversed),
                    "the parts \(bounds), reversed: \(reversed)")
            }
        },
    ]
}

extension KeyComponent {
    /// An integer.
    static func integer(_ number: Int) -> KeyComponent { .int(Int64(number)) }
}

extension CheckContext {
    /// Fails unless every pair of bounds of every kind gives what a filtered list gives.
    fileprivate func expectBounds<Value: KeyRepresentable>(
        keys: [Value], bounds: [Value]
    ) throws {
        let all = try keys.map { try Key($0) }
        try database.put(all.map { Entry($0, .number(0)) })
        let points = try [nil] + bounds.map { try Key($0) }
        for lower in points {
            for upper in points {
                try expectRanges(lower, upper, of: all)
            }
        }
    }

    private func expectRanges(_ lower: Key?, _ upper: Key?, of keys: [Key]) throws {
        for (isLowerOpen, isUpperOpen) in [
            (false, false), (false, true), (true, false), (true, true),
        ] {
            let range = KeyRange(
                from: isLowerOpen ? nil : lower, after: isLowerOpen ? lower : nil,
                through: isUpperOpen ? nil : upper, until: isUpperOpen ? upper : nil)
            let expected = keys.filter { key in
                (lower.map { isLowerOpen ? $0 < key : $0 <= key } ?? true)
                    && (upper.map { isUpperOpen ? key < $0 : key <= $0 } ?? true)
            }
            let name =
                "\(isLowerOpen ? "after" : "from") \(readable(lower as Any)) "
                + "\(isUpperOpen ? "until" : "through") \(readable(upper as Any))"
            try expectEqual(try database.keys(range), expected, "scan \(name)")
            try expectEqual(
                try database.keys(range, reversed: true), expected.reversed(),
                "reversed scan \(name)")
            try expectEqual(try database.count(range), expected.count, "count \(name)")
        }
    }

    /// Fails unless a scan over many entries, put in no order, visits each of them once.
    fileprivate func expectLongScan(_ count: Int) throws {
        let entries = try [Entry].numbers(0..<count)
        try database.put(entries.shuffled(using: &generator))
        try expectEqual(try database.entries(), entries, "scan of \(count) entries")
        try expectEqual(
            try database.keys(reversed: true), entries.reversed().map(\.key),
            "reversed scan of \(count) entries")
        try expectEqual(try database.count(), count, "count of \(count) entries")
    }
}
