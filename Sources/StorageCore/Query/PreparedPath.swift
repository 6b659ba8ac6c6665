/// A path to the value of a field or of a member inside it, prepared to be followed in the bytes of
/// records.
struct PreparedPath: Sendable {
    private let names: [PreparedName]

    init(_ path: FieldPath) {
        names = path.names.map { PreparedName($0) }
    }

    /// The words of the name, if the path is that of a field.
    var onlyWords: NameWords? { names.count == 1 ? names[0].words : nil }

    /// The name of the field that the path begins with, in UTF-8.
    var firstName: [UInt8] { names.first?.bytes ?? [] }

    /// Where the value at the path begins in a record, or nil if it is missing.
    @inline(__always)
    func place(in record: Span<UInt8>) throws(StorageError) -> Int? {
        let names = names.span
        var position = 0
        guard !names.isEmpty, try names[0].seek(record, &position, until: record.count) else {
            return nil
        }
        return names.count == 1 ? position : try members(from: 1, of: record, at: position)
    }

    /// Where the value at the path begins in the value at `start`, or nil if it is missing.
    func place(in record: Span<UInt8>, at start: Int) throws(StorageError) -> Int? {
        try members(from: 0, of: record, at: start)
    }

    private func members(
        from first: Int, of record: Span<UInt8>, at start: Int
    ) throws(StorageError) -> Int? {
        var position = start
        for name in names[first...] {
            guard let next = try RecordReader.member(name, of: record, at: position) else {
                return nil
            }
            position = next
        }
        return position
    }
}

extension FieldPath {
    /// Where the value at the path begins in a record, or nil if it is missing.
    func place(in record: Span<UInt8>) throws(StorageError) -> Int? {
        try PreparedPath(self).place(in: record)
    }
}
