import StorageCore

/// A transaction on a server, which ends with its connection.
final class RemoteTransaction: WriteDriver {
    private let connection: Connection
    private var isOver = false

    init(_ connection: Connection) {
        self.connection = connection
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        let found = try connection.ask(.collection, [Array(name.utf8)])
        return found.answer == .none ? nil : CollectionHandle(Int(encoded: found.parts[0]))
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let found = try connection.ask(.get, [collection.part, key.array])
        guard found.answer == .done else { return false }
        let record = found.parts[0]
        try body(record.span)
        return true
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        var rest = range
        while true {
            let found = try connection.ask(
                reversed ? .last : .first, [collection.part] + rest.parts)
            guard found.answer == .done else { return }
            let (key, record) = (found.parts[0], found.parts[1])
            guard try body(key.span, record.span) else { return }
            rest = rest.beyond(key, reversed: reversed)
        }
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        Int(encoded: try connection.ask(.count, [collection.part] + range.parts).parts[0])
    }

    func end() {
        guard !isOver else { return }
        isOver = true
        do {
            // The server rolls back what ends without a commit.
            try connection.hangUp()
        } catch {
            // A connection that cannot be closed has ended already.
        }
    }

    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        let found = try connection.ask(.prepare, [Array(schema.name.utf8)])
        return CollectionHandle(Int(encoded: found.parts[0]))
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        let parts = [collection.part, key.array, record.array, condition.part]
        return try connection.ask(.put, parts).answer == .done
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        try connection.ask(.delete, [collection.part, key.array]).answer == .done
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        Int(encoded: try connection.ask(.deleteRange, [collection.part] + range.parts).parts[0])
    }

    func savepoint() throws(StorageError) { _ = try connection.ask(.savepoint) }

    func releaseSavepoint() throws(StorageError) { _ = try connection.ask(.releaseSavepoint) }

    func rollBackToSavepoint() throws(StorageError) {
        _ = try connection.ask(.rollBackToSavepoint)
    }

    func commit() throws(StorageError) {
        defer { end() }
        _ = try connection.ask(.commit)
    }
}

extension CollectionHandle {
    var part: [UInt8] { rawValue.encoded }
}
