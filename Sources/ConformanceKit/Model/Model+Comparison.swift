import StorageCore

extension Model {
    /// Fails unless a transaction sees what the model holds, however it is asked.
    func expectSame(
        in transaction: borrowing some TransactionReader & ~Copyable, _ place: String
    ) throws {
        do {
            try expectEqual(
                try transaction.collections().map(\.name), collections.keys.sorted(),
                "\(place): the names of the collections")
            for name in collections.keys.sorted() {
                try self[name].expectSame(
                    as: name, in: transaction, "\(place): the collection '\(name)'")
            }
        } catch let error as StorageError {
            throw error.failure(at: place)
        }
    }
}

extension ModelCollection {
    fileprivate func expectSame(
        as name: String, in transaction: borrowing some TransactionReader & ~Copyable,
        _ place: String
    ) throws {
        let entries = items.map(\.entry)
        try expectEqual(try transaction.entries(in: name), entries, place)
        try expectEqual(
            try transaction.entries(in: name, reversed: true), entries.reversed(),
            "\(place), backwards")
        try expectEqual(try transaction.count(in: name), entries.count, "\(place), the count")
        try expectEqual(
            try transaction.indexes(in: name), indexes, "\(place), the indexes")
        if indexes.isEmpty { return }
        let oracle = try oracle()
        for index in indexes {
            // An index over elements has no place for records without them.
            let orders = index.parts.filter { $0.elements == nil }.map {
                Order($0.path, descending: $0.isDescending)
            }
            let query = Query(orderedBy: orders)
            try expectEqual(
                try transaction.keys(query, in: name, place), try oracle.keys(query),
                "\(place), \(query.summary)")
        }
    }
}
