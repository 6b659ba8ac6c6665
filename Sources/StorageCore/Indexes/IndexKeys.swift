/// The entries of a record in an index.
///
/// An entry is the sort keys of the indexed values, one part behind the other, then the record's
/// key and its size in two bytes: entries sort by the values, and by key where those are the same.
struct IndexKeys {
    /// The entries, sorted, each once.
    let entries: [[UInt8]]

    /// Those of the entries that a unique index allows one record each: those without a null.
    let distinguished: [[UInt8]]

    /// The entries of a record.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the bytes are not those of a record.
    /// - Complexity: O(bytes of the record + bytes of the entries).
    init(_ index: IndexSchema, _ record: Span<UInt8>, key: Span<UInt8>) throws(StorageError) {
        var heads: [(bytes: [UInt8], hasNull: Bool)] = [([], false)]
        for part in index.parts {
            let values = try part.sortKeys(of: record)
            heads = heads.flatMap { head in
                values.map { value in
                    (
                        head.bytes + (part.isDescending ? value.map { ~$0 } : value),
                        head.hasNull || value == [SortKeyTag.null]
                    )
                }
            }
        }
        if heads.count > 1 { heads.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
        let tail = key.array + [UInt8(key.count >> 8), UInt8(key.count & 0xFF)]
        entries = heads.map { $0.bytes + tail }
        distinguished =
            index.isUnique ? heads.compactMap { $0.hasNull ? nil : $0.bytes + tail } : []
    }

    /// The record's key in an entry, which was made here or ``checked(_:)``.
    static func key(of entry: [UInt8]) -> ArraySlice<UInt8> {
        entry[(entry.count - 2 - keySize(of: entry))..<(entry.count - 2)]
    }

    /// The values' part of an entry.
    static func values(of entry: [UInt8]) -> ArraySlice<UInt8> {
        entry[..<(entry.count - 2 - keySize(of: entry))]
    }

    /// The entry, if its end says where the values end and the key begins.
    ///
    /// - Throws: ``StorageError/Code/damaged`` otherwise.
    static func checked(_ entry: [UInt8]) throws(StorageError) -> [UInt8] {
        guard entry.count >= 2, keySize(of: entry) <= entry.count - 2 else { throw damaged }
        return entry
    }

    static let damaged = StorageError(
        .damaged, "an entry of an index is damaged; drop the index and create it again")

    private static func keySize(of entry: [UInt8]) -> Int {
        Int(entry[entry.count - 2]) << 8 | Int(entry[entry.count - 1])
    }
}

extension IndexPart {
    /// The sort keys of the part's values in a record, each once: one for a part without elements.
    fileprivate func sortKeys(of record: Span<UInt8>) throws(StorageError) -> [[UInt8]] {
        let place = try path.place(in: record)
        guard let elements else { return [try record.sortKey(at: place)] }
        guard var position = place, try RecordReader.takeTag(record, &position) == .array else {
            return []
        }
        let members = elements.names.map { Array($0.utf8) }
        let end = try RecordReader.takeContainer(record, &position)
        var keys: Set<[UInt8]> = []
        while position < end {
            var value: Int? = position
            for member in members {
                guard let start = value else { break }
                value = try RecordReader.member(member, of: record, at: start)
            }
            keys.insert(try record.sortKey(at: value))
            try RecordReader.skipValue(record, &position)
        }
        return Array(keys)
    }
}

extension FieldPath {
    /// Where the value at the path begins in a record, or nil if it is missing.
    func place(in record: Span<UInt8>) throws(StorageError) -> Int? {
        guard let first = names.first else { return nil }
        let name = Array(first.utf8)
        var position = 0
        while position < record.count {
            let count = try RecordReader.takeLength(record, &position)
            let order = record.compare(position, count, name)
            if order > 0 { return nil }
            position += count
            if order == 0 { break }
            try RecordReader.skipValue(record, &position)
            if position == record.count { return nil }
        }
        guard position < record.count else { return nil }
        for member in names.dropFirst() {
            guard
                let next = try RecordReader.member(Array(member.utf8), of: record, at: position)
            else { return nil }
            position = next
        }
        return position
    }
}

extension Span<UInt8> {
    /// The sort key of the value that begins at `place`, or of the missing one.
    func sortKey(at place: Int?) throws(StorageError) -> [UInt8] {
        var encoder = SortKeyEncoder()
        if var place {
            try encoder.append(self, &place)
        } else {
            encoder.appendNull()
        }
        return encoder.bytes
    }
}
