import StorageCore

/// The collection that most checks use.
let items = "items"

extension Record {
    /// A record that tells itself apart by a number.
    static func number(_ number: Int) -> Record { ["n": .integer(number)] }
}

extension Database {
    /// Puts entries in one transaction.
    func put(_ entries: [Entry], in collection: String = items) throws {
        try write { transaction in
            for entry in entries {
                try transaction.put(entry.record, key: entry.key, in: collection)
            }
        }
    }

    /// Puts a record in a transaction of its own.
    func put(_ record: Record, _ key: Key, in collection: String = items) throws {
        try put([Entry(key, record)], in: collection)
    }

    /// Deletes a record in a transaction of its own.
    @discardableResult
    func delete(_ key: Key, in collection: String = items) throws -> Bool {
        try write { try $0.delete(key, in: collection) }
    }

    /// Deletes a range in a transaction of its own.
    @discardableResult
    func delete(_ range: KeyRange, in collection: String = items) throws -> Int {
        try write { try $0.delete(range, in: collection) }
    }

    /// The record kept under `key`.
    func record(_ key: Key, in collection: String = items) throws -> Record? {
        try read { try $0.record(key, in: collection) }
    }

    /// The entries of a range.
    func entries(
        _ range: KeyRange = .all, in collection: String = items, reversed: Bool = false,
        limit: Int? = nil
    ) throws -> [Entry] {
        try read {
            try $0.entries(range, in: collection, reversed: reversed, limit: limit)
        }
    }

    /// The keys of a range.
    func keys(
        _ range: KeyRange = .all, in collection: String = items, reversed: Bool = false
    ) throws -> [Key] {
        try entries(range, in: collection, reversed: reversed).map(\.key)
    }

    /// The number of entries in a range.
    func count(_ range: KeyRange = .all, in collection: String = items) throws -> Int {
        try read { try $0.count(range, in: collection) }
    }
}

extension TransactionReader where Self: ~Copyable {
    /// The record kept under `key`. One that comes damaged is a failure of the check.
    borrowing func record(_ key: Key, in collection: String = items) throws -> Record? {
        do {
            return try get(key, in: collection)
        } catch {
            throw error.asFailure("the record under key \(readable(key))")
        }
    }

    /// The entries of a range. Records that come damaged are a failure of the check.
    borrowing func entries(
        _ range: KeyRange = .all, in collection: String = items, reversed: Bool = false,
        limit: Int? = nil
    ) throws -> [Entry] {
        do {
            return try records(range, in: collection, reversed: reversed, limit: limit)
                .map { Entry($0.key, $0.record) }
        } catch {
            throw error.asFailure("a scan of '\(collection)'")
        }
    }
}

extension StorageError {
    /// A failure of the check, if the error says that other bytes came back than went in.
    fileprivate func asFailure(_ subject: String) -> any Error {
        guard [.damaged, .invalidKey].contains(code) else { return self }
        return CheckFailure(subject, expected: "what was put", got: context)
    }
}
