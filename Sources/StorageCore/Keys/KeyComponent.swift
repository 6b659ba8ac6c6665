#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One component of a key.
public enum KeyComponent: Hashable, Sendable {
    case bool(Bool)
    case int(Int64)
    /// An integer above `Int64.max`. Smaller ones are always ``int(_:)``.
    case uint(UInt64)
    case string(String)
    case bytes([UInt8])
    case date(Date)
    case uuid(UUID)

    /// The kind of the component.
    public var kind: KeyKind {
        switch self {
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .string: .string
        case .bytes: .bytes
        case .date: .date
        case .uuid: .uuid
        }
    }

    /// Whether a collection whose keys are of `kind` takes the component.
    func fits(_ kind: KeyKind) -> Bool {
        switch (self, kind) {
        case (.int(let value), .uint): value >= 0
        default: self.kind == kind
        }
    }
}
