extension Database {
    /// Looks for damage: the engine's own check, then every key and every record.
    ///
    /// `progress` is called for each record looked at.
    ///
    /// - Returns: What was found, a line each; nothing for a sound storage.
    /// - Throws: The engine's failure, if the check could not be made.
    /// - Complexity: O(size of the storage).
    public func verify(progress: () -> Void = {}) throws -> [String] {
        var findings = try storage.check()
        try read { tx in
            for schema in try tx.collections() {
                guard let entry = try tx.access.entry(schema.name) else {
                    findings.append("collection '\(schema.name)' is in the catalog but not there")
                    continue
                }
                try tx.access.driver.scan(.all, in: entry.handle, reversed: false) { key, record in
                    progress()
                    if let finding = schema.finding(key.array, record) {
                        findings.append(finding)
                    }
                    return true
                }
            }
        }
        return findings
    }
}

extension CollectionSchema {
    /// What is wrong with an entry, or nil.
    fileprivate func finding(_ key: [UInt8], _ record: Span<UInt8>) -> String? {
        do throws(StorageError) {
            try check(try Key(encoded: key))
            try RecordReader.validate(record)
            return nil
        } catch {
            return "collection '\(name)', key \(Key(trusted: key)): \(error.message)"
        }
    }
}
