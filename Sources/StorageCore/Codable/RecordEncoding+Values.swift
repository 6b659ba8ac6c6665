#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension RecordEncoding {
    /// Appends a name to the innermost frame; the value has to follow.
    func beginField(_ name: String) {
        var name = name
        let field = name.withUTF8 { utf8 in
            writer.appendLength(utf8.count)
            let start = writer.bytes.count
            unsafe writer.bytes.append(contentsOf: utf8)
            return FieldName(in: writer.bytes, start: start, count: utf8.count)
        }
        let top = frames.count - 1
        if frames[top].count > 0, frames[top].isSorted, let previous = fields.last {
            frames[top].isSorted = previous.compare(to: field, in: writer.bytes) < 0
        }
        frames[top].count += 1
        fields.append(field)
    }

    /// Begins the next element of the innermost frame; the value has to follow.
    func beginElement() {
        let top = frames.count - 1
        if frames[top].elementsPerMember > 0 {
            if frames[top].count.isMultiple(of: frames[top].elementsPerMember) {
                fields.append(FieldName(start: writer.bytes.count, count: 0, prefix: 0))
            }
        }
        frames[top].count += 1
    }

    /// Appends a value in the form that its type has in a record.
    func append<T: Encodable>(_ value: T) throws {
        if try appendKnown(value) { return }
        guard frames.count < Self.maximumFrames else { throw StorageError.tooDeep(fieldPath) }
        pushFrame(T.self, depth: frames[frames.count - 1].innerDepth)
        if failedPath != nil { failedPath = nil }
        try value.encode(to: FieldEncoder(place: place))
        try popFrame()
    }

    /// The path of the value that the innermost frame began to write last.
    var fieldPath: String? {
        var path = path(ofFrame: frames.count - 1)
        if let currentStep { path.append(currentStep) }
        return path.fieldPath
    }

    // A generic container hands over elements without saying which overload is meant, so that the
    // simple types have to be found here.
    private func appendKnown<T: Encodable>(_ value: T) throws -> Bool {
        if T.self == String.self {
            writer.append(unsafe unsafeBitCast(value, to: String.self))
        } else if T.self == Int.self {
            writer.append(Int64(unsafe unsafeBitCast(value, to: Int.self)))
        } else if T.self == Double.self {
            writer.append(unsafe unsafeBitCast(value, to: Double.self))
        } else if T.self == Bool.self {
            append(unsafe unsafeBitCast(value, to: Bool.self))
        } else if T.self == Date.self {
            writer.append(unsafe unsafeBitCast(value, to: Date.self))
        } else if T.self == UUID.self {
            writer.append(unsafe unsafeBitCast(value, to: UUID.self))
        } else if T.self == [UInt8].self {
            writer.append(bytes: unsafe unsafeBitCast(value, to: [UInt8].self))
        } else if T.self == [String].self {
            try append(strings: unsafe unsafeBitCast(value, to: [String].self))
        } else if T.self == Data.self {
            writer.append(bytes: unsafe unsafeBitCast(value, to: Data.self))
        } else if T.self == Decimal.self {
            writer.append(unsafe unsafeBitCast(value, to: Decimal.self))
        } else if T.self == URL.self {
            return append(unsafe unsafeBitCast(value, to: URL.self))
        } else if T.self == Int128.self {
            try append(wide: unsafe unsafeBitCast(value, to: Int128.self))
        } else if T.self == UInt128.self {
            try append(wide: unsafe unsafeBitCast(value, to: UInt128.self))
        } else {
            return false
        }
        return true
    }

    /// Appends an array as it would encode itself, without a container for it.
    private func append(strings: [String]) throws {
        let outer = frames[frames.count - 1]
        guard outer.innerDepth < Limits.maximumDepth else { throw StorageError.tooDeep(fieldPath) }
        let start = writer.beginContainer(.array)
        for string in strings { writer.append(string) }
        try end(start)
    }

    func append(_ value: Bool) {
        writer.append(tag: value ? .true : .false)
    }

    func append(_ value: Float) {
        writer.append(value.widened)
    }

    /// Appends a URL as text, unless it has a base, which text cannot keep.
    private func append(_ value: URL) -> Bool {
        guard value.baseURL == nil else { return false }
        writer.append(value.absoluteString)
        return true
    }

    private func append(wide value: some FixedWidthInteger) throws {
        if let value = Int64(exactly: value) { return writer.append(value) }
        guard let value = UInt64(exactly: value) else {
            let field = fieldPath
            throw StorageError(
                .invalidValue,
                "\(StorageError.subject(field)) is \(value), which has more than 64 bits; make it "
                    + "a Decimal or a String",
                field: field)
        }
        writer.appendUInt(value)
    }
}

extension Float {
    /// The number as a Double that ``init(narrowing:)`` gives back bit for bit.
    ///
    /// The processor would make a signalling NaN a quiet one.
    @inlinable var widened: Double {
        guard isNaN else { return Double(self) }
        let sign = UInt64(bitPattern >> 31) << 63
        let payload = UInt64(bitPattern & 0x7F_FFFF) << 29
        return Double(bitPattern: sign | 0x7FF0_0000_0000_0000 | payload)
    }

    /// The same number as a Float, or nil if there is none.
    @inlinable
    init?(narrowing value: Double) {
        guard value.isNaN else {
            self.init(exactly: value)
            return
        }
        let payload = value.bitPattern & 0xF_FFFF_FFFF_FFFF
        guard payload & 0x1FFF_FFFF == 0 else { return nil }
        let sign = UInt32(value.bitPattern >> 63) << 31
        self.init(bitPattern: sign | 0x7F80_0000 | UInt32(payload >> 29))
    }
}
