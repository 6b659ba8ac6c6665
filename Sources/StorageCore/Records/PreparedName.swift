/// The name of a field or member, prepared to be looked for in the bytes of records.
struct PreparedName: Sendable {
    /// The name in UTF-8.
    let bytes: [UInt8]
    let words: NameWords

    init(_ name: String) {
        bytes = Array(name.utf8)
        words = NameWords(bytes)
    }

    /// Goes from the beginning of a field to the field of this name.
    ///
    /// - Returns: Whether there is one: its value begins at `position` then. If there is none,
    ///   `position` is where the first field behind it begins, or `end`.
    @inline(__always)
    func seek(
        _ record: Span<UInt8>, _ position: inout Int, until end: Int
    ) throws(StorageError) -> Bool {
        try words.seek(record, &position, until: end) { bytes }
    }
}

/// The beginning of a name, in words that sort as the names do.
struct NameWords: BitwiseCopyable {
    /// The size of the name in UTF-8.
    private let count: Int
    /// The first eight bytes: with the least and with the greatest bytes in place of those that a
    /// shorter name does not have.
    private let low: UInt64
    private let high: UInt64
    /// The next eight bytes, and which of them there are.
    private let tail: UInt64
    private let tailMask: UInt64
    /// Whether the words alone tell the name from all others.
    private let isWhole: Bool

    init(_ name: [UInt8]) {
        func word(_ start: Int, filledWith filler: UInt8) -> UInt64 {
            (start..<start + 8).reduce(0) {
                $0 << 8 | UInt64($1 < name.count ? name[$1] : filler)
            }
        }
        count = name.count
        // What follows a name in a record is a tag. It stands below every byte of the names that
        // are told apart by their first bytes alone; others are compared in full.
        let isPlain = name.allSatisfy { $0 > ValueTag.highest }
        low = isPlain ? word(0, filledWith: 0) : 0
        high = isPlain ? word(0, filledWith: .max) : .max
        tail = word(8, filledWith: 0)
        tailMask = count > 8 ? ~(~0 >> UInt64(8 * min(count - 8, 8))) : 0
        isWhole = isPlain && count <= 16
    }

    /// Goes from the beginning of a field to the field of the name that has these `bytes`, as
    /// ``PreparedName/seek(_:_:until:)`` does.
    @inline(__always)
    func seek(
        _ record: Span<UInt8>, _ position: inout Int, until end: Int, _ bytes: () -> [UInt8]
    ) throws(StorageError) -> Bool {
        while position < end {
            // A size from 0x80 on has more than one byte.
            if record.count &- position > 8, record[position] < 0x80 {
                let word = UInt64(bigEndian: record.word(at: position &+ 1))
                if word > high { return false }
                let size = Int(record[position])
                let value = position &+ 1 &+ size
                if word < low {
                    if let next = RecordReader.end(ofValue: record, value) {
                        position = next
                        continue
                    }
                } else if size == count, value < record.count, hasTail(record, position &+ 9) {
                    position = value
                    return true
                }
            }
            let order = try record.advance(to: bytes(), &position)
            if order >= 0 { return order == 0 }
        }
        return false
    }

    /// Where the value of the field of this name begins, or nil if that takes a closer look: if there
    /// is none, if the words do not tell the name, or if a value on the way is long or not whole.
    @inline(__always)
    func place(in record: Span<UInt8>) -> Int? {
        var position = 0
        while record.count &- position > 8 {
            let size = record.byte(at: position)
            let word = UInt64(bigEndian: record.word(at: position &+ 1))
            let value = position &+ 1 &+ Int(size)
            if word >= low {
                let isHere = word <= high && size == UInt8(truncatingIfNeeded: count)
                return isHere && value < record.count && hasTail(record, position &+ 9)
                    ? value : nil
            }
            // A size from 0x80 on has more than one byte.
            guard size < 0x80, let next = RecordReader.end(ofValue: record, value) else {
                return nil
            }
            position = next
        }
        return nil
    }

    /// Whether the bytes from `start` on are those of the name from the ninth on.
    @inline(__always)
    private func hasTail(_ record: Span<UInt8>, _ start: Int) -> Bool {
        guard isWhole else { return false }
        if count <= 8 { return true }
        guard record.count &- start >= 8 else { return false }
        return UInt64(bigEndian: record.word(at: start)) & tailMask == tail
    }
}

extension Span<UInt8> {
    /// Goes to the value of the field that begins at `position`, if it has this name, or behind the
    /// field, if it comes before.
    ///
    /// - Returns: How the field's name sorts against the other: negative, zero or positive.
    fileprivate func advance(
        to name: [UInt8], _ position: inout Int
    ) throws(StorageError) -> Int {
        var next = position
        let size = try RecordReader.takeLength(self, &next)
        let order = compare(next, size, name)
        if order > 0 { return order }
        next += size
        if order < 0 { try RecordReader.skipValue(self, &next) }
        guard order < 0 || next < count else { throw .malformedRecord(at: next) }
        position = next
        return order
    }
}
