/// What went wrong, where, and what to do about it.
public struct StorageError: Error, Sendable {
    /// The kind of failure, the same for every backend.
    public let code: Code

    /// The operation, the thing and the way out, in one line.
    public let message: String

    /// The collection concerned, where it is known.
    public var collection: String?

    /// The key concerned, where it is known.
    public var key: Key?

    /// The path of the field concerned, such as `address.lines.2`, where it is known.
    public var field: String?

    /// The unique index concerned, and what is in its way.
    public var conflicts: [UniqueConflict] = []

    /// The engine's or the operating system's own number for the failure.
    public var engineCode: Int?

    /// The error that led to this one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, collection: String? = nil, key: Key? = nil,
        field: String? = nil, conflicts: [UniqueConflict] = [], engineCode: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.collection = collection
        self.key = key
        self.field = field
        self.conflicts = conflicts
        self.engineCode = engineCode
        self.cause = cause
    }
}

extension StorageError: CustomStringConvertible {
    /// The code and the message, as in `notFound: no record …`.
    public var description: String { "\(code): \(message)" }
}

/// Values that a unique index would have more than once.
public struct UniqueConflict: Hashable, Sendable {
    /// The name of the index.
    public let index: String

    /// The values, one for each part of the index.
    public let values: [Value]

    /// The keys of the records that have them, the one that was there first at the front.
    public let keys: [Key]
}
