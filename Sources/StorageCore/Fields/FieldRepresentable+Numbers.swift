#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension FieldRepresentable where Self: FixedWidthInteger {
    /// Writes the integer.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        if let value = Int64(exactly: self) {
            writer.append(.int, UInt64(bitPattern: value).littleEndian)
        } else {
            writer.append(.uint, UInt64(self).littleEndian)
        }
    }

    /// Reads the integer.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        guard let value = reader.takeInteger(Self.self) else { throw reader.mismatch(Self.self) }
        self = value
    }
}

extension Bool {
    /// Writes the Boolean.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(self ? .true : .false)
    }

    /// Reads the Boolean.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        if reader.take(.true) {
            self = true
        } else if reader.take(.false) {
            self = false
        } else {
            throw reader.mismatch(Self.self)
        }
    }
}

extension Double {
    /// Writes the number.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(.double, bitPattern.littleEndian)
    }

    /// Reads the number, or an integer that is exactly one.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        if let bits = reader.takeWord(.double) {
            self.init(bitPattern: bits)
        } else {
            self = try reader.takeConverted()
        }
    }
}

extension Float {
    /// Writes the number; it keeps every bit.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(.double, widened.bitPattern.littleEndian)
    }

    /// Reads the number, or an integer that is exactly one.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        let start = reader.position
        guard let bits = reader.takeWord(.double) else {
            self = try reader.takeConverted()
            return
        }
        guard let value = Float(narrowing: Double(bitPattern: bits)) else {
            reader.position = start
            throw reader.corrupted(Self.self)
        }
        self = value
    }
}

extension Date {
    /// Writes the instant.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(.date, timeIntervalSinceReferenceDate.bitPattern.littleEndian)
    }

    /// Reads the instant.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        guard let bits = reader.takeWord(.date) else { throw reader.mismatch(Self.self) }
        self.init(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
}

extension UUID {
    /// Writes the UUID.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(.uuid, uuid)
    }

    /// Reads the UUID.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        guard let bytes = reader.take(.uuid, uuid_t.self) else { throw reader.mismatch(Self.self) }
        self.init(uuid: bytes)
    }
}
