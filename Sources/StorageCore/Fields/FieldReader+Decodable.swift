/// The way over `Codable`, which has an error for everything.
extension FieldReader {
    /// Reads the value at hand by way of `Decodable`.
    @usableFromInline
    mutating func decode<Value: Decodable>() throws -> Value {
        let value = try atValue { try $0.decode(Value.self) }
        let bytes = unsafe record.span
        try RecordReader.skipValue(bytes, &position)
        return value
    }

    /// The error that says that the value at hand is not of `type`, and what it is.
    @usableFromInline
    func mismatch(_ type: any Any.Type) -> StorageError {
        failure { $0.mismatch(type) }
    }

    /// The error that says that the value at hand is of the right kind, but none of `type`.
    @usableFromInline
    func corrupted(_ type: any Any.Type) -> StorageError {
        failure { $0.corrupted(type) }
    }

    /// The error that says that no value of `type` has that raw value.
    @usableFromInline
    func unknown<RawValue>(_ rawValue: RawValue, _ type: any Any.Type) -> StorageError {
        failure {
            DecodingError.dataCorrupted(
                $0.context(
                    "Cannot initialize \(type) from invalid \(RawValue.self) value \(rawValue)"))
        }
    }

    /// The error that says that the record lacks a field.
    @usableFromInline
    func missing(_ name: StaticString, _ type: any Any.Type) -> StorageError {
        do {
            return try unsafe RecordDecoding.lend(record) { decoding in
                failure(
                    DecodingPlace(decoding).missing(PathKey.name(name.description), type), decoding)
            }
        } catch {
            return .decodingFailed(model, error)
        }
    }

    private func failure(_ error: (DecodingPlace) -> any Error) -> StorageError {
        do throws(StorageError) {
            return try atValue { throw error($0) }
        } catch {
            return error
        }
    }

    /// Lends the place of the value at hand.
    private func atValue<Result>(
        _ body: (DecodingPlace) throws -> Result
    ) throws(StorageError) -> Result {
        do {
            return try unsafe RecordDecoding.lend(record) { decoding in
                let name = unsafe FieldName(
                    in: decoding.bytes, start: nameStart, count: max(nameCount, 0))
                let place = DecodingPlace(
                    decoding: decoding, position: position, step: nil, lastStep: .field(name))
                do {
                    return try body(place)
                } catch {
                    throw failure(error, decoding)
                }
            }
        } catch {
            throw .decodingFailed(model, error)
        }
    }

    /// What went wrong: if the record is damaged, that is why.
    private func failure(_ error: any Error, _ decoding: RecordDecoding) -> StorageError {
        do throws(StorageError) {
            _ = try decoding.fields(in: 0..<decoding.count)
        } catch {
            return error
        }
        return .decodingFailed(model, error)
    }
}
