import StorageCore

/// What a journal adds to a checkpoint.
struct JournalContent {
    /// The checkpoint that the journal follows on, or nil if there is none: the journal is empty
    /// or was cut off before its first line was whole.
    var checkpoint: Int?
    /// The bytes of whole lines. What is behind them was never acknowledged.
    var length = 0
    /// Of those bytes.
    var checksum = CRC32C()
    /// The number of whole lines behind the header.
    var commits = 0
}

/// Reads a journal and applies it.
struct JournalReader {
    private let text: [UInt8]
    private let path: String
    private var content = JournalContent()

    private init(_ text: [UInt8], path: String) {
        self.text = text
        self.path = path
    }

    /// Applies the commits of a journal to the state that its checkpoint has.
    ///
    /// A journal of an earlier checkpoint is stale and changes nothing. The end of the text may
    /// have been torn by a crash: it is left out. Everything else must be as it was written.
    ///
    /// - Throws: ``StorageError/Code/damaged`` with the line if it is not;
    ///   ``StorageError/Code/newerFormat`` if a later version wrote it.
    static func replay(
        _ text: [UInt8], path: String, onto checkpoint: inout Checkpoint.Content
    ) throws(StorageError) -> JournalContent {
        var journal = JournalReader(text, path: path)
        var reader = try JSONReader(text, source: "the journal '\(path)'", code: .damaged)
        try journal.readHeader(&reader)
        guard let number = journal.content.checkpoint, number >= checkpoint.number else {
            return journal.content
        }
        while let end = try journal.nextLine(&reader) {
            guard number == checkpoint.number else { throw journal.newer(than: checkpoint.number) }
            let changes = try journal.readCommit(&reader, end: end)
            checkpoint.tables.apply(changes)
            journal.content.commits += 1
        }
        return journal.content
    }

    private func newer(than number: Int) -> StorageError {
        StorageError(
            .damaged,
            "the journal '\(path)' follows on checkpoint \(content.checkpoint ?? 0), but the file "
                + "beside it is checkpoint \(number): it was replaced by an older one; bring the "
                + "right file back, or remove the journal to go without what it holds")
    }

    // MARK: - Lines

    /// Checks the next line and returns where it ends, or nil if there is none that is whole.
    private mutating func nextLine(_ reader: inout JSONReader) throws(StorageError) -> Int? {
        let start = content.length
        let rest = text[start...]
        guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = rest[...newline]
        guard !line.contains(0) else {
            try checkTorn(after: newline, reader.error("the line is torn", at: start))
            return nil
        }
        var checksum = content.checksum
        let sealSize = JournalFormat.seal(checksum).count
        let seal = max(start, line.endIndex - sealSize)
        checksum.update(text.span.extracting(start..<seal))
        guard line[seal...].elementsEqual(JournalFormat.seal(checksum)) else {
            throw reader.error(
                "the line is not as it was written (its check value differs); restore the "
                    + "storage from a backup, or remove the journal from this line on to go "
                    + "without what it holds; nothing was changed",
                at: start)
        }
        checksum.update(text.span.extracting(seal..<line.endIndex))
        content.checksum = checksum
        content.length = line.endIndex
        return line.endIndex
    }

    /// Makes sure that no line behind a torn one was synchronized: then the torn one had been on
    /// disk.
    private func checkTorn(after newline: Int, _ error: StorageError) throws(StorageError) {
        let mark = Array("{\"synchronized\":true".utf8)
        for line in text[(newline + 1)...].split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: mark), !line.contains(0), line.endIndex < text.endIndex {
                throw error
            }
        }
    }

    private mutating func readHeader(_ reader: inout JSONReader) throws(StorageError) {
        guard let end = try nextLine(&reader) else { return }
        var checkpoint: Int?
        try reader.beginObject()
        while let name = try reader.nextMember() {
            switch name {
            case "format":
                guard try reader.string() == JournalFormat.format else {
                    throw reader.error("this is no journal of a storage; move it away", at: 0)
                }
            case "version":
                let version = try reader.integer()
                guard version == JournalFormat.version else {
                    throw StorageError(
                        .newerFormat,
                        "the format of the journal '\(path)' is \(version), and this version "
                            + "knows formats up to \(JournalFormat.version); update the program")
                }
            case "checkpoint": checkpoint = try reader.integer()
            case "crc32c": _ = try reader.string()
            default: throw reader.error("there is no member '\(name)'", at: reader.memberStart)
            }
        }
        try reader.endLine()
        guard let checkpoint, reader.position == end else {
            throw reader.error("the journal's first line names no checkpoint", at: 0)
        }
        content.checkpoint = checkpoint
    }

    private func readCommit(
        _ reader: inout JSONReader, end: Int
    ) throws(StorageError) -> [TablesChange] {
        let start = reader.position
        var changes: [TablesChange] = []
        try reader.beginObject()
        while let name = try reader.nextMember() {
            switch name {
            case "synchronized": _ = try reader.boolean()
            case "crc32c": _ = try reader.string()
            case "changes":
                try reader.beginArray()
                while try reader.nextElement() { changes.append(try TablesChange(&reader)) }
            default: throw reader.error("there is no member '\(name)'", at: reader.memberStart)
            }
        }
        try reader.endLine()
        guard reader.position == end else {
            throw reader.error("the commit is not one line", at: start)
        }
        return changes
    }
}

extension TablesChange {
    /// Reads a change as ``JournalFormat`` describes it.
    fileprivate init(_ reader: inout JSONReader) throws(StorageError) {
        try reader.beginObject()
        let kind = try reader.nextMember()
        let start = reader.memberStart
        let collection = try reader.string()
        var key: [UInt8]?
        var record: [UInt8]?
        var bounds: [String: [UInt8]] = [:]
        while let name = try reader.nextMember() {
            switch name {
            case "key": key = try reader.key()
            case "record": record = try reader.record()
            default: bounds[name] = try reader.hexadecimalBytes()
            }
        }
        switch (kind, key, record) {
        case ("create", nil, nil): self = .prepare(collection: collection)
        case ("put", let key?, let record?):
            self = .put(collection: collection, key: key, record: record)
        case ("delete", let key?, nil): self = .delete(collection: collection, key: key)
        case ("deleteRange", nil, nil):
            self = .deleteRange(
                collection: collection, KeyRange(from: bounds["from"], until: bounds["until"]))
        default: throw reader.error("there is no such change", at: start)
        }
    }
}

extension JSONReader {
    fileprivate mutating func hexadecimalBytes() throws(StorageError) -> [UInt8] {
        let start = try valueStart()
        let digits = try string().utf8.compactMap(\.hexadecimalValue)
        guard digits.count % 2 == 0 else {
            throw error("expected pairs of hexadecimal digits here", at: start)
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
