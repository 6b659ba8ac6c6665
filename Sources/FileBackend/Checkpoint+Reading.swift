import StorageCore

extension Checkpoint {
    /// What a JSON file says.
    struct Content {
        var number = 0
        var tables = Tables()
    }

    /// Reads the text of a file. White space and the order of members are free.
    ///
    /// - Throws: ``StorageError/Code/notAStorage`` if it is not a storage's file,
    ///   ``StorageError/Code/newerFormat`` if it is a later version's, and
    ///   ``StorageError/Code/damaged`` with line and column if it is not well-formed, or holds
    ///   something unknown or something twice.
    static func read(_ text: [UInt8], path: String) throws(StorageError) -> Content {
        var parser = CheckpointParser(path: path)
        var reader = try JSONReader(text, source: "cannot open '\(path)'", code: .damaged)
        do throws(StorageError) {
            return try parser.read(&reader)
        } catch  where !parser.hasFormat {
            throw StorageError(
                .notAStorage,
                "\(error.message); a storage's file has the member \"format\": \"\(format)\": "
                    + "choose another path, or restore the file from a backup; it was left as it "
                    + "is",
                cause: error)
        }
    }
}

/// Reads one file.
private struct CheckpointParser {
    let path: String
    private(set) var hasFormat = false
    private var content = Checkpoint.Content()
    private var version: Int?
    private var seen: Set<String> = []
    /// The error for the first unknown member. A newer version explains it better.
    private var unknown: StorageError?

    init(path: String) {
        self.path = path
    }

    mutating func read(_ reader: inout JSONReader) throws(StorageError) -> Checkpoint.Content {
        try reader.beginObject()
        while let name = try reader.nextMember() {
            let start = reader.memberStart
            guard seen.insert(name).inserted else {
                throw reader.error(
                    "the member '\(name)' occurs twice; keep one of them", at: start)
            }
            try readMember(name, at: start, &reader)
        }
        try reader.finish()
        guard hasFormat else { throw reader.error("the object has no member \"format\"", at: 0) }
        if let unknown { throw unknown }
        guard version != nil, seen.contains("collections") else {
            throw reader.error(
                "the members \"version\" and \"collections\" must be there; add what is missing",
                at: 0)
        }
        return content
    }

    private mutating func readMember(
        _ name: String, at start: Int, _ reader: inout JSONReader
    ) throws(StorageError) {
        switch name {
        case "format":
            let valueStart = try reader.valueStart()
            guard try reader.string() == Checkpoint.format else {
                throw reader.error("this is another program's format", at: valueStart)
            }
            hasFormat = true
        case "version": try readVersion(&reader)
        case "checkpoint":
            let valueStart = try reader.valueStart()
            content.number = try reader.integer()
            guard content.number >= 0 else {
                throw reader.error("a checkpoint's number is not negative", at: valueStart)
            }
        case "collections": try readCollections(&reader)
        default:
            unknown =
                unknown
                ?? reader.error(
                    "there is no member '\(name)'; known: checkpoint, collections, format, "
                        + "version; remove it or correct its name",
                    at: start)
            _ = try reader.value()
        }
    }

    private mutating func readVersion(_ reader: inout JSONReader) throws(StorageError) {
        let start = try reader.valueStart()
        let version = try reader.integer()
        guard version <= Checkpoint.version || !hasFormat else {
            throw StorageError(
                .newerFormat,
                "cannot open '\(path)': its format is \(version), and this version knows formats "
                    + "up to \(Checkpoint.version); update the program")
        }
        guard version == Checkpoint.version else {
            throw reader.error("there is no version \(version) of the format", at: start)
        }
        self.version = version
    }

    private mutating func readCollections(_ reader: inout JSONReader) throws(StorageError) {
        try reader.beginObject()
        while let name = try reader.nextMember() {
            let start = reader.memberStart
            guard (1...CollectionSchema.maximumNameSize).contains(name.utf8.count) else {
                throw reader.error(
                    "a collection's name has 1 to \(CollectionSchema.maximumNameSize) UTF-8 bytes",
                    at: start)
            }
            guard content.tables.handle(named: name) == nil else {
                throw reader.error(
                    "the collection '\(name)' occurs twice; join the two lists", at: start)
            }
            let handle = content.tables.prepare(name)
            try readRecords(into: &content.tables[handle], &reader)
        }
    }

    private func readRecords(
        into map: inout OrderedMap, _ reader: inout JSONReader
    ) throws(StorageError) {
        try reader.beginArray()
        while try reader.nextElement() {
            let start = try reader.valueStart()
            let (key, record) = try readEntry(&reader)
            guard map.updateValue(record, for: key.span) else {
                throw reader.error(
                    "the key \(Key(trusted: key)) occurs twice in its collection; keep one of "
                        + "the records",
                    at: start)
            }
        }
    }

    private static let key = JSONName("key")
    private static let record = JSONName("record")

    private func readEntry(
        _ reader: inout JSONReader
    ) throws(StorageError) -> (key: [UInt8], record: [UInt8]) {
        let start = try reader.valueStart()
        var key: [UInt8]?
        var record: [UInt8]?
        try reader.beginObject()
        while let name = try reader.nextMemberName() {
            if key == nil, name == Self.key {
                key = try reader.key()
            } else if record == nil, name == Self.record {
                record = try reader.record()
            } else {
                throw reader.error(
                    "an entry has the members \"key\" and \"record\", each once, and not "
                        + "'\(reader.memberText)' here",
                    at: reader.memberStart)
            }
        }
        guard let key, let record else {
            throw reader.error("an entry has the members \"key\" and \"record\"", at: start)
        }
        return (key, record)
    }
}
