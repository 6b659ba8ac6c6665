import StorageCore

/// A driver that does what another one does, save where its hooks say otherwise.
class FaultyDriver: WriteDriver {
    private var base: any ReadDriver
    private let hooks: Hooks
    private var lent: [LentBytes] = []

    init(_ base: any ReadDriver, _ hooks: Hooks) {
        self.base = base
        self.hooks = hooks
    }

    private var writer: any WriteDriver {
        guard let writer = base as? any WriteDriver else {
            preconditionFailure("a reading transaction cannot write")  // allowed: never
        }
        return writer
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try base.collection(named: hooks.name?(name) ?? name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let key = hooks.key?(key.array) ?? key.array
        let record =
            if let get = hooks.get {
                try get(base, key, collection)
            } else {
                try base.rawRecord(key, in: collection)
            }
        guard let record else { return false }
        do {
            try lend(record, body)
        } catch {
            guard hooks.hidesGetError?() == true else { throw error }
        }
        return true
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        if let scan = hooks.scan { return try scan(base, range, collection, reversed, body) }
        do {
            guard let entries = hooks.entries else {
                return try base.scan(range, in: collection, reversed: reversed) { key, record in
                    let key = key.array
                    var goesOn = true
                    try lend(record.array) { goesOn = try body(key.span, $0) }
                    return goesOn && hooks.stopsScan?() != true
                }
            }
            for entry in try entries(base, range, collection, reversed) {
                guard try body(entry.key.span, entry.record.span) else { return }
            }
        } catch {
            guard hooks.hidesScanError?() == true else { throw error }
        }
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        guard let count = hooks.count else { return try base.count(range, in: collection) }
        return try count(base, range, collection)
    }

    func end() {
        guard let end = hooks.end else { return base.end() }
        end(base)
    }

    var stateNumber: Int? { hooks.stateNumber?() ?? writer.stateNumber }

    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        var schema = schema
        if let name = hooks.name {
            schema = CollectionSchema(
                trusted: name(schema.name), key: schema.key, fields: schema.fields)
        }
        guard let prepare = hooks.prepare else { return try writer.prepare(schema) }
        return try prepare(writer, schema)
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        overwriteLentBytes()
        let key = hooks.key?(key.array) ?? key.array
        var kept: [UInt8]? = record.array
        if let stored = hooks.stored { kept = stored(writer, (key, record.array), collection) }
        guard let kept else { return true }
        let holds =
            if let put = hooks.put {
                try put(writer, (key, kept), collection, condition)
            } else {
                try writer.put(key.span, kept.span, in: collection, if: condition)
            }
        try changed()
        return holds
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        overwriteLentBytes()
        let key = hooks.key?(key.array) ?? key.array
        let isThere =
            if let delete = hooks.delete {
                try delete(writer, key, collection)
            } else {
                try writer.delete(key.span, in: collection)
            }
        try changed()
        return isThere
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        let deleted =
            if let delete = hooks.deleteRange {
                try delete(writer, range, collection)
            } else {
                try writer.delete(range, in: collection)
            }
        try changed()
        return deleted
    }

    func savepoint() throws(StorageError) {
        guard let savepoint = hooks.savepoint else { return try writer.savepoint() }
        try savepoint(writer)
    }

    func releaseSavepoint() throws(StorageError) {
        guard let release = hooks.releaseSavepoint else { return try writer.releaseSavepoint() }
        try release(writer)
    }

    func rollBackToSavepoint() throws(StorageError) {
        guard let rollBack = hooks.rollBackToSavepoint else {
            return try writer.rollBackToSavepoint()
        }
        try rollBack(writer)
    }

    func commit() throws(StorageError) {
        guard let commit = hooks.commit else { return try writer.commit() }
        try commit(writer)
    }
}

extension FaultyDriver {
    private func changed() throws(StorageError) {
        if let changed = hooks.changed { base = try changed(writer) }
    }

    /// Lends bytes from a buffer that later writes can reach, as an engine's page can be.
    private func lend(_ bytes: [UInt8], _ body: (Span<UInt8>) throws -> Void) rethrows {
        guard hooks.overwritesLentBytes != nil else { return try body(bytes.span) }
        let buffer = LentBytes(bytes)
        lent.append(buffer)
        defer { lent.removeLast() }
        try buffer.lend(body)
    }

    private func overwriteLentBytes() {
        guard let overwrites = hooks.overwritesLentBytes, !lent.isEmpty else { return }
        overwrites()
        for bytes in lent { bytes.overwrite() }
    }
}
