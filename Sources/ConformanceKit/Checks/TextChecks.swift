import StorageCore

extension Check {
    /// Conditions on text.
    static let texts: [Check] = [
        Check(
            "QRY-08/wildcards", "What is searched for is text: nothing in it is a wildcard.",
            proves: .textIsLiteral,
            cause: "what is searched for is taken for a pattern",
            origin: "LIKE 'foo_%' finds fooo"
        ) {
            let texts = [
                "foo_", "fooo", "50%", "500", "a\\b", "a*b", "axb", "a[b]", "it's", "\"", "?", "",
            ]
            let table = try FieldCollections(
                texts.map { .string($0) } + [nil, 5], kind: .string, in: $0.database)
            for needle in ["_", "foo_", "%", "50%", "\\", "*", "a*b", "[", "'", "\"", "?", "a%b"] {
                func places(_ isTrue: (String.UTF8View) -> Bool) -> [Int] {
                    texts.indices.filter { isTrue(texts[$0].utf8) }
                }
                try table.expect(
                    .text("f", .startsWith, needle), finds: places { $0.starts(with: needle.utf8) })
                try table.expect(
                    .text("f", .endsWith, needle),
                    finds: places { $0.reversed().starts(with: needle.utf8.reversed()) })
                let containing = places { text in
                    text.indices.contains { text[$0...].starts(with: needle.utf8) }
                }
                try table.expect(.text("f", .contains, needle), finds: containing)
                try table.expect(.contains("f", .string(needle)), finds: containing)
                try table.expect(
                    .text("f", .equals, needle), finds: places { $0.elementsEqual(needle.utf8) })
            }
        },
        Check(
            "QRY-08/empty-needle", "Every text contains the empty one; what is no text does not.",
            proves: .textIsLiteral,
            cause: "an empty text is no condition, or is in nothing"
        ) {
            let table = try FieldCollections(
                ["a", "", nil, .some(.null), 5, [""]], in: $0.database)
            try table.expect(.text("f", .startsWith, ""), finds: [0, 1])
            try table.expect(.text("f", .endsWith, ""), finds: [0, 1])
            try table.expect(.text("f", .contains, ""), finds: [0, 1])
            try table.expect(.text("f", .equals, ""), finds: [1])
            try table.expect(.contains("f", ""), finds: [0, 1, 5])
        },
        Check(
            "QRY-09/case", "Text is searched for with regard to case, unless asked otherwise.",
            proves: .caseCounts,
            cause: "text is searched for without regard to case, or folded in ASCII only",
            origin: "LIKE of SQLite ignores the case of ASCII"
        ) {
            let table = try FieldCollections(
                [
                    "Abc", "abc", "\u{C9}T\u{C9}", "\u{E9}t\u{E9}", "\u{3A3}", "\u{3C2}",
                    "\u{212A}g", "kg", "stra\u{DF}e", "STRA\u{1E9E}E", "strasse", "e\u{301}",
                ], kind: .string, in: $0.database)
            func expect(_ needle: String, _ exact: [Int], _ folded: [Int]) throws {
                try table.expect(.text("f", .contains, needle), finds: exact)
                try table.expect(
                    .text("f", .contains, needle, caseInsensitive: true), finds: folded)
                try table.expect(.contains("f", .string(needle)), finds: exact)
            }
            try expect("AB", [], [0, 1])
            try expect("bc", [0, 1], [0, 1])
            try expect("\u{E9}", [3], [2, 3])
            try expect("\u{3C3}", [], [4, 5])
            try expect("K", [], [6, 7])
            try expect("\u{DF}", [8], [8, 9])
            try expect("SS", [], [10])
            try expect("E\u{301}", [], [11])
            try table.expect(
                .text("f", .equals, "aBC", caseInsensitive: true), finds: [0, 1])
            try table.expect(
                .text("f", .startsWith, "STRA", caseInsensitive: true), finds: [8, 9, 10])
            try table.expect(
                .text("f", .endsWith, "G", caseInsensitive: true), finds: [6, 7])
        },
        Check(
            "QRY-17/bytes", "Text is sorted and compared by its UTF-8 bytes, in no language.",
            proves: .textOrder, .equivalentTexts,
            cause: "text compared by a collation, or in a normal form",
            origin: "== and < of Swift's String"
        ) {
            let texts = [
                "", "\0", "A", "B", "Z", "a", "a\0", "a\0b", "aa", "e\u{301}", "z", "\u{E9}",
                "\u{FFFD}", "\u{1F404}",
            ]
            let table = try FieldCollections(
                texts.map { .string($0) }, kind: .string, in: $0.database)
            try table.expectOrder(Array(texts.indices))
            try table.expect(.compare("f", .equal, "\u{E9}"), finds: [11])
            try table.expect(.compare("f", .equal, "e\u{301}"), finds: [9])
            try table.expect(.compare("f", .greater, "a"), finds: Array(6...13))
            try table.expect(.text("f", .startsWith, "a"), finds: [5, 6, 7, 8])
            try table.expect(.between("f", "B", "a\0"), finds: [3, 4, 5, 6])
            try table.expect(.text("f", .contains, "\u{301}"), finds: [9])
        },
        Check(
            "QRY-23/hostile", "Constants are data, whatever they would mean in another language.",
            proves: .constantsAreData,
            cause: "constants are spliced into the engine's language",
            origin: "SQL injection"
        ) {
            let texts = [
                "'", "\"", "''", "\\", ";", "--", "'; DROP TABLE items; --", "\0", "a\0b",
                "\u{2028}",
                "{\"$ne\":1}", "$key", "%s", "?1", ":a", "@a", "${x}", "`", ")", "null", "NULL",
            ]
            let table = try FieldCollections(
                texts.map { .string($0) }, kind: .string, in: $0.database)
            for (place, text) in texts.enumerated() {
                try table.expect(.compare("f", .equal, .string(text)), finds: [place])
                try table.expect(.isIn("f", [.string(text), "\u{1}"]), finds: [place])
                try table.expect(.text("f", .equals, text), finds: [place])
            }
            try table.expect(.compare("f", .equal, "x' OR '1'='1"), finds: [])
        },
        Check(
            "QRY-10/number-texts", "Texts that look like numbers are texts.",
            proves: .nothingIsConverted, .valuesKeepTheirKind,
            cause: "texts that look like numbers are compared as numbers",
            origin: "\"7\" and \"007\" in a column of SQLite"
        ) {
            let texts = [
                "007", "7", "1e3", "1000", "0x10", " 12", "12 ", "12", "+5", "5", "1_000", "NULL",
                "true", "123456789012345678901234567890", "1.0", "1",
            ]
            let table = try FieldCollections(
                texts.map { .string($0) }, kind: .string, in: $0.database)
            for (place, text) in texts.enumerated() {
                try table.expect(.compare("f", .equal, .string(text)), finds: [place])
            }
            let less = texts.indices.filter {
                texts[$0].utf8.lexicographicallyPrecedes("12".utf8)
            }
            try table.expect(.compare("f", .less, "12"), finds: less)
        },
        Check(
            "UNI-13/scalars", "What text contains is found scalar by scalar, in no cluster.",
            proves: .textIsLiteral,
            cause: "text is searched for by characters, so that a mark hides its letter",
            origin: "contains of Swift's String goes by characters"
        ) {
            let table = try FieldCollections(
                ["e\u{301}", "\u{E9}", "a\0b", "\u{1F468}\u{200D}\u{1F469}", "\r\n"],
                kind: .string, in: $0.database)
            try table.expect(.text("f", .contains, "e"), finds: [0])
            try table.expect(.text("f", .startsWith, "e"), finds: [0])
            try table.expect(.text("f", .contains, "\0"), finds: [2])
            try table.expect(.text("f", .endsWith, "\u{1F469}"), finds: [3])
            try table.expect(.text("f", .contains, "\n"), finds: [4])
        },
    ]
}

extension Filter {
    /// A condition on text that regards case.
    fileprivate static func text(_ path: FieldPath, _ match: TextMatch, _ needle: String) -> Filter
    {
        .text(path, match, needle, caseInsensitive: false)
    }
}
