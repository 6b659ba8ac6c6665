/// A collection that encodes its elements in an order of its own, which differs between equal
/// ones and between processes.
protocol UnorderedCollection {
    /// How many elements of the encoding belong together.
    static var elementsPerMember: Int { get }
}

extension Set: UnorderedCollection {
    static var elementsPerMember: Int { 1 }
}

extension Dictionary: UnorderedCollection {
    static var elementsPerMember: Int { 2 }
}

/// An optional, whatever it wraps.
protocol OptionalValue {
    /// The value, or nil.
    var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
    var unwrapped: Any? { self }
}
