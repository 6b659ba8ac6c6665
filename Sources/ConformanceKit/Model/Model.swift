import StorageCore

/// What a storage should hold: entries by collection, each collection a sorted array.
///
/// It is written to be right at a glance, and shares no code with any storage.
struct Model {
    private(set) var collections: [String: [Entry]] = [:]

    func entries(_ range: KeyRange, in collection: String) -> [Entry] {
        (collections[collection] ?? []).filter { range.contains($0.key.bytes) }
    }

    func record(_ key: Key, in collection: String) -> Record? {
        collections[collection]?.first { $0.key == key }?.record
    }

    mutating func put(_ entry: Entry, in collection: String) {
        var entries = collections[collection] ?? []
        entries.removeAll { $0.key == entry.key }
        entries.insert(entry, at: entries.firstIndex { entry.key < $0.key } ?? entries.count)
        collections[collection] = entries
    }

    mutating func delete(_ range: KeyRange, in collection: String) -> Int {
        let deleted = entries(range, in: collection).count
        collections[collection]?.removeAll { range.contains($0.key.bytes) }
        return deleted
    }
}
