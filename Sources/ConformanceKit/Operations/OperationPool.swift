import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What random operations choose from.
enum OperationPool {
    /// The collections: some that declare nothing, some that declare fields, indexes or keys.
    static func schemas(
        for mix: OperationMix, using random: inout QueryGenerator
    ) throws -> [CollectionSchema] {
        let fields = QueryField.all.map { FieldSchema($0.name, $0.kind) }
        if mix.hasIndexes {
            return try ["a", "b"].map { name in
                try CollectionSchema(
                    name, fields: random.isDeclared ? fields : [], indexes: try random.indexes())
            }
        }
        if mix.hasManyKeys { return [try CollectionSchema("a")] }
        return [
            try CollectionSchema("a"), try CollectionSchema("b", fields: fields),
            try CollectionSchema("ints", key: [.int], fields: fields),
            try CollectionSchema("texts", key: [.string]),
        ]
    }

    /// The keys, sorted.
    static func keys(for mix: OperationMix, _ random: QueryGenerator) throws -> [Key] {
        if mix.hasIndexes { return random.keys.sorted() }
        return try (mix.hasManyKeys ? many() : varied()).map { try Key($0) }.sorted()
    }

    /// Some 250 keys of all kinds, many of them beginnings of others.
    private static func varied() -> [[KeyComponent]] {
        var components: [[KeyComponent]] = (-40..<60).map { [.int($0 * 7)] }
        for text in ["", "a", "a\0", "ab", "b", "\u{E9}", "e\u{301}", "\u{1F404}"] {
            components.append([.string(text)])
            components.append([.string(text + String(repeating: "x", count: 300))])
            for number in 0..<8 { components.append([.string(text), .int(Int64(number))]) }
        }
        for byte in stride(from: 0, to: 256, by: 15) { components.append([.bytes([UInt8(byte)])]) }
        for number in 0..<6 {
            components.append([.uuid(uuid(UInt64(number) << 40))])
            let instant = Date(timeIntervalSinceReferenceDate: Double(number - 3) * 0.25)
            components.append([.date(instant)])
            components.append([.uint(.max - UInt64(number))])
            components.append([.bool(number % 2 == 0), .date(instant)])
        }
        return components + [
            [.bool(false)], [.bool(true)], [.int(.min)], [.int(.max)],
            [.string(String(repeating: "y", count: 470))],
        ]
    }

    /// Thousands of keys, of which many are long: they fill many pages of an engine.
    private static func many() -> [[KeyComponent]] {
        (0..<3_000 as Range<Int64>).map { [.int($0)] }
            + (0..<500 as Range<Int64>).map { number in
                [.string(String(repeating: "k", count: Int(number % 5) * 90)), .int(number)]
            }
    }
}
