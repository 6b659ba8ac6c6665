import StorageCore

extension LMDBWriteTransaction {
    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        try perform { (transaction) throws(StorageError) in
            let cursor = try cursor(of: collection, transaction)
            if condition == .present {
                guard try cursor.contains(key) else { return false }
            } else if try cursor.put(key, record, isNew: true) {
                cursor.growth += 1
                noteChange()
                return true
            } else if condition == .absent {
                return false
            }
            _ = try cursor.put(key, record, isNew: false)
            noteChange()
            return true
        }
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        try perform { (transaction) throws(StorageError) in
            let cursor = try cursor(of: collection, transaction)
            guard try cursor.remove(key) else { return false }
            cursor.growth -= 1
            noteChange()
            return true
        }
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
            if deleted > 0 {
                try self.cursor(of: collection, transaction).growth -= deleted
                noteChange()
            }
            return deleted
        }
    }
}
