extension Key: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A key of one string.
    ///
    /// - Precondition: Its encoding has at most ``maximumSize`` bytes. Use ``init(_:)-(Value)`` for
    ///   text that comes from elsewhere.
    public init(stringLiteral value: String) {
        do {
            try self.init(value)
        } catch {
            preconditionFailure(error.message)
        }
    }

    /// A key of one integer.
    public init(integerLiteral value: Int64) {
        var encoder = KeyEncoder()
        encoder.encode(value)
        self.init(trusted: encoder.bytes)
    }
}
