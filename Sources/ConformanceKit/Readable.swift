import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `value` as failures show it: exact where it is short, cut with its length where it is long.
func readable(_ value: Any) -> String {
    switch value {
    case let string as String: shortened(JSON.quoted(string), "\(string.utf8.count) UTF-8 bytes")
    // An empty array of whatever else is one of bytes too.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self:
        shortened(hexadecimal(bytes), "\(bytes.count) bytes")
    case let key as Key: readable(key)
    case let record as Record: readable(record)
    case let value as Value: readable(value)
    case let entry as Entry: "\(readable(entry.key)): \(readable(entry.record))"
    case let elements as [Any]: readable(elements)
    case let optional as any OptionalProtocol: optional.wrapped.map { readable($0) } ?? "nil"
    default: String(describing: value)
    }
}

private func readable(_ elements: [Any]) -> String {
    let shown = elements.prefix(12).map { readable($0) }
    let rest = elements.count > shown.count ? ", … \(elements.count) in all" : ""
    return "[\(shown.joined(separator: ", "))\(rest)]"
}

private func readable(_ key: Key) -> String {
    do {
        let components = try key.components().map { component in
            switch component {
            case .bool(let value): readable(value)
            case .int(let value): readable(value)
            case .uint(let value): readable(value)
            case .string(let value): readable(value)
            case .bytes(let value): "bytes \(readable(value))"
            case .date(let value): "date \(value.timeIntervalSinceReferenceDate)"
            case .uuid(let value): "uuid \(value.uuidString)"
            }
        }
        return components.count == 1 ? components[0] : "(\(components.joined(separator: ", ")))"
    } catch {
        let text = "no key: \(readable(key.bytes))"
        // The one damage to keys that many backends begin with can be told from its result.
        let isReplaced = key.bytes.contains([0xEF, 0xBF, 0xBD])
        return isReplaced ? text + " (with U+FFFD: bytes were read as UTF-8 text)" : text
    }
}

private func readable(_ record: Record) -> String {
    do {
        let fields = try record.fields()
        let shown = fields.prefix(8).map { "\(JSON.quoted($0.name)): \(readable($0.value))" }
        let rest = fields.count > shown.count ? ", … \(fields.count) fields in all" : ""
        return "{\(shown.joined(separator: ", "))\(rest)}"
    } catch {
        return "no record: \(readable(record.bytes))"
    }
}

private func readable(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): readable(value)
    case .int(let value): "int \(value)"
    case .uint(let value): "uint \(value)"
    case .double(let value): "double \(value) (bits \(String(value.bitPattern, radix: 16)))"
    case .decimal(let value): "decimal \(value)"
    case .string(let value): readable(value)
    case .bytes(let value): "bytes \(readable(value))"
    case .date(let value): "date \(value.timeIntervalSinceReferenceDate)"
    case .uuid(let value): "uuid \(value.uuidString)"
    case .array(let elements): readable(elements)
    case .object(let record): readable(record)
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    let head = bytes.prefix(64).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return head.joined() + (bytes.count > 64 ? String(repeating: "…", count: 64) : "")
}

private func shortened(_ text: String, _ size: String) -> String {
    text.count <= 120 ? text : "\(text.prefix(96))… (\(size))"
}

/// An optional of whatever type, to look into one that is known as `Any` only.
private protocol OptionalProtocol {
    var wrapped: Any? { get }
}

extension Optional: OptionalProtocol {
    fileprivate var wrapped: Any? { self }
}
