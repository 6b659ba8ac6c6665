/// Decodes a `Codable` value from the bytes of a record.
///
/// What ``RecordEncoder`` writes is read back exactly. Nothing is guessed: a Boolean is not an
/// integer and a double is not one either, whatever its value. An integer is read as a `Double`,
/// `Float` or `Decimal` if it is exactly one, an array of integers as `[UInt8]` or `Data`. Null and
/// an absent field are both nil for an optional. Fields that the type does not ask for are ignored.
public struct RecordDecoder: Sendable {
    /// Makes a decoder.
    public init() {}

    /// The value that has the encoding `bytes`, which are those of a record.
    ///
    /// - Throws: ``StorageError/Code/decodingFailed`` with the path of the field that does not fit,
    ///   what was expected and what was found, and as its cause what the value's own `init(from:)`
    ///   threw; ``StorageError/Code/damaged`` if the bytes that were read are not those of a record.
    /// - Complexity: O(bytes + n log n) for n fields.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8]
    ) throws(StorageError) -> T {
        try decode(type, from: bytes.span)
    }

    /// The value that has the encoding `bytes`, which are those of a record.
    ///
    /// - Throws: As ``decode(_:from:)-([UInt8])``.
    /// - Complexity: O(bytes + n log n) for n fields.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: Span<UInt8>
    ) throws(StorageError) -> T {
        do {
            return try RecordDecoding.lend(bytes) { try DecodingPlace($0).decode(type) }
        } catch {
            throw .decodingFailed(type, error)
        }
    }
}

extension StorageError {
    static func decodingFailed(_ type: Any.Type, _ error: any Error) -> StorageError {
        if let error = error as? StorageError { return error }
        var path: [any CodingKey] = []
        var reason = "\(error)"
        if let context = (error as? DecodingError)?.context {
            path = context.codingPath
            reason = context.debugDescription
        }
        let field = path.fieldPath
        return StorageError(
            .decodingFailed,
            "\(subject(field)) cannot be read as part of \(type): \(reason); correct the record, or "
                + "migrate it to the new type",
            field: field, cause: error)
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
