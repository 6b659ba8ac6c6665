import StorageCore

extension SQLiteWriteTransaction {
    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        guard let handle = connection.layout.handle(named: schema.name),
            let table = connection.layout.table(handle)
        else {
            return try attempt { () throws(StorageError) in try create(schema) }
        }
        if table.form == .record { return handle }
        let known = Set(table.columns.map { Array($0.field.utf8) })
        let added = schema.fields.filter(\.kind.isScalar)
            .filter { !known.contains(Array($0.name.utf8)) }
            .prefix(max(0, Table.maximumColumns - table.columns.count))
        guard !added.isEmpty else { return handle }
        try attempt { () throws(StorageError) in try widen(table, by: added) }
        return handle
    }

    private func create(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        let name = try freeName(schema.name)
        let key = KeyColumn(schema.key)
        let columns = columns(for: schema)
        let definitions = ["\(Table.keyName) \(key.declaration)"] + definitions(of: columns)
        try connection.execute(
            "CREATE TABLE main.\(name.quoted) (\(definitions.joined(separator: ", ")))"
                + key.tableOptions, "write to")
        let insert = try Statement(
            #"INSERT INTO main."$collections" (name, table_name, key) VALUES (?1, ?2, ?3) "#
                + "RETURNING id", on: connection)
        insert.bind(schema.name, at: 1)
        insert.bind(name, at: 2)
        insert.bind(key.rawValue, at: 3)
        guard try insert.step("write to") else { throw .internalFault(schema.name) }
        let id = Int(insert.integer(0))
        try insert.run("write to")
        try record(columns, of: id)
        return CollectionHandle(id)
    }

    private func columns(for schema: CollectionSchema) -> [Column] {
        if connection.layout.form == .record { return [] }
        let fields = schema.fields.filter(\.kind.isScalar)
        return Identifier.columns(fields.prefix(Table.maximumColumns), beside: [])
    }

    private func definitions(of columns: [Column]) -> [String] {
        switch connection.layout.form {
        case .columns:
            columns.map(\.definition) + ["\(Table.restName) BLOB", "\(Table.oddName) INTEGER"]
        case .record: ["\(Table.recordName) BLOB NOT NULL"]
        }
    }

    /// A free name for a table or an index, as like `wanted` as SQLite allows.
    func freeName(_ wanted: String) throws(StorageError) -> String {
        let taken = try Statement(
            "SELECT 1 FROM main.sqlite_master WHERE name = ?1 COLLATE NOCASE", on: connection)
        return try Identifier.free(wanted) { (name) throws(StorageError) in
            defer { taken.reset() }
            taken.bind(name, at: 1)
            return try taken.step("read")
        }
    }

    /// Adds columns, and moves what records already have for them out of the rest.
    private func widen(
        _ table: Table, by fields: ArraySlice<FieldSchema>
    ) throws(StorageError) {
        let columns = Identifier.columns(fields, beside: table.columns)
        for column in columns {
            try connection.execute(
                "ALTER TABLE main.\(table.name.quoted) ADD COLUMN \(column.definition)",
                "write to")
        }
        try record(columns, of: table.id)
        try refile(CollectionHandle(table.id))
    }

    /// Writes down columns and makes them known.
    private func record(_ columns: [Column], of id: Int) throws(StorageError) {
        let insert = try Statement(
            #"INSERT INTO main."$columns" (collection, field, column_name, kind) "#
                + "VALUES (?1, ?2, ?3, ?4)", on: connection)
        for column in columns {
            insert.bind(Int64(id), at: 1)
            insert.bind(column.field, at: 2)
            insert.bind(column.name, at: 3)
            insert.bind(column.kind.rawValue, at: 4)
            try insert.run("write to")
        }
        try publishLayout()
    }

    /// Makes a layout that was changed known. Elsewhere it is noticed by its version.
    func publishLayout() throws(StorageError) {
        let version = try connection.integer(Layout.versionSQL, "write to")
        connection.adopt(try Layout(reading: connection, version: version))
    }

    /// Writes each record again, as the present columns have it.
    private func refile(_ collection: CollectionHandle) throws(StorageError) {
        do {
            try scan(.all, in: collection, reversed: false) { key, record in
                try put(key, record, in: collection, if: .present)
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.internalFault, "cannot rearrange a collection", cause: error)
        }
    }
}

extension Column {
    fileprivate var definition: String { "\(name.quoted) \(Self.type(of: kind))" }
}

extension StorageError {
    fileprivate static func internalFault(_ collection: String) -> StorageError {
        StorageError(
            .internalFault, "cannot create the collection '\(collection)': SQLite gave it no id",
            collection: collection)
    }
}
