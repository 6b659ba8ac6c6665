import SeededNumbers
import StorageCore

/// Makes records, and queries about them that hit some.
struct QueryGenerator {
    var generator: SplitMix64

    /// Whether conditions compare fields with values of their kind only, as a collection demands
    /// that declares its fields.
    let isDeclared: Bool

    /// Keys of all kinds: few, so that writes meet each other.
    let keys: [Key]

    init(seed: UInt64, isDeclared: Bool) throws {
        generator = SplitMix64(seed: seed)
        self.isDeclared = isDeclared
        keys =
            try (-8..<24).map { try Key($0) }
            + ["", "a", "a\0", "ab", "b"].map { try Key($0) }
            + (0..<6).map { try Key([.string("a"), .int($0)]) }
            + [[.bool(true)], [.uint(.max)], [.bytes([0])], [.uuid(uuid(1))]].map { try Key($0) }
    }

    /// Whether something happens that happens once in `times`.
    mutating func once(in times: Int) -> Bool {
        number(below: times) == 0
    }

    mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &generator)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    mutating func key() -> Key { pick(keys) }

    mutating func record() throws -> Record {
        var fields: [(name: String, value: Value)] = []
        for field in QueryField.all {
            switch number(below: 10) {
            case 0: continue
            case 1: fields.append((field.name, .null))
            // Any value may stand in a field, whatever is declared.
            case 2: fields.append((field.name, pick(pick(QueryField.all).values)))
            default: fields.append((field.name, pick(field.values)))
            }
        }
        return try Record(fields)
    }

    mutating func query() -> Query {
        let size = keys.count
        return Query(
            where: once(in: 12) ? .all : filter(depth: 0),
            orderedBy: (0..<pick([0, 1, 1, 2, 3])).map { _ in order() },
            limit: once(in: 3) ? number(below: size / 2) : nil,
            offset: once(in: 5) ? number(below: 6) : 0)
    }

    mutating func order() -> Order {
        let path = once(in: 8) ? .key : pick(pick(QueryField.all).paths)
        return Order(path, descending: once(in: 2))
    }
}
