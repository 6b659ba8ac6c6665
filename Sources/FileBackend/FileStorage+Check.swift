public import StorageCore

extension FileStorage {
    /// Reads the files again and compares them with what is in memory.
    ///
    /// - Throws: Why the files could not be read, or why it is not known what is in them.
    public func check() throws(StorageError) -> [String] {
        try withCommittedTables(for: "check") { tables, writer throws(StorageError) in
            var findings: [String] = []
            do throws(StorageError) {
                try writer?.checkUsable()
                let loaded = try LoadedState(place)
                findings += differences(tables, loaded.content.tables)
            } catch  where Self.damage.contains(error.code) {
                findings.append(error.message)
            }
            return findings
        }
    }

    /// What is wrong with the files themselves, and not with reading them.
    private static let damage: Set<StorageError.Code> = [
        .changedOutside, .damaged, .newerFormat, .notAStorage, .notFound,
    ]

    /// A line for each collection that is not in the files as it is in memory.
    private func differences(_ memory: Tables, _ files: Tables) -> [String] {
        var findings: [String] = []
        for name in Set(memory.names + files.names).sorted() {
            guard let left = memory.handle(named: name), let right = files.handle(named: name)
            else {
                findings.append("the collection '\(name)' is only in memory or only in the file")
                continue
            }
            if let key = firstDifference(memory[left], files[right]) {
                findings.append(
                    "collection '\(name)': the record \(Key(trusted: key)) is not in the file as "
                        + "it is in memory")
            } else if memory[left].count != files[right].count {
                findings.append("collection '\(name)': the file has records that memory has not")
            }
        }
        return findings
    }

    private func firstDifference(_ memory: OrderedMap, _ file: OrderedMap) -> [UInt8]? {
        var difference: [UInt8]?
        memory.scan(.all, reversed: false) { key, record in
            guard file.value(for: key) != record else { return true }
            difference = key.array
            return false
        }
        return difference
    }
}
