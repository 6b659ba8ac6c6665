#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DecodingPlace {
    func bool() throws -> Bool {
        switch try tag() {
        case .true: true
        case .false: false
        default: throw mismatch(Bool.self)
        }
    }

    /// An integer. What is not one by its kind is refused, whatever its value.
    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let value: T?
        switch try tag() {
        case .int: value = T(exactly: Int64(bitPattern: try decoding.word(at: position)))
        case .uint: value = T(exactly: try decoding.large(at: position))
        default: throw mismatch(type)
        }
        guard let value else { throw outOfRange(type) }
        return value
    }

    /// A double, or an integer that is exactly one.
    func double() throws -> Double {
        switch try tag() {
        case .double: return Double(bitPattern: try decoding.word(at: position))
        case .int, .uint: return try exactly { Double(exactly: $0) }
        default: throw mismatch(Double.self)
        }
    }

    /// A double that is exactly a `Float`, or an integer that is.
    func float() throws -> Float {
        switch try tag() {
        case .double:
            let value = Double(bitPattern: try decoding.word(at: position))
            guard let value = Float(narrowing: value) else { throw outOfRange(Float.self) }
            return value
        case .int, .uint: return try exactly { Float(exactly: $0) }
        default: throw mismatch(Float.self)
        }
    }

    private func exactly<T>(_ convert: (Int128) -> T?) throws -> T {
        guard let value = convert(try integer(Int128.self)) else { throw outOfRange(T.self) }
        return value
    }

    func string() throws -> String {
        guard try tag() == .string else { throw mismatch(String.self) }
        return try decoding.string(at: position)
    }

    func date() throws -> Date {
        guard try tag() == .date else { throw mismatch(Date.self) }
        let seconds = Double(bitPattern: try decoding.word(at: position))
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    func uuid() throws -> UUID {
        guard try tag() == .uuid else { throw mismatch(UUID.self) }
        return try decoding.uuid(at: position)
    }

    /// A decimal, or an integer, which always is one.
    func decimal() throws -> Decimal {
        switch try tag() {
        case .decimal: return try decoding.decimal(at: position)
        case .int: return Decimal(try integer(Int64.self))
        case .uint: return Decimal(try integer(UInt64.self))
        default: throw mismatch(Decimal.self)
        }
    }

    func url() throws -> URL {
        guard let url = URL(string: try string()) else { throw corrupted(URL.self) }
        return url
    }

    /// An array as it would decode itself, without a container for it.
    private func strings(for type: Any.Type) throws -> [String] {
        let content = try content(.array, for: type)
        var strings: [String] = []
        strings.reserveCapacity(try decoding.countValues(in: content))
        var position = content.lowerBound
        while position < content.upperBound {
            guard try decoding.tag(at: position) == .string else {
                throw inner(.element(strings.count), at: position).mismatch(String.self)
            }
            let payload = try decoding.payload(at: position)
            strings.append(try decoding.string(in: payload))
            position = payload.upperBound
        }
        return strings
    }

    /// Bytes that were kept as such.
    func bytes(for type: Any.Type) throws -> Slice<UnsafeBufferPointer<UInt8>> {
        guard try tag() == .bytes else { throw mismatch(type) }
        return unsafe decoding.bytes[try decoding.payload(at: position)]
    }

    /// A value in the form that its type has in a record.
    ///
    /// A generic container asks for elements without saying which overload is meant, so that the
    /// simple types have to be found here.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if T.self == String.self { return unsafe unsafeBitCast(try string(), to: T.self) }
        if T.self == Int.self { return unsafe unsafeBitCast(try integer(Int.self), to: T.self) }
        if T.self == Double.self { return unsafe unsafeBitCast(try double(), to: T.self) }
        if T.self == Bool.self { return unsafe unsafeBitCast(try bool(), to: T.self) }
        if T.self == Date.self { return unsafe unsafeBitCast(try date(), to: T.self) }
        if T.self == UUID.self { return unsafe unsafeBitCast(try uuid(), to: T.self) }
        if T.self == Decimal.self { return unsafe unsafeBitCast(try decimal(), to: T.self) }
        if T.self == [UInt8].self, try tag() != .array {
            return unsafe unsafeBitCast(Array(try bytes(for: type)), to: T.self)
        }
        if T.self == [String].self {
            return unsafe unsafeBitCast(try strings(for: type), to: T.self)
        }
        if T.self == Data.self, try tag() != .array {
            return unsafe unsafeBitCast(Data(try bytes(for: type)), to: T.self)
        }
        if T.self == URL.self, try tag() != .object {
            return unsafe unsafeBitCast(try url(), to: T.self)
        }
        if T.self == Int128.self {
            return unsafe unsafeBitCast(try integer(Int128.self), to: T.self)
        }
        if T.self == UInt128.self {
            return unsafe unsafeBitCast(try integer(UInt128.self), to: T.self)
        }
        try decoding.enter(self)
        defer { decoding.leave() }
        return try T(from: FieldDecoder(place: self))
    }
}
