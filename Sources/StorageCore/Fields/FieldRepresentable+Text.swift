#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension String {
    /// Writes the string.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        writer.append(self)
    }

    /// Reads the string.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        guard let text = reader.takeText() else { throw reader.mismatch(Self.self) }
        self = text
    }
}

extension URL {
    /// Writes the URL's text; one that has a base keeps it.
    public func writeValue(to writer: inout FieldWriter) throws {
        guard baseURL == nil else { return try writer.append(encodable: self) }
        writer.append(absoluteString)
    }

    /// Reads the URL.
    public init(valueFrom reader: inout FieldReader) throws {
        let start = reader.position
        guard let text = reader.takeText() else {
            self = try reader.decode()
            return
        }
        guard let url = URL(string: text) else {
            reader.position = start
            throw reader.corrupted(Self.self)
        }
        self = url
    }
}

extension Data {
    /// Writes the bytes.
    public func writeValue(to writer: inout FieldWriter) throws {
        unsafe withUnsafeBytes { bytes in
            writer.append(.bytes)
            unsafe writer.append(counted: bytes)
        }
    }

    /// Reads the bytes.
    public init(valueFrom reader: inout FieldReader) throws {
        guard let bytes = unsafe reader.takeCounted(.bytes) else {
            throw reader.mismatch(Self.self)
        }
        unsafe self.init(bytes)
    }
}
