/// A stretch of keys, in the order of their encoded bytes.
///
/// Whatever bounds it was made from, a range is kept as one inclusive lower and one exclusive
/// upper bound. That is all a backend has to implement: the key that follows `k` directly is `k`
/// with a zero byte behind it.
public struct KeyRange: Hashable, Sendable {
    /// Keys below these bytes are not in the range; nil if there is no such bound.
    public let lowerBound: [UInt8]?

    /// Keys at or above these bytes are not in the range; nil if there is no such bound.
    public let upperBound: [UInt8]?

    package init(from lowerBound: [UInt8]?, until upperBound: [UInt8]?) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// Every key.
    public static let all = KeyRange(from: nil, until: nil)

    /// The keys between two bounds, of which the lower one is named `from` or `after` and the
    /// upper one `through` or `until`.
    ///
    /// - Parameters:
    ///   - from: The first key in the range.
    ///   - after: The last key before the range.
    ///   - through: The last key in the range.
    ///   - until: The first key behind the range.
    /// - Precondition: At most one lower and one upper bound is given.
    public init(
        from: Key? = nil, after: Key? = nil, through: Key? = nil, until: Key? = nil
    ) {
        precondition(from == nil || after == nil, "a range has one lower bound, not two")
        precondition(through == nil || until == nil, "a range has one upper bound, not two")
        self.init(
            from: from?.bytes ?? after.map { $0.bytes + [0] },
            until: until?.bytes ?? through.map { $0.bytes + [0] })
    }

    /// The keys whose first components are the components of `key`, `key` itself included.
    public init(startingWith key: Key) {
        // What follows a component is the next one's tag. The escape, which is above all tags, says
        // that the component goes on: such a key begins with the bytes, not with the component.
        self.init(from: key.bytes, until: key.bytes + [KeyTag.escape])
    }

    /// The keys of one component, a string that begins with `prefix` in UTF-8 bytes, and the
    /// compound keys whose first component is such a string.
    public init(stringPrefix prefix: String) {
        var encoder = KeyEncoder()
        encoder.encodeUnterminated(prefix)
        self.init(prefix: encoder.bytes)
    }

    package init(prefix: [UInt8]) {
        self.init(from: prefix, until: prefix.successorOfPrefix)
    }

    /// Whether no key can be in the range.
    public var isEmpty: Bool {
        guard let lowerBound, let upperBound else { return false }
        return !lowerBound.lexicographicallyPrecedes(upperBound)
    }

    /// Whether a key with these encoded bytes is in the range.
    public func contains(_ key: [UInt8]) -> Bool {
        if let lowerBound, key.lexicographicallyPrecedes(lowerBound) { return false }
        if let upperBound, !key.lexicographicallyPrecedes(upperBound) { return false }
        return true
    }

    /// The keys that are in both ranges.
    public func intersection(_ other: KeyRange) -> KeyRange {
        KeyRange(
            from: [lowerBound, other.lowerBound].compactMap(\.self).max {
                $0.lexicographicallyPrecedes($1)
            },
            until: [upperBound, other.upperBound].compactMap(\.self).min {
                $0.lexicographicallyPrecedes($1)
            })
    }
}

extension [UInt8] {
    /// The first byte string behind all those that begin with this one, or nil if there is none.
    var successorOfPrefix: [UInt8]? {
        guard let last = lastIndex(where: { $0 != .max }) else { return nil }
        var successor = Array(self[...last])
        successor[last] += 1
        return successor
    }
}

extension KeyRange {
    /// What is left of the range once a scan has visited `key`.
    package func beyond(_ key: [UInt8], reversed: Bool) -> KeyRange {
        reversed
            ? KeyRange(from: lowerBound, until: key)
            : KeyRange(from: key + [0], until: upperBound)
    }
}
