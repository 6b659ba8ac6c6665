import StorageCore

extension Session {
    /// What is wrong with the storage, a line each.
    ///
    /// The pages come first, read without LMDB: what it trusts has been looked at by then.
    func check() throws(StorageError) -> [String] {
        let (reading, meta) = try pinnedCommit()
        defer { reading.end() }
        let environment = reading.transaction.environment
        let flaws = try PageTree(file: environment.file, meta: meta).flaws()
        guard flaws.isEmpty else { return flaws }
        var check = EntryCheck()
        try reading.transaction.visitAll { collection, key, value in
            check.visit(key, value, in: collection)
        }
        return check.flaws()
    }

    /// A reading transaction, and the meta page of its commit. The transaction keeps the pages of
    /// that commit as they are.
    private func pinnedCommit() throws(StorageError) -> (LMDBReadTransaction, MetaPage) {
        while true {
            let reading = try beginRead()
            do {
                let meta = try MetaPage.newest(of: reading.transaction.environment.file)
                if meta.commit == reading.transaction.snapshot { return (reading, meta) }
            } catch {
                reading.end()
                throw error
            }
            reading.end()
        }
    }
}

extension Transaction {
    /// Lends every entry of the table in order, its key without the collection's number.
    fileprivate func visitAll(
        _ body: (_ collection: UInt32?, _ key: Span<UInt8>, _ value: Span<UInt8>) -> Void
    ) throws(StorageError) {
        let cursor = try takeCursor()
        defer { giveBack(cursor) }
        var isInRange = try cursor.enter(.all, reversed: false)
        while isInRange {
            let collection = cursor.collection
            cursor.lend { body(collection, $0, $1) }
            isInRange = try cursor.advance(.all, reversed: false)
        }
    }
}

/// Looks at the entries of a storage in their order.
private struct EntryCheck {
    private var names: [UInt32: String] = [:]
    private var counts: [UInt32: Int] = [:]
    private var found: [UInt32: Int] = [:]
    private var lines: [String] = []

    mutating func visit(_ key: Span<UInt8>, _ value: Span<UInt8>, in collection: UInt32?) {
        guard let collection else {
            lines.append("an entry's key is shorter than the number of a collection")
            return
        }
        guard collection != Layout.own else { return visitOwn(key.array, value.array) }
        found[collection, default: 0] += 1
        let name = names[collection] ?? "\(collection)"
        if key.isEmpty || key.count > Key.maximumSize {
            lines.append("a key of collection '\(name)' has \(key.count) bytes")
        }
        do {
            _ = try Record(encoded: value.array)
        } catch {
            lines.append(
                "the record under \(key.array.hexadecimal) of collection '\(name)': "
                    + error.message)
        }
    }

    private mutating func visitOwn(_ key: [UInt8], _ value: [UInt8]) {
        let rest = key.dropFirst()
        switch key.first {
        case Layout.nameTag:
            guard let number = Layout.number(value, as: UInt32.self), number != Layout.own,
                let name = String(validating: rest, as: UTF8.self)
            else { return lines.append("the entry \(key.hexadecimal) names no collection") }
            if let other = names.updateValue(name, forKey: number) {
                lines.append("the collections '\(other)' and '\(name)' have the same number")
            }
        case Layout.countTag:
            guard let number = Layout.number(rest, as: UInt32.self),
                let count = Layout.number(value, as: UInt64.self), let count = Int(exactly: count)
            else { return lines.append("the entry \(key.hexadecimal) counts no collection") }
            counts[number] = count
        default:
            guard key == Layout.formatKey else {
                return lines.append("the entry \(key.hexadecimal) does not belong to a storage")
            }
        }
    }

    /// What was found, once all entries have been visited.
    func flaws() -> [String] {
        var lines = lines
        for (number, name) in names.sorted(by: { $0.key < $1.key }) {
            let (count, found) = (counts[number], found[number] ?? 0)
            if count != found {
                lines.append(
                    "collection '\(name)' has \(found) records, and its count says "
                        + (count.map { "\($0)" } ?? "nothing"))
            }
        }
        for number in Set(found.keys).union(counts.keys).subtracting(names.keys).sorted() {
            lines.append("collection \(number) has entries and no name")
        }
        return lines
    }
}
