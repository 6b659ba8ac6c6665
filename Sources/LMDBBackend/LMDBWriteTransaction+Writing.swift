import CLMDB
import StorageCore

extension LMDBWriteTransaction {
    /// With so many records more, it pays to see that the pages of a collection will be full.
    private static let manyRecords = 256

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        let (cursor, place) = try cursor(of: collection)
        // The cursor stands at the record that is there, if there is one.
        var result: CInt
        if condition == .present {
            var value = unsafe MDB_val()
            result = unsafe cursor.find(key, &value)
            if result == MDB_NOTFOUND { return false }
        } else {
            result = cursor.put(key, record, MDB_NOOVERWRITE)
            if result == MDB_SUCCESS {
                if noteGrowth(1, at: place) == Self.manyRecords {
                    try perform { (transaction) throws(StorageError) in
                        try transaction.divide(at: collection.number)
                    }
                }
                return true
            }
            if result == MDB_KEYEXIST {
                if condition == .absent { return false }
                result = MDB_SUCCESS
            }
        }
        if result == MDB_SUCCESS { result = cursor.put(key, record, MDB_CURRENT) }
        guard result == MDB_SUCCESS else { throw fail(.lmdb(result, "write to", session.path)) }
        noteGrowth(0, at: place)
        return true
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        let (cursor, place) = try cursor(of: collection)
        var value = unsafe MDB_val()
        var result = unsafe cursor.find(key, &value)
        if result == MDB_NOTFOUND { return false }
        if result == MDB_SUCCESS { result = cursor.remove() }
        guard result == MDB_SUCCESS else { throw fail(.lmdb(result, "write to", session.path)) }
        noteGrowth(-1, at: place)
        return true
    }

    func delete(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        try perform { (transaction) throws(StorageError) in
            let range = EntryRange(range, in: collection.number)
            let cursor = try transaction.takeCursor()
            defer { transaction.giveBack(cursor) }
            var deleted = 0
            var isInRange = try cursor.enter(range, reversed: false)
            while isInRange {
                try cursor.remove()
                deleted += 1
                isInRange = try cursor.advance(range, reversed: false)
            }
            if deleted > 0 { noteGrowth(-deleted, at: try self.cursor(of: collection).place) }
            return deleted
        }
    }
}
