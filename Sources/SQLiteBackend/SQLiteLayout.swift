/// How a file keeps records. It is chosen when the file is created.
public enum SQLiteLayout: String, Hashable, Sendable, CaseIterable {
    /// A column for each declared field, which any SQLite tool reads, and which SQLite's own indexes
    /// and queries use.
    case columns
    /// The whole record in one column, as its bytes: read and written faster, and opaque to other
    /// programs. Indexes are kept, and queries answered, as on engines that store bytes.
    case record
}

extension SQLiteLayout {
    /// The version of the file's format that says so, which is its `user_version`.
    var formatVersion: Int64 {
        switch self {
        case .columns: 1
        case .record: 2
        }
    }

    /// Reads the version of the file's format.
    static let formatSQL = "PRAGMA user_version"

    /// The newest format that this version knows.
    static let newestFormat: Int64 = 2

    /// The layout of a file of the format, or nil if no format has the number.
    init?(formatVersion: Int64) {
        guard let layout = Self.allCases.first(where: { $0.formatVersion == formatVersion }) else {
            return nil
        }
        self = layout
    }
}
