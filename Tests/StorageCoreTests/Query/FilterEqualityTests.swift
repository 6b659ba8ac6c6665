import StorageCore
import Testing

struct FilterEqualityTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    static let filters: [Filter] = [
        .all, .none, .isNull("f"), .isMissing("f"), .isNull("g"), .not(.all), .any("f", .all),
        .contains("f", "a"), .isIn("f", []), .isIn("f", [1]), .isIn("f", [1.0]), .and([]),
        .and([.all]), .or([.all]), .compare("f", .less, 1), .compare("f", .lessOrEqual, 1),
        .compare("f", .less, 1.0), .compare("f", .equal, .string(composed)),
        .compare("f", .equal, .string(decomposed)), .isNull([composed]), .isNull([decomposed]),
    ]
    static let texts: [Filter] = TextMatch.allCases.flatMap { match in
        [composed, decomposed].flatMap { needle in
            [false, true].map { .text("f", match, needle, caseInsensitive: $0) }
        }
    }

    @Test func `A filter equals itself and no other one`() {
        let filters = Self.filters + Self.texts
        for (place, filter) in filters.enumerated() {
            #expect(filters.firstIndex(of: filter) == place)
        }
        #expect(Set(filters).count == filters.count)
    }

    @Test func `Canonical equivalents are different texts in a filter of several`() throws {
        let needles = [Self.composed, Self.decomposed]
        let both = Filter.and(needles.map { .text("f", .contains, $0, caseInsensitive: false) })
        let found = try Database(MemoryStorage()).write { tx in
            for (number, text) in (needles + [needles.joined()]).enumerated() {
                try tx.put(["f": .string(text)], key: Key(number), in: "items")
            }
            return try tx.records(Query(where: both), in: "items").map(\.key)
        }
        #expect(try found == [Key(2)])
    }
}
