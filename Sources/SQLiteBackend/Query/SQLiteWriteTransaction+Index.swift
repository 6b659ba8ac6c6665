import StorageCore

extension SQLiteWriteTransaction: IndexingDriver {
    func createIndex(
        _ index: IndexSchema, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        guard let table = connection.layout.table(collection),
            let columns = table.columns(of: index)
        else { return false }
        try attempt { () throws(StorageError) in
            // No collection of a user begins with a dollar sign: none has to give way.
            let name = try freeName("$\(table.collection).\(index.name)")
            try connection.execute(
                "CREATE INDEX main.\(name.quoted) ON \(table.name.quoted) "
                    + "(\(columns.joined(separator: ", ")))", "write to")
            try record(index.name, name, of: table)
        }
        return true
    }

    /// Makes odd rows found without a look at the others, from the first one on.
    func indexOddRows(of table: Table) throws(StorageError) {
        let name = try freeName("$odd-\(table.id)")
        try connection.execute(
            "CREATE INDEX main.\(name.quoted) ON \(table.name.quoted) (\(Table.oddName)) "
                + "WHERE \(Table.oddName) IS NOT NULL", "write to")
        try record("", name, of: table)
    }

    /// Writes down an index and makes it known.
    private func record(
        _ name: String, _ sqlName: String, of table: Table
    ) throws(StorageError) {
        let insert = try Statement(
            #"INSERT INTO main."$indexes" (collection, name, index_name) "#
                + "VALUES (?1, ?2, ?3)", on: connection)
        insert.bind(Int64(table.id), at: 1)
        insert.bind(name, at: 2)
        insert.bind(sqlName, at: 3)
        try insert.run("write to")
        try publishLayout()
    }

    func dropIndex(
        _ name: String, in collection: CollectionHandle
    ) throws(StorageError) {
        guard let table = connection.layout.table(collection),
            let index = table.indexes.first(where: { $0.name.isIdentical(to: name) })
        else { return }
        try attempt { () throws(StorageError) in
            // SQLite drops nothing while a statement runs. A scan that does goes on behind its key.
            connection.rewindStatements()
            try connection.execute(
                "DROP INDEX IF EXISTS main.\(index.sqlName.quoted)", "write to")
            let delete = try Statement(
                #"DELETE FROM main."$indexes" WHERE collection = ?1 AND name = ?2"#,
                on: connection)
            delete.bind(Int64(table.id), at: 1)
            delete.bind(name, at: 2)
            try delete.run("write to")
            try publishLayout()
        }
    }
}

extension Table {
    /// The columns of an index in SQL, or nil if SQLite cannot keep it in the order of values.
    ///
    /// The key is not among them: SQLite ends every index with that of the table.
    fileprivate func columns(of index: IndexSchema) -> [String]? {
        var columns: [String] = []
        for part in index.parts {
            guard part.elements == nil, part.path.names.count == 1,
                let column = column(of: part.path.names[0]), column.kind != .decimal
            else { return nil }
            columns.append(column.name.quoted + (part.isDescending ? " DESC" : ""))
        }
        return columns
    }
}
