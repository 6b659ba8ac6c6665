import StorageCore

extension Check {
    /// Unicode: bytes count, nothing else.
    static let unicode: [Check] = [
        Check(
            "UNI-01/normal-forms", "Composed and decomposed text are different keys.",
            proves: .equivalentTexts, .everyKeyByteCounts,
            cause: "keys normalised, as file systems and some string types do",
            origin: """
                == of Swift's String and Dictionary take both forms for one; it survives the \
                suite of Level/abstract-level
                """
        ) {
            try $0.expectIndependent(
                try ["\u{E9}", "e\u{301}", "e", "n\u{303}o", "\u{F1}o"].map { try Key($0) },
                "keys in different normal forms")
        },
        Check(
            "UNI-02/values", "Text in values comes back scalar for scalar, in any normal form.",
            proves: .textComesBack,
            cause: "text normalised",
            origin: "file systems of Apple decompose text"
        ) {
            try $0.expectKept(
                ["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{1100}\u{1161}"]
                    + ["\u{AC00}", "\u{FB01}", "fi"], "text in normal forms")
        },
        Check(
            "UNI-03/equivalents", "Canonical and compatibility equivalents are different keys.",
            proves: .equivalentTexts, .everyKeyByteCounts,
            cause: "keys normalised by compatibility"
        ) {
            try $0.expectIndependent(
                try [
                    "\u{212B}", "\u{C5}", "A\u{30A}", "\u{1100}\u{1161}", "\u{AC00}", "\u{FB01}",
                    "fi", "\u{2126}", "\u{3A9}", "\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}",
                ].map { try Key($0) }, "equivalent keys")
        },
        Check(
            "UNI-04/utf8-order", "Text sorts by UTF-8 bytes, which is not the order of UTF-16.",
            proves: .textOrder, .componentOrder,
            cause: "keys sorted as UTF-16 or by a collation, not by their bytes",
            origin: "UTF-16 order survives the suite of Level/abstract-level"
        ) {
            let sorted = [
                "a", "\u{7FF}", "\u{800}", "\u{FF5E}", "\u{FFFD}", "\u{10000}", "\u{1F404}",
            ]
            try $0.database.put(sorted.reversed().map { Entry(try Key($0), .number(0)) })
            try expectEqual(
                try $0.database.keys(), try sorted.map { try Key($0) }, "scan of keys beyond U+FFFF"
            )
        },
        Check(
            "UNI-05/not-collated", "Text sorts by UTF-8 bytes, not as a person would sort it.",
            proves: .textOrder, .componentOrder,
            cause: "keys sorted by a collation, as `<` of String and `LIKE` do",
            origin: "< of Swift's String is the order of neither UTF-8 nor UTF-16"
        ) {
            let sorted = [
                "", "B", "Z", "a", "e", "e\u{301}", "ea", "f", "\u{E4}", "\u{E9}", "\u{F6}",
            ]
            let bytes = sorted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            try $0.database.put(sorted.reversed().map { Entry(try Key($0), .number(0)) })
            try expectEqual(
                try $0.database.keys(), try bytes.map { try Key($0) }, "scan of keys with accents")
        },
        Check(
            "UNI-06/emoji", "Emoji of any make are kept, in keys, values and names.",
            proves: .textComesBack, .anyNames,
            cause: "text kept in an encoding without the planes above the first",
            origin: "utf8 of MySQL, which ends at three bytes"
        ) {
            let emoji = [
                "👨‍👩‍👧‍👦", "👨", "👩", "👋🏽", "👋", "🇩🇪", "🇩", "🇪", "❤️", "❤", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴",
            ]
            try $0.expectIndependent(try emoji.map { try Key($0) }, in: "🐄 👨‍👩‍👧", "emoji as keys")
            try $0.expectKept(emoji.map { .string($0) }, "emoji in values")
        },
        Check(
            "UNI-07/invisible", "Invisible scalars count in keys.",
            proves: .everyKeyByteCounts, .equivalentTexts,
            cause: "scalars that are not seen are left out, as some sanitizers do"
        ) {
            let marks = [
                "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{AD}", "\u{FE0F}",
            ]
            try $0.expectIndependent(
                try (["a"] + marks.flatMap { ["a" + $0, $0 + "a", $0] }).map { try Key($0) },
                "keys with invisible scalars")
        },
        Check(
            "UNI-08/nul", "NUL counts in text, in values and in the names of fields.",
            proves: .textComesBack, .anyNames,
            cause: "text cut at NUL, as strings of C are",
            origin: "text of PostgreSQL has no NUL, and sqlite3_bind_text with -1 ends there"
        ) {
            try $0.expectKept(["a\0b", "\0", "a\0", "\0a", "a", ""], "text with NUL")
            let record: Record = ["a\0b": 1, "a": 2, "a\0": 3, "\0": 4]
            try $0.database.put(record, try Key("nul"), in: "nul")
            try $0.expectContent(
                [Entry(try Key("nul"), record)], in: "nul", "names of fields with NUL")
        },
        Check(
            "UNI-09/invalid-utf8", "Bytes that are no UTF-8 are kept as bytes.",
            proves: .bytesAreNotText,
            cause: "bytes kept as text and repaired as UTF-8",
            origin: "String(decoding:as:) puts U+FFFD for what is no UTF-8"
        ) {
            let strings: [[UInt8]] = [
                [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
                [0xEF, 0xBF, 0xBD],
            ]
            try $0.expectKept(strings.map { .bytes($0) }, "bytes that are no UTF-8")
            try $0.expectIndependent(
                try strings.map { try Key($0) }, in: "keys", "keys of bytes that are no UTF-8")
        },
        Check(
            "UNI-10/controls", "Control characters and line separators are kept in text.",
            proves: .textComesBack,
            cause: "control characters lost"
        ) {
            let controls = (0..<32).map { String(Character(UnicodeScalar(UInt8($0)))) }
            let others = ["\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\r\n", "\n\r", "\u{FEFF}x"]
            try $0.expectKept(
                (controls + others + ["\\", "\"", "\\u0000", "</script>"]).map { .string($0) },
                "control characters")
        },
        Check(
            "UNI-14/bytes-not-characters", "The limits of keys and names count UTF-8 bytes.",
            proves: .bytesAreCounted, .keySize, .nameSize,
            cause: "limits compared with a number of characters"
        ) {
            context in
            let key = try Key(String(repeating: "é", count: 239))
            try expectError(.invalidKey, "a key of 240 two-byte characters") {
                try Key(String(repeating: "é", count: 240))
            }
            let name = String(repeating: "牛", count: 85)
            try context.database.put(.number(1), key, in: name)
            try context.expectContent([Entry(key, .number(1))], in: name, "a name of 255 bytes")
            try expectError(.invalidName, "a collection's name of 256 bytes") {
                try context.database.put(.number(1), key, in: name + "x")
            }
        },
        Check(
            "UNI-15/collections", "Any names tell collections apart, by their UTF-8 bytes.",
            proves: .anyNames,
            cause: "names of collections compared without regard to case, as tables of SQL are",
            origin: "SQLite: \"table already exists\" for a name in other case"
        ) {
            try $0.expectSeparate(names)
        },
        Check(
            "UNI-15/fields", "Any names tell fields apart, by their UTF-8 bytes.",
            proves: .anyNames,
            cause: "names of fields compared without regard to case, as columns of SQL are",
            origin: "SQLite: \"duplicate column name\" for a name in other case"
        ) {
            let record = try Record(names.enumerated().map { ($0.element, .integer($0.offset)) })
            try $0.database.put(record, try Key(1))
            try $0.expectContent([Entry(try Key(1), record)], "fields of any names")
        },
        Check(
            "UNI-15/declared-fields", "Any names tell declared fields apart.",
            proves: .anyNames, .fieldsAreHints,
            cause: """
                names of columns are spliced into SQL, or hide a name of the engine's own such \
                as rowid
                """,
            origin: "fields that are called order, from, rowid or _id"
        ) {
            let fields = (names + [""]).map { FieldSchema($0, .int) }
            let database = try $0.database
            try database.write { try $0.prepare(CollectionSchema(items, fields: fields)) }
            var entries: [Entry] = []
            for (index, field) in fields.enumerated() {
                entries.append(
                    Entry(try Key(index), try Record([(field.name, .integer(index))])))
            }
            let full = fields.enumerated().map { ($0.element.name, Value.integer($0.offset)) }
            entries.append(Entry(try Key(fields.count), try Record(full)))
            try database.put(entries)
            try $0.expectContent(entries, "declared fields of any names")
            guard try $0.isPersistent else { return }
            try $0.reopen()
            try $0.expectContent(entries, "declared fields of any names, opened again")
        },
    ]

    /// Names that trip engines: words of their languages, quotes, case, normal forms, white space.
    private static let names = [
        "a", "A", "á", "a\u{301}", "order", "group", "table", "select", "index", "Order", "ORDER",
        "from", "default", "value", "key", "Key", "rest", "record", "rowid", "ROWID", "oid", "_id",
        "_rowid_", "sqlite_x", "sqlite_master", "main", "temp", "lock", "data", "x'y", "x\"y",
        "x]y", "x[y", "x`y", "x;y", "x--y", "x\0y", "x\0", "x", " x", "x ", "x y", "x.y", "x/y",
        "x\\y", "x%y", "x_y", "x:y", "..", ".", "a$", "\u{1F404}", "日本", "שלום", "é", "e\u{301}",
        "null", "NULL", "true", "1", "01", "-1", "\n", "\u{FEFF}x",
    ]
}

extension CheckContext {
    /// Fails unless each collection has records of its own, and emptying one leaves the others.
    fileprivate func expectSeparate(_ names: [String]) throws {
        let key = try Key("key")
        try database.write { transaction in
            for (index, name) in names.enumerated() {
                try transaction.put(.number(index), key: key, in: name)
            }
        }
        if try isPersistent { try reopen() }
        for (index, name) in names.enumerated() {
            try expectContent(
                [Entry(key, .number(index))], in: name, "the collection \(readable(name))")
        }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try expectEqual(
            try database.read { try $0.collections().map(\.name) }, sorted, "the collections")
        for (index, name) in names.enumerated() {
            try expectEqual(try database.delete(.all, in: name), 1, "emptying \(readable(name))")
            guard let next = names.dropFirst(index + 1).first else { break }
            try expectContent(
                [Entry(key, .number(index + 1))], in: next,
                "the collection \(readable(next)) when \(readable(name)) is emptied")
        }
    }
}
