extension Database {
    /// Looks for damage: the engine's own check, then every key, every record and every index.
    ///
    /// `progress` is called for each record looked at.
    ///
    /// - Returns: What was found, a line each; nothing for a sound storage.
    /// - Throws: The engine's failure, if the check could not be made.
    /// - Complexity: O(size of the storage), in memory for the entries of one index.
    public func verify(progress: () -> Void = {}) throws -> [String] {
        var findings = try storage.check()
        try read { tx in
            for schema in try tx.collections() {
                guard let entry = try tx.access.currentEntry(schema.name) else {
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
                for index in entry.indexes {
                    findings += try tx.access.driver.findings(about: index, of: entry)
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

extension ReadDriver {
    /// What an index has and should not, lacks and should have, or has more often than it may.
    ///
    /// An index that the engine keeps itself is its own check's business, but for what is unique.
    fileprivate func findings(about index: Index, of entry: Catalog.Entry) throws -> [String] {
        let name = "collection '\(entry.schema.name)', index '\(index.schema.name)'"
        var findings: [String] = []
        var missing: Set<[UInt8]> = []
        var distinguished: Set<[UInt8]> = []
        var keys = IndexKeys()
        try scan(.all, in: entry.handle, reversed: false) { key, record in
            do throws(StorageError) {
                try keys.make(index, record, key: key)
            } catch {
                // A damaged record has been found already.
                return true
            }
            for place in 0..<keys.count {
                let entry = keys.entry(place)
                missing.insert(entry)
                guard index.schema.isUnique, keys.isDistinguished(place) else { continue }
                if !distinguished.insert(IndexKeys.values(of: entry)).inserted {
                    findings.append(
                        "\(name): key \(Key(trusted: key.array)) has values that another record "
                            + "has, and the index is unique")
                }
            }
            return true
        }
        if index.isNative { return findings }
        guard let handle = index.handle else {
            return findings + ["\(name): the index is in the catalog but not there"]
        }
        try IndexEntries(driver: self, handle: handle).scan(.all, reversed: false) { entry in
            if missing.remove(entry.array) == nil {
                let key = Key(trusted: IndexKeys.key(of: entry.array))
                findings.append("\(name): it has an entry for key \(key) that no record has")
            }
            return true
        }
        for entry in missing.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let key = Key(trusted: IndexKeys.key(of: entry))
            findings.append("\(name): it lacks an entry for key \(key)")
        }
        return findings
    }
}
