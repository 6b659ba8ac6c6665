/// A value as SQLite keeps and compares it.
enum Scalar: Equatable, Sendable {
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
}

extension Scalar {
    /// The bytes of a text or blob.
    var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes
        case .integer, .real: []
        }
    }
}
