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
    /// No value.
    static var none: Self { get }

    /// Whether there is no value.
    var isNone: Bool { get }

    /// The value, or nil.
    var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
    var isNone: Bool { self == nil }
    var unwrapped: Any? { self }
}
