/// What is wrong with a field. `Codable` has an error for everything.
extension FieldReader {
    /// The error that says that the value at hand is not of `type`, and what it is.
    func mismatch(_ type: any Any.Type) -> StorageError {
        do throws(StorageError) {
            return try atValue { throw $0.mismatch(type) }
        } catch {
            return error
        }
    }

    /// The error that says that the record lacks a field.
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

    /// Lends the place of the value at hand.
    func atValue<Result>(
        _ body: (DecodingPlace) throws -> Result
    ) throws(StorageError) -> Result {
        do {
            return try unsafe RecordDecoding.lend(record) { decoding in
                let last = try lastName() ?? 0..<0
                let name = unsafe FieldName(
                    in: decoding.bytes.span, start: last.lowerBound, count: last.count)
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
