import StorageCore

extension QueryWorld {
    /// Runs a transaction of some random steps, which is committed or given up.
    mutating func change(_ database: Database) throws {
        let before = self
        do {
            try database.write { try change(in: &$0, depth: 0) }
        } catch is Stop {
            takeBack(to: before)
        }
    }

    private mutating func change(in transaction: inout WriteTransaction, depth: Int) throws {
        for _ in 0..<1 + generator.number(below: 8) {
            if depth < 2, generator.once(in: 6) {
                try changeInSavepoint(of: &transaction, depth: depth)
            } else {
                try step(in: transaction)
            }
        }
        if generator.once(in: 3) { try expectAnswers(2, in: transaction, "uncommitted: ") }
        if generator.once(in: 4) { throw Stop() }
    }

    private mutating func changeInSavepoint(
        of transaction: inout WriteTransaction, depth: Int
    ) throws {
        let before = self
        do {
            try transaction.savepoint { try change(in: &$0, depth: depth + 1) }
        } catch is Stop {
            takeBack(to: before)
            try expectAnswers(1, in: transaction, "rolled back to a savepoint: ")
        }
    }

    private mutating func step(in transaction: borrowing WriteTransaction) throws {
        switch generator.number(below: 12) {
        case 0..<5: try put(generator.record(), generator.key(), in: transaction)
        case 5..<7: try delete(generator.key(), in: transaction)
        case 7: try deleteRange(in: transaction)
        case 8: try deleteByQuery(in: transaction)
        case 9..<11: try updateByQuery(in: transaction)
        default: try changeIndexes(in: transaction)
        }
    }

    private mutating func deleteRange(in transaction: borrowing WriteTransaction) throws {
        let keys = generator.keys.sorted()
        let first = generator.number(below: keys.count)
        let last = min(first + generator.number(below: 6), keys.count - 1)
        let range =
            generator.once(in: 10) ? .all : KeyRange(from: keys[first], until: keys[last])
        let gone = records.keys.filter { range.contains($0.bytes) }
        try expectEqual(
            try transaction.delete(range, in: name), gone.count, "delete of a range in '\(name)'")
        forget(gone)
    }

    private mutating func deleteByQuery(in transaction: borrowing WriteTransaction) throws {
        var query = query()
        query.limit = generator.number(below: 5)
        let gone = try oracle.keys(query)
        try expectEqual(
            try transaction.delete(query, in: name), gone.count,
            "delete from '\(name)' \(query.summary)")
        forget(gone)
    }

    private mutating func updateByQuery(in transaction: borrowing WriteTransaction) throws {
        var query = query()
        if generator.once(in: 2) { query.limit = generator.number(below: 8) }
        var updated: [Entry] = []
        let count = try transaction.update(query, in: name) { key, record in
            record = try generator.record()
            updated.append(Entry(key, record))
        }
        let subject = "update of '\(name)' \(query.summary)"
        try expectEqual(updated.map(\.key), try oracle.keys(query), subject)
        try expectEqual(count, updated.count, "\(subject): count")
        for entry in updated { try take(entry) }
    }

    private mutating func changeIndexes(in transaction: borrowing WriteTransaction) throws {
        if let index = indexes.first, generator.once(in: 2) {
            try transaction.dropIndex(index.name, in: name)
        } else if let index = try generator.indexes().first {
            try transaction.createIndex(index, in: name)
        }
        indexes = try transaction.indexes(in: name)
    }
}
