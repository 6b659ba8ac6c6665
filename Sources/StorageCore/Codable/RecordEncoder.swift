#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes a `Codable` value as the bytes of a record.
///
/// Equal values have equal bytes, in every process. The value has to encode itself in a keyed
/// container, as structs do. What its fields become:
///
/// | type | value |
/// |---|---|
/// | `Bool` | bool |
/// | integers | int, or uint above `Int64.max`; wider ones are refused |
/// | `Double`, `Float` | double; a `Float` keeps every bit |
/// | `String` | string |
/// | `Date`, `UUID`, `Decimal` | date, uuid, decimal |
/// | `Data`, `[UInt8]` | bytes |
/// | `URL` | string; an object `base`, `relative` if it has a base |
/// | nil | no field, or null where `encodeNil` says so or in an array |
/// | structs, dictionaries with keys that are text or `Int` | object |
/// | arrays, sets | array; the elements of a set sorted by their bytes |
/// | other dictionaries | array of keys and values, sorted by the bytes of the keys |
///
/// Other types encode themselves in their own way. A field that is encoded twice has the value
/// that came last. An optional whose value is nil in turn is refused: it could not be told from
/// nil.
public struct RecordEncoder: Sendable {
    /// Makes an encoder.
    public init() {}

    /// The encoding of `value`, as ``Record/bytes`` has it.
    ///
    /// - Throws: ``StorageError/Code/invalidValue`` with the path of the field that cannot be kept,
    ///   and as its cause what the value itself threw, unless that is a ``StorageError`` already.
    /// - Complexity: O(bytes + n log n) for n fields.
    public func encode<T: Encodable>(_ value: T) throws(StorageError) -> [UInt8] {
        let fields = try RecordEncoding.lend(T.self) { (encoding) throws(StorageError) in
            do {
                try value.encode(to: FieldEncoder(place: encoding.place))
                return try encoding.finishRecord()
            } catch {
                throw encoding.wrapping(error)
            }
        }
        guard let fields else {
            throw StorageError(
                .invalidValue,
                "\(T.self) encodes itself as a single value or as an array, but a record has named "
                    + "fields; make it a field of a struct")
        }
        return fields
    }
}

extension RecordEncoding {
    /// The encoding of a record that has one field.
    ///
    /// - Throws: As ``RecordEncoder/encode(_:)``.
    static func field<T: Encodable>(
        named name: String, _ value: T
    ) throws(StorageError) -> [UInt8] {
        try lend(T.self) { (encoding) throws(StorageError) in
            do {
                let isOptional = T.self is any OptionalValue.Type
                try encoding.place.open(.keyed).encode(value, name, mayBeNull: !isOptional)
                return try encoding.finishRecord() ?? []
            } catch {
                throw encoding.wrapping(error)
            }
        }
    }

    /// An error on its way out as what the caller learns.
    fileprivate func wrapping(_ error: any Error) -> StorageError {
        var path = state.failedPath ?? rootPath
        var reason = "\(error)"
        if case EncodingError.invalidValue(let value, let context) = error {
            if context.codingPath.count > path.count { path = context.codingPath }
            reason = "\(context.debugDescription) (\(value))"
        }
        let field = path.fieldPath
        if var error = error as? StorageError {
            error.field = error.field ?? field
            return error
        }
        return StorageError(
            .invalidValue,
            "\(StorageError.subject(field)) cannot be encoded: \(reason); correct the value",
            field: field, cause: error)
    }
}
