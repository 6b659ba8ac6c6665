public import StorageCore

extension SQLiteStorage {
    /// Runs SQLite's own check, and reads every record through the layout.
    public func check() throws(StorageError) -> [String] {
        let transaction = try beginRead()
        defer { transaction.end() }
        guard let transaction = transaction as? SQLiteTransaction else { return [] }
        let connection = transaction.connection
        var findings: [String] = []
        do throws(StorageError) {
            let lines = try connection.texts("PRAGMA integrity_check", "check")
            findings += lines.filter { $0 != "ok" }
        } catch  where error.code == .damaged {
            findings.append(error.message)
        }
        for table in connection.layout.all {
            if let finding = transaction.check(table) { findings.append(finding) }
        }
        return findings
    }
}

extension SQLiteTransaction {
    /// The first thing that is wrong with a table, or nil.
    fileprivate func check(_ table: Table) -> String? {
        let prefix = "collection '\(table.collection)': "
        do {
            try scan(.all, in: CollectionHandle(table.id), reversed: false) { key, record in
                do throws(StorageError) {
                    try RecordReader.validate(record)
                } catch {
                    let key = Key(trusted: unsafe key.withUnsafeBufferPointer { unsafe Array($0) })
                    throw StorageError(error.code, "key \(key): \(error.message)")
                }
                return true
            }
            return nil
        } catch let error as StorageError {
            return prefix + error.message
        } catch {
            return prefix + "\(error)"
        }
    }
}
