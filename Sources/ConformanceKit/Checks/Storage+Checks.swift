import StorageCore

extension Storage {
    /// Runs `body` on a snapshot, without a database around it.
    func reading<Output>(_ body: (any ReadDriver) throws -> Output) throws -> Output {
        let driver = try beginRead()
        defer { driver.end() }
        return try body(driver)
    }

    /// Runs `body` in a writing transaction, without a database around it, and commits it.
    @discardableResult
    func writing<Output>(_ body: (any WriteDriver) throws -> Output) throws -> Output {
        let driver = try beginWrite()
        let output: Output
        do {
            output = try body(driver)
        } catch {
            driver.end()
            throw error
        }
        try driver.commit()
        return output
    }

    /// Runs `body` in a writing transaction that is rolled back.
    func rolledBack(_ body: (any WriteDriver) throws -> Void) throws {
        let driver = try beginWrite()
        defer { driver.end() }
        try body(driver)
    }

    /// Runs `body` in a reading or in a writing transaction.
    func either(_ isWriting: Bool, _ body: (any ReadDriver) throws -> Void) throws {
        if isWriting {
            try rolledBack { try body($0) }
        } else {
            try reading(body)
        }
    }

    /// Creates a collection that takes any keys, and puts entries into it.
    @discardableResult
    func fill(_ entries: [Entry], collection: String = items) throws -> CollectionHandle {
        try writing { driver in
            let handle = try driver.prepare(CollectionSchema(collection))
            for entry in entries { try driver.put(entry, in: handle) }
            return handle
        }
    }
}

extension ReadDriver {
    /// A copy of the record kept under `key`.
    func record(_ key: Key, in collection: CollectionHandle) throws -> Record? {
        var bytes: [UInt8]?
        _ = try get(key.bytes.span, in: collection) { bytes = $0.copy() }
        return try bytes.map { try Record(lent: $0) }
    }

    /// Copies of the entries in a range.
    func entries(
        _ range: KeyRange = .all, in collection: CollectionHandle, reversed: Bool = false
    ) throws -> [Entry] {
        var entries: [Entry] = []
        try scan(range, in: collection, reversed: reversed) { key, record in
            entries.append(try Entry(lentKey: key, record))
            return true
        }
        return entries
    }
}

extension WriteDriver {
    /// Puts an entry, and returns what the driver says.
    @discardableResult
    func put(
        _ entry: Entry, in collection: CollectionHandle, if condition: PutCondition = .always
    ) throws -> Bool {
        try put(entry.key.bytes.span, entry.record.bytes.span, in: collection, if: condition)
    }

    /// Deletes the record kept under `key`, and returns what the driver says.
    @discardableResult
    func delete(_ key: Key, in collection: CollectionHandle) throws -> Bool {
        try delete(key.bytes.span, in: collection)
    }
}

extension Entry {
    /// A copy of an entry that a driver lends. Bytes that are none are a failure of the check.
    init(lentKey key: Span<UInt8>, _ record: Span<UInt8>) throws {
        self.init(try Key(lent: key.copy()), try Record(lent: record.copy()))
    }
}

extension Key {
    init(lent bytes: [UInt8]) throws(CheckFailure) {
        do {
            try self.init(encoded: bytes)
        } catch {
            throw CheckFailure(
                "a key that a driver lends", expected: "the bytes that were put",
                got: readable(bytes))
        }
    }
}

extension Record {
    init(lent bytes: [UInt8]) throws(CheckFailure) {
        do {
            try self.init(encoded: bytes)
        } catch {
            throw CheckFailure(
                "a record that a driver lends", expected: "the bytes that were put",
                got: readable(bytes))
        }
    }
}

extension Span<UInt8> {
    /// A copy of the bytes.
    func copy() -> [UInt8] {
        unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }
}
