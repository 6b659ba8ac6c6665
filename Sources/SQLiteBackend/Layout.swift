import StorageCore

/// Which table and columns hold which collection and fields.
///
/// Names of collections and fields are any Unicode; names of tables and columns are not, and
/// ignore ASCII case. The tables `$collections`, `$columns` and `$indexes` keep what stands for what.
/// `Documentation/FileFormat.md` describes them.
final class Layout: Sendable {
    /// The version of SQLite's schema, which changes whenever tables, columns or indexes do.
    let version: Int64
    /// How the tables keep records.
    let form: SQLiteLayout
    private let tables: [Int: Table]
    private let handles: [[UInt8]: CollectionHandle]

    static let empty = Layout(version: -1, .columns, tables: [])

    /// Reads the version, and so takes the snapshot in which the rest of the layout is read.
    static let versionSQL = "PRAGMA main.schema_version"

    /// The tables of the layout, as they are when the file is made.
    static let creationSQL = [
        #"CREATE TABLE "$collections" (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "#
            + "table_name TEXT NOT NULL UNIQUE, key TEXT NOT NULL)",
        #"CREATE TABLE "$columns" (collection INTEGER NOT NULL, field TEXT NOT NULL, "#
            + "column_name TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (collection, field)) "
            + "WITHOUT ROWID",
        #"CREATE TABLE "$indexes" (collection INTEGER NOT NULL, name TEXT NOT NULL, "#
            + "index_name TEXT NOT NULL UNIQUE, PRIMARY KEY (collection, name)) WITHOUT ROWID",
    ]

    private init(version: Int64, _ form: SQLiteLayout, tables: [Table]) {
        self.version = version
        self.form = form
        var byHandle: [Int: Table] = [:]
        var byName: [[UInt8]: CollectionHandle] = [:]
        for table in tables {
            byHandle[table.id] = table
            byName[Array(table.collection.utf8)] = CollectionHandle(table.id)
        }
        self.tables = byHandle
        handles = byName
    }

    /// Reads the layout of the connection's present snapshot.
    convenience init(reading connection: Connection, version: Int64) throws(StorageError) {
        let format = try connection.integer(SQLiteLayout.formatSQL, "read")
        guard let form = SQLiteLayout(formatVersion: format) else {
            throw .unknownLayout(connection.path, "the format \(format)")
        }
        let columns = try Self.columns(connection)
        let indexes = try Self.indexes(connection)
        var tables: [Table] = []
        let collections = try Statement(
            #"SELECT id, name, table_name, key FROM main."$collections""#, on: connection)
        while try collections.step("read") {
            guard let key = KeyColumn(rawValue: collections.text(3)) else {
                throw .unknownLayout(connection.path, "the key '\(collections.text(3))'")
            }
            let id = collections.integer(0)
            tables.append(
                Table(
                    id: Int(id), collection: collections.text(1), name: collections.text(2),
                    key: key, form: form, columns: columns[id] ?? [],
                    indexes: indexes[id] ?? []))
        }
        self.init(version: version, form, tables: tables)
    }

    private static func columns(
        _ connection: Connection
    ) throws(StorageError) -> [Int64: [Column]] {
        var columns: [Int64: [Column]] = [:]
        let fields = try Statement(
            #"SELECT collection, field, column_name, kind FROM main."$columns""#, on: connection)
        while try fields.step("read") {
            guard let kind = FieldKind(rawValue: fields.text(3)) else {
                throw .unknownLayout(connection.path, "the kind '\(fields.text(3))'")
            }
            let column = Column(field: fields.text(1), name: fields.text(2), kind: kind)
            columns[fields.integer(0), default: []].append(column)
        }
        return columns
    }

    private static func indexes(
        _ connection: Connection
    ) throws(StorageError) -> [Int64: [TableIndex]] {
        var indexes: [Int64: [TableIndex]] = [:]
        let names = try Statement(
            #"SELECT i.collection, i.name, i.index_name, c.name FROM main."$indexes" AS i "#
                + "LEFT JOIN pragma_index_info(i.index_name) AS c ON c.seqno = 0",
            on: connection)
        while try names.step("read") {
            let column = names.text(3)
            let index = TableIndex(
                name: names.text(1), sqlName: names.text(2),
                firstColumn: column.isEmpty ? nil : column)
            indexes[names.integer(0), default: []].append(index)
        }
        return indexes
    }

    func table(_ collection: CollectionHandle) -> Table? {
        tables[collection.rawValue]
    }

    func handle(named name: String) -> CollectionHandle? {
        handles[Array(name.utf8)]
    }

    /// The tables, in the order of their handles.
    var all: [Table] {
        tables.values.sorted { $0.id < $1.id }
    }
}

extension StorageError {
    fileprivate static func unknownLayout(_ path: String, _ what: String) -> StorageError {
        StorageError(
            .damaged, "cannot read '\(path)': its layout has \(what); restore it from a backup")
    }
}
