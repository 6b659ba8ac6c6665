import StorageCore

/// An entry of a model's collection. Copies of the model share it.
final class ModelItem {
    let entry: Entry
    let order: KeyOrder
    private var known: QueryOracle.Subject?

    init(_ entry: Entry) throws {
        self.entry = entry
        order = try KeyOrder(entry.key)
    }

    /// The entry as conditions see it, which is found out when it is first asked for.
    func subject() throws -> QueryOracle.Subject {
        if let known { return known }
        let subject = try QueryOracle.Subject(entry)
        known = subject
        return subject
    }
}

/// Where a key stands among others, by the values of its components.
struct KeyOrder {
    private let components: [OrderedValue]

    init(_ key: Key) throws {
        components = try key.components().map { try OrderedValue($0.value) }
    }

    /// The order of two keys: negative, zero or positive.
    static func compare(_ left: KeyOrder, _ right: KeyOrder) -> Int {
        for (left, right) in zip(left.components, right.components) {
            let order = OrderedValue.compare(left, right)
            if order != 0 { return order }
        }
        return left.components.count - right.components.count
    }

    /// Whether the first components are those of another key.
    func begins(with other: KeyOrder) -> Bool {
        components.count >= other.components.count
            && zip(components, other.components).allSatisfy { OrderedValue.compare($0, $1) == 0 }
    }

    /// Whether the first component is a string that begins with these UTF-8 bytes.
    func beginsWithText(_ prefix: String) -> Bool {
        guard case .string(let text) = components.first else { return false }
        return text.utf8.starts(with: prefix.utf8)
    }
}
