#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Types that a generic container hands over without saying which one is meant.
extension RecordEncoding {
    /// Appends a value of a type that the encoding knows, and returns whether it is one.
    func appendKnown<T: Encodable>(_ value: T) throws -> Bool {
        // In the order of how often they come this way: a model's own numbers and texts do not.
        if T.self == Date.self {
            write(unsafe unsafeBitCast(value, to: Date.self))
        } else if T.self == String.self {
            write(unsafe unsafeBitCast(value, to: String.self))
        } else if T.self == [String].self {
            try append(strings: unsafe unsafeBitCast(value, to: [String].self))
        } else if T.self == Int.self {
            write(unsafe unsafeBitCast(value, to: Int.self))
        } else if T.self == Double.self {
            write(unsafe unsafeBitCast(value, to: Double.self))
        } else if T.self == UUID.self {
            write(unsafe unsafeBitCast(value, to: UUID.self))
        } else if T.self == Bool.self {
            write(unsafe unsafeBitCast(value, to: Bool.self))
        } else if T.self == Data.self {
            write(unsafe unsafeBitCast(value, to: Data.self))
        } else if T.self == [UInt8].self {
            write(unsafe unsafeBitCast(value, to: [UInt8].self))
        } else if T.self == URL.self {
            return unsafe unsafeBitCast(value, to: URL.self).writeValue(to: &state.writer)
        } else if T.self == Decimal.self {
            append(decimal: unsafe unsafeBitCast(value, to: Decimal.self))
        } else {
            return false
        }
        return true
    }

    /// Appends an array as it would encode itself, without a container for it.
    private func append(strings: [String]) throws {
        guard state.top.innerDepth < Limits.maximumDepth else {
            throw StorageError.tooDeep(fieldPath)
        }
        state.writer.append(.array, UInt32(0))
        let start = state.writer.count
        for string in strings { write(string) }
        try end(start - Frame.lengthSize)
    }

    private func append(decimal: Decimal) {
        var bytes = RecordWriter()
        bytes.append(decimal)
        state.writer.append(encoded: bytes.bytes)
    }
}
