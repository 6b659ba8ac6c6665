/// The key of a record: a tuple of one or more typed components.
///
/// Keys are equal if their encoded bytes are, and sort by them: numbers by value, strings by
/// UTF-8 bytes, tuples component by component. `1` and `"1"` are different keys.
public struct Key: Hashable, Sendable {
    /// The encoding that orders keys: 1 to ``maximumSize`` bytes.
    public let bytes: [UInt8]

    /// The longest encoding, in bytes.
    public static let maximumSize = 480

    /// A key of one component.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the encoding is longer than ``maximumSize``,
    ///   or if a component has no place in the order, as a date that is not a number.
    public init(_ value: some KeyRepresentable) throws(StorageError) {
        var encoder = KeyEncoder()
        try value.encode(to: &encoder)
        try self.init(encoder)
    }

    /// Lends the encoding of a key to `body`, in memory that is gone afterwards.
    ///
    /// - Throws: As ``init(_:)``, and what `body` throws.
    @inlinable
    @inline(__always)
    static func lend<Result>(
        _ value: some KeyRepresentable, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        try unsafe withUnsafeTemporaryAllocation(
            byteCount: KeyEncoder.scratchSize, alignment: 8
        ) { memory in
            var encoder = unsafe KeyEncoder(lent: memory)
            try value.encode(to: &encoder)
            try check(size: encoder.scratch.count)
            return try encoder.scratch.lend(body)
        }
    }

    /// A compound key.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if there is no component, or as ``init(_:)``.
    public init(_ components: [KeyComponent]) throws(StorageError) {
        var encoder = KeyEncoder()
        for component in components { try component.encode(to: &encoder) }
        try self.init(encoder)
    }

    /// A key from its encoding, as ``bytes`` gave it.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the bytes are not the encoding of a key.
    public init(encoded bytes: [UInt8]) throws(StorageError) {
        var decoder = KeyDecoder(bytes)
        while !decoder.isAtEnd { _ = try decoder.decode() }
        try self.init(checkingSize: bytes)
    }

    /// A key that is known to be one: it comes from a storage, or was checked.
    package init(trusted bytes: [UInt8]) {
        self.bytes = bytes
    }

    private init(_ encoder: borrowing KeyEncoder) throws(StorageError) {
        try self.init(checkingSize: encoder.bytes)
    }

    private init(checkingSize bytes: [UInt8]) throws(StorageError) {
        try Self.check(size: bytes.count)
        self.bytes = bytes
    }

    @usableFromInline
    static func check(size: Int) throws(StorageError) {
        guard (1...maximumSize).contains(size) else {
            throw StorageError(
                .invalidKey,
                "an encoded key has 1 to \(maximumSize) bytes, not \(size)"
                    + (size == 0 ? "; give it a component" : "; shorten it"))
        }
    }

    /// The components, decoded.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the key came damaged from a storage.
    /// - Complexity: O(bytes).
    public func components() throws(StorageError) -> [KeyComponent] {
        var decoder = KeyDecoder(bytes)
        var components: [KeyComponent] = []
        while !decoder.isAtEnd { components.append(try decoder.decode()) }
        return components
    }

    /// The key as a value of the type it was made from.
    ///
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the key is of another kind.
    public func decode<Value: KeyRepresentable>(
        as type: Value.Type = Value.self
    ) throws(StorageError) -> Value {
        var decoder = KeyDecoder(bytes)
        let value = try Value(from: &decoder)
        guard decoder.isAtEnd else {
            throw StorageError(
                .wrongKeyKind, "the key \(self) has more components than \(Value.self)", key: self)
        }
        return value
    }
}

extension Key: Comparable {
    /// Whether the encoding of the left key sorts before that of the right one.
    public static func < (left: Key, right: Key) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
