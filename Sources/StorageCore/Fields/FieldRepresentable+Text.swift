#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension String {
    /// Writes the string.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(self)
        return true
    }

    /// Reads the string.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> String? {
        reader.takeText()
    }
}

extension URL {
    /// Writes the URL's text, unless it has a base, which text cannot keep.
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        guard baseURL == nil else { return false }
        writer.append(absoluteString)
        return true
    }

    /// Reads the URL.
    public static func readValue(from reader: inout FieldReader) -> URL? {
        reader.takeText().flatMap { URL(string: $0) }
    }
}

extension Data {
    /// Writes the bytes.
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        unsafe withUnsafeBytes { bytes in
            writer.append(.bytes)
            unsafe writer.append(counted: bytes)
        }
        return true
    }

    /// Reads the bytes.
    public static func readValue(from reader: inout FieldReader) -> Data? {
        guard let bytes = unsafe reader.takeCounted(.bytes) else { return nil }
        return unsafe Data(bytes)
    }
}
