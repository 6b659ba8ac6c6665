import StorageCore

extension CheckContext {
    /// Whether the check's storage keeps records when it is closed.
    var isPersistent: Bool {
        get throws { try storage.capabilities.contains(.persistent) }
    }

    /// Fails unless the keys are independent of each other and sort by their bytes, also after the
    /// storage was opened again.
    func expectIndependent(
        _ keys: [Key], in collection: String = items, _ subject: String
    ) throws {
        var entries: [Entry] = []
        for (index, key) in keys.enumerated() { entries.append(Entry(key, .number(index))) }
        try database.put(entries.shuffled(using: &generator), in: collection)
        entries.sort { $0.key < $1.key }
        try expectContent(entries, in: collection, subject)
        if try isPersistent {
            try reopen()
            try expectContent(entries, in: collection, "\(subject), opened again")
        }
        for (index, key) in keys.enumerated() where index % 2 == 0 {
            try expectEqual(
                try database.delete(key, in: collection), true,
                "\(subject): delete of \(readable(key))")
            entries.removeAll { $0.key == key }
        }
        try expectContent(entries, in: collection, "\(subject), every other one deleted")
    }

    /// Fails unless a collection holds exactly these entries, sorted by key, however it is asked.
    func expectContent(
        _ entries: [Entry], in collection: String = items, _ subject: String
    ) throws {
        try database.read { try $0.expectContent(entries, in: collection, subject) }
    }

    /// Fails unless values come back bit for bit from fields of every declared kind, undeclared
    /// ones, arrays and objects, also after the storage was opened again.
    func expectKept(_ values: [Value], _ subject: String) throws {
        var entries: [Entry] = []
        for (index, value) in values.enumerated() {
            entries.append(
                Entry(
                    try Key(index),
                    ["v": value, "list": [value, value], "object": .object(["v": value])]))
        }
        let kinds = FieldKind.allCases
        try database.write { transaction in
            for kind in kinds {
                let schema = try CollectionSchema(
                    kind.rawValue, fields: [FieldSchema("v", kind), FieldSchema("w", .int)])
                try transaction.prepare(schema)
                for entry in entries {
                    try transaction.put(entry.record, key: entry.key, in: kind.rawValue)
                }
            }
        }
        try database.put(entries)
        for collection in kinds.map(\.rawValue) + [items] {
            try expectContent(entries, in: collection, "\(subject) in '\(collection)'")
        }
        guard try isPersistent else { return }
        try reopen()
        for collection in kinds.map(\.rawValue) + [items] {
            try expectContent(
                entries, in: collection, "\(subject) in '\(collection)', opened again")
        }
    }
}

extension [Entry] {
    /// Entries whose keys are the numbers of a range, and whose records hold them too.
    static func numbers(_ range: Range<Int>) throws -> [Entry] {
        try range.map { Entry(try Key($0), .number($0)) }
    }
}
