import StorageCore

extension Transaction {
    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        guard let value = try value(Layout.nameKey(name).span, in: Layout.own) else { return nil }
        guard let number = Layout.number(value, as: UInt32.self) else {
            throw damaged("the number of the collection '\(name)' is unreadable")
        }
        return CollectionHandle(number: number)
    }

    /// Adds an empty collection and returns its handle.
    func create(_ name: String) throws(StorageError) -> CollectionHandle {
        let number = try lastCollection() + 1
        try set(Layout.nameKey(name).span, Layout.bytes(number).span, in: Layout.own)
        try setStoredCount(0, of: number)
        return CollectionHandle(number: number)
    }

    /// The highest number of a collection: the count that stands last.
    private func lastCollection() throws(StorageError) -> UInt32 {
        let tag = [Layout.countTag]
        let cursor = try takeCursor()
        defer { giveBack(cursor) }
        let range = EntryRange(KeyRange(prefix: tag), in: Layout.own)
        guard try cursor.enter(range, reversed: true) else { return 0 }
        let number = cursor.lend { key, _ in Layout.number(key.array.dropFirst(), as: UInt32.self) }
        guard let number, number < .max else {
            throw damaged("a collection's number is unreadable")
        }
        return number
    }

    /// How many records the collection had when the count was last written; 0 if it is unknown.
    func storedCount(of collection: UInt32) throws(StorageError) -> Int {
        guard let value = try value(Layout.countKey(collection).span, in: Layout.own) else {
            return 0
        }
        guard let count = Layout.number(value, as: UInt64.self), let count = Int(exactly: count)
        else {
            throw damaged("the number of records of collection \(collection) is unreadable")
        }
        return count
    }

    func setStoredCount(_ count: Int, of collection: UInt32) throws(StorageError) {
        try set(
            Layout.countKey(collection).span, Layout.bytes(UInt64(count)).span, in: Layout.own)
    }

    /// The number of entries in a range, counted one by one.
    func count(_ range: EntryRange) throws(StorageError) -> Int {
        let cursor = try takeCursor()
        defer { giveBack(cursor) }
        var count = 0
        var isInRange = try cursor.enter(range, reversed: false)
        while isInRange {
            count += 1
            isInRange = try cursor.advance(range, reversed: false)
        }
        return count
    }

    private func damaged(_ what: String) -> StorageError {
        StorageError(
            .damaged, "'\(environment.path)' is damaged: \(what); restore it from a backup")
    }
}
