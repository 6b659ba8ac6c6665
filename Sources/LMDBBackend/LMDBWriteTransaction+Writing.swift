import StorageCore

extension LMDBWriteTransaction {
    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        try perform { (transaction) throws(StorageError) in
            let number = collection.number
            switch condition {
            case .present:
                guard try transaction.contains(key, in: number) else { return false }
            case .absent, .always:
                if try transaction.insert(key, record, in: number) {
                    noteChange(1, in: collection)
                    return true
                }
                guard condition == .always else { return false }
            }
            try transaction.set(key, record, in: number)
            noteChange(0, in: collection)
            return true
        }
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        try perform { (transaction) throws(StorageError) in
            guard try transaction.remove(key, in: collection.number) else { return false }
            noteChange(-1, in: collection)
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
            if deleted > 0 { noteChange(-deleted, in: collection) }
            return deleted
        }
    }
}
