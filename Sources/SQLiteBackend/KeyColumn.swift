import StorageCore

/// How a table keeps its keys: as a native value where all keys are of one kind, and as their
/// encoding otherwise.
///
/// The raw values are stored in the layout.
enum KeyColumn: String, Sendable, CaseIterable {
    /// `INTEGER PRIMARY KEY`: the row id itself.
    case int
    /// TEXT in UTF-8, compared byte by byte.
    case string
    /// The bytes as they are.
    case bytes
    /// The 16 bytes of the UUID.
    case uuid
    /// The encoding of the whole key.
    case encoded

    /// The column for keys of the declared kinds.
    init(_ kinds: [KeyKind]?) {
        switch kinds {
        case [.int]: self = .int
        case [.string]: self = .string
        case [.bytes]: self = .bytes
        case [.uuid]: self = .uuid
        default: self = .encoded
        }
    }

    /// The column's type and constraints in SQL.
    var declaration: String {
        switch self {
        case .int: "INTEGER PRIMARY KEY"
        case .string: "TEXT PRIMARY KEY NOT NULL"
        case .bytes, .uuid, .encoded: "BLOB PRIMARY KEY NOT NULL"
        }
    }

    /// What follows the columns in SQL.
    ///
    /// Scans in key order are the first thing a collection is for: the records stand in the tree
    /// of the keys, not beside it.
    var tableOptions: String { self == .int ? "" : " WITHOUT ROWID" }

    /// The tag that begins every key of the column, or nil if there is no one tag.
    var tag: UInt8? {
        switch self {
        case .int: KeyTag.int
        case .string: KeyTag.string
        case .bytes: KeyTag.bytes
        case .uuid: KeyTag.uuid
        case .encoded: nil
        }
    }
}
