import CLMDB
import StorageCore

extension LMDBWriteTransaction {
    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try perform { (transaction) throws(StorageError) in
            try transaction.collection(named: name)
        }
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let copy = takeCopy()
        defer { giveBack(copy) }
        let cursor = try cursor(of: collection).cursor
        var value = unsafe MDB_val()
        let result = unsafe cursor.find(key, &value)
        if result == MDB_NOTFOUND { return false }
        guard result == MDB_SUCCESS else { throw fail(.lmdb(result, "read from", session.path)) }
        let bytes = unsafe value.bytes
        copy.take(unsafe bytes.span)
        try copy.lend { _, record in try body(record) }
        return true
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        var range = EntryRange(range, in: collection.number)
        let copy = takeCopy()
        defer { giveBack(copy) }
        var cursor = try takeCursor()
        defer { giveBack(cursor) }
        var isInRange = try step { () throws(StorageError) in
            try cursor.enter(range, reversed: reversed)
        }
        while isInRange {
            copy.take(from: cursor)
            let version = version
            guard try copy.lend(body) else { return }
            if version != self.version || !cursor.isOpen {
                range.narrow(
                    beyond: Layout.bytes(collection.number) + copy.key, reversed: reversed)
                if !cursor.isOpen { cursor = try takeCursor() }
                isInRange = try step { () throws(StorageError) in
                    try cursor.enter(range, reversed: reversed)
                }
            } else {
                isInRange = try step { () throws(StorageError) in
                    try cursor.advance(range, reversed: reversed)
                }
            }
        }
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        try perform { (transaction) throws(StorageError) in
            guard range == .all else {
                return try transaction.count(EntryRange(range, in: collection.number))
            }
            return try transaction.storedCount(of: collection.number) + growth(of: collection)
        }
    }

    private func step(
        _ move: () throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        try perform { _ throws(StorageError) in try move() }
    }
}
