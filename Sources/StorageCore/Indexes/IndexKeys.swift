/// The entries of a record in an index, in memory that is used again for the next record.
///
/// An entry is the sort keys of the indexed values, one part behind the other, then the record's
/// key and its size in two bytes: entries sort by the values, and by key where those are the same.
@safe
struct IndexKeys: ~Copyable {
    private var encoder: SortKeyEncoder
    /// The number of entries.
    private(set) var count = 0
    private var first = End(offset: 0, hasNull: false)
    private var others: [End] = []

    /// Where an entry ends, and whether one of its values is null or missing.
    private struct End {
        let offset: Int
        let hasNull: Bool
    }

    /// No entries yet, in memory of their own.
    init() { encoder = SortKeyEncoder() }

    @unsafe
    private init(lent memory: UnsafeMutableRawBufferPointer) {
        unsafe encoder = SortKeyEncoder(lent: memory)
    }

    /// Lends memory for entries to `body`, which is gone afterwards.
    static func lend(_ body: (inout IndexKeys) throws -> Void) throws {
        try unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { memory in
            var keys = unsafe IndexKeys(lent: memory)
            try body(&keys)
        }
    }

    /// Makes the entries of a record: sorted, each once.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the bytes are not those of a record.
    /// - Complexity: O(bytes of the record + bytes of the entries).
    mutating func make(
        _ index: Index, _ record: Span<UInt8>, key: Span<UInt8>
    ) throws(StorageError) {
        removeAll()
        if let field = index.onlyField {
            let place = try index.place(of: field, in: record)
            let isNull = try encoder.append(place, of: record, isDescending: field.isDescending)
            end(key, hasNull: isNull)
        } else if index.isMultiValued {
            for head in try Self.heads(index.parts, record) {
                encoder.append(encoded: head.bytes.span)
                end(key, hasNull: head.hasNull)
            }
        } else {
            var hasNull = false
            for part in index.parts {
                let place = try part.path.place(in: record)
                let isNull = try encoder.append(
                    place, of: record, isDescending: part.isDescending)
                hasNull = hasNull || isNull
            }
            end(key, hasNull: hasNull)
        }
    }

    /// Forgets the entries.
    mutating func removeAll() {
        encoder.removeAll()
        count = 0
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }

    private mutating func end(_ key: Span<UInt8>, hasNull: Bool) {
        encoder.append(encoded: key)
        encoder.append(byte: UInt8(key.count >> 8))
        encoder.append(byte: UInt8(key.count & 0xFF))
        let end = End(offset: encoder.count, hasNull: hasNull)
        if count == 0 { first = end } else { others.append(end) }
        count += 1
    }

    /// What the entries of an index begin with, of which an array's elements may give it several.
    private static func heads(
        _ parts: [PreparedPart], _ record: Span<UInt8>
    ) throws(StorageError) -> [(bytes: [UInt8], hasNull: Bool)] {
        var heads: [(bytes: [UInt8], hasNull: Bool)] = [([], false)]
        for part in parts {
            let values = try part.sortKeys(of: record)
            heads = heads.flatMap { head in
                values.map { (head.bytes + $0.bytes, head.hasNull || $0.isNull) }
            }
        }
        return heads.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}

extension IndexKeys {
    /// Lends an entry.
    @inline(__always)
    func lend<Result, Failure: Error>(
        _ place: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try encoder.scratch.lend { (bytes) throws(Failure) in
            try body(bytes.extracting(range(place)))
        }
    }

    /// A copy of an entry.
    func entry(_ place: Int) -> [UInt8] { lend(place) { $0.array } }

    /// Whether a unique index allows one record with the values of an entry: if none is null.
    func isDistinguished(_ place: Int) -> Bool { !end(of: place).hasNull }

    /// Whether an entry is among these.
    func contains(_ entry: Span<UInt8>) -> Bool {
        for place in 0..<count where lend(place, { $0.isEqual(to: entry) }) { return true }
        return false
    }

    private func end(of place: Int) -> End { place == 0 ? first : others[place - 1] }

    private func range(_ place: Int) -> Range<Int> {
        (place == 0 ? 0 : end(of: place - 1).offset)..<end(of: place).offset
    }

    /// Where the record's key stands in an entry, which was made here or has been checked. The values
    /// stand before it.
    static func key(of entry: Span<UInt8>) -> Range<Int> {
        let end = entry.count - 2
        return (end - keySize(of: entry))..<end
    }

    /// The record's key in an entry.
    static func key(of entry: [UInt8]) -> [UInt8] {
        Array(entry[key(of: entry.span)])
    }

    /// The values' part of an entry.
    static func values(of entry: [UInt8]) -> [UInt8] {
        Array(entry[..<key(of: entry.span).lowerBound])
    }

    /// Makes sure that the end of an entry says where the values end and the key begins.
    ///
    /// - Throws: ``StorageError/Code/damaged`` otherwise.
    static func check(_ entry: Span<UInt8>) throws(StorageError) {
        guard entry.count >= 2, keySize(of: entry) <= entry.count - 2 else { throw damaged }
    }

    static let damaged = StorageError(
        .damaged, "an entry of an index is damaged; drop the index and create it again")

    private static func keySize(of entry: Span<UInt8>) -> Int {
        Int(entry[entry.count - 2]) << 8 | Int(entry[entry.count - 1])
    }
}

/// A part of an index, prepared to be looked for in the bytes of records.
struct PreparedPart: Sendable {
    let path: PreparedPath
    let elements: PreparedPath?
    let isDescending: Bool

    init(_ part: IndexPart) {
        path = PreparedPath(part.path)
        elements = part.elements.map { PreparedPath($0) }
        isDescending = part.isDescending
    }

    /// The sort keys of the part's values in a record, each once: one for a part without elements.
    fileprivate func sortKeys(
        of record: Span<UInt8>
    ) throws(StorageError) -> [(bytes: [UInt8], isNull: Bool)] {
        let place = try path.place(in: record)
        guard let elements else { return [try sortKey(at: place, of: record)] }
        guard var position = place, try RecordReader.takeTag(record, &position) == .array else {
            return []
        }
        let end = try RecordReader.takeContainer(record, &position)
        var keys: [[UInt8]: Bool] = [:]
        while position < end {
            let value = try elements.place(in: record, at: position)
            let key = try sortKey(at: value, of: record)
            keys[key.bytes] = key.isNull
            try RecordReader.skipValue(record, &position)
        }
        return keys.map { ($0.key, $0.value) }
    }

    private func sortKey(
        at place: Int?, of record: Span<UInt8>
    ) throws(StorageError) -> (bytes: [UInt8], isNull: Bool) {
        var encoder = SortKeyEncoder()
        let isNull = try encoder.append(place, of: record, isDescending: isDescending)
        return (encoder.bytes, isNull)
    }
}

extension SortKeyEncoder {
    /// Appends the sort key of the value that begins at `place`, or of the missing one, as a part
    /// of an index has it, and returns whether it is null.
    fileprivate mutating func append(
        _ place: Int?, of record: Span<UInt8>, isDescending: Bool
    ) throws(StorageError) -> Bool {
        let start = count
        if var place {
            try append(record, &place)
        } else {
            appendNull()
        }
        let isNull = scratch[start] == SortKeyTag.null
        if isDescending { complement(from: start) }
        return isNull
    }
}
