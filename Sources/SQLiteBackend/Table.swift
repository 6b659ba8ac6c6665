import StorageCore

/// A collection as a table.
final class Table: Sendable {
    let id: Int
    let collection: String
    /// The table's name, which is the collection's wherever SQLite can have it.
    let name: String
    let key: KeyColumn
    let form: SQLiteLayout
    /// The columns of declared fields, sorted by the UTF-8 bytes of the fields' names.
    let columns: [Column]
    let indexes: [TableIndex]
    /// Whether there is an index of odd rows. Without one there are none.
    let hasOddIndex: Bool
    /// The columns as the loops over rows see them.
    let shape: RowShape
    /// The columns in SQL, the rest behind them; or that of the whole record.
    let rowSQL: String
    private let places: [ExactString: Int]

    /// The column of the key, that of the fields without a column, and the one that marks odd rows.
    ///
    /// A row is odd if a declared field has a value in the rest, where SQL cannot compare it.
    static let keyName = "key"
    static let restName = "rest"
    static let oddName = "odd"

    /// The column of the whole record, in that layout.
    static let recordName = "record"

    /// Fields beyond these stay in the rest: SQLite has at most 2000 columns, and reads the later
    /// ones slowly.
    static let maximumColumns = 500

    init(
        id: Int, collection: String, name: String, key: KeyColumn, form: SQLiteLayout,
        columns: [Column], indexes: [TableIndex]
    ) {
        self.id = id
        self.collection = collection
        self.name = name
        self.key = key
        self.form = form
        self.columns = columns.sorted { $0.field.precedesInUTF8($1.field) }
        self.indexes = indexes.filter { !$0.name.isEmpty }
        hasOddIndex = indexes.contains { $0.name.isEmpty }
        shape = RowShape(self.columns)
        let names = self.columns.map(\.sql) + ["t." + Self.restName]
        rowSQL = form == .record ? "t." + Self.recordName : names.joined(separator: ", ")
        // A damaged layout may name a field twice.
        places = Dictionary(
            self.columns.enumerated().map { (ExactString($1.field), $0) }
        ) { first, _ in first }
    }

    /// The column of a field, or nil if the field has none.
    func column(of field: String) -> Column? {
        places[ExactString(field)].map { columns[$0] }
    }

    /// Whether an index finds values of a column.
    func isIndexed(_ column: Column) -> Bool {
        indexes.contains { $0.firstColumn == column.name }
    }

    /// The columns that records are written to, in the order of their parameters.
    var writtenNames: [String] {
        switch form {
        case .columns: columns.map(\.name) + [Self.restName, Self.oddName]
        case .record: [Self.recordName]
        }
    }

    /// The table in SQL, which its statements call `t`.
    var sql: String { "main.\(name.quoted) AS t" }
}

/// A declared field as a column.
///
/// The column holds the value of a record that has the field, with exactly the declared kind, as
/// far as SQLite keeps the value bit for bit. It is NULL for all other records, whose field, if
/// they have it, is in the rest.
struct Column: Hashable, Sendable {
    let field: String
    let name: String
    let kind: FieldKind
    /// The column in the SQL of a statement on its table.
    ///
    /// A column that is gone must be an error: without the table before it, SQLite would take a
    /// quoted name for a string.
    let sql: String

    init(field: String, name: String, kind: FieldKind) {
        self.field = field
        self.name = name
        self.kind = kind
        sql = "t." + name.quoted
    }

    /// The column's type. Values are bound with exactly this type, so that none is converted.
    static func type(of kind: FieldKind) -> String {
        switch kind {
        case .bool, .int: "INTEGER"
        case .double, .date: "REAL"
        case .decimal, .string: "TEXT"
        case .bytes, .uuid, .array, .object: "BLOB"
        }
    }
}

/// An index of a collection that SQLite keeps.
struct TableIndex: Hashable, Sendable {
    /// The name in the collection; empty for the index of odd rows, as no other one is.
    let name: String
    /// The name in the file.
    let sqlName: String
    /// The column that it sorts by first; nil if another program has dropped the index.
    let firstColumn: String?
}

extension String {
    /// The name as SQL spells it.
    var quoted: String {
        // Scalars, not characters: a quotation mark and an accent behind it are one character.
        let parts = unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
    }
}
