/// The encoding of values. What is not there in the expected form is nil, and nothing is taken.
extension FieldReader {
    /// Whether the value at hand begins with `tag` and has `size` more bytes.
    @inlinable
    @inline(__always)
    func has(_ tag: FieldTag, _ size: Int) -> Bool {
        end &- position > size && word(position) == tag.rawValue
    }

    /// Takes a value that is its tag alone.
    @inlinable
    @inline(__always)
    mutating func take(_ tag: FieldTag) -> Bool {
        guard has(tag, 0) else { return false }
        position &+= 1
        return true
    }

    /// What stands behind a tag.
    @inlinable
    @inline(__always)
    mutating func take<Payload: BitwiseCopyable>(
        _ tag: FieldTag, _: Payload.Type
    ) -> Payload? {
        let size = MemoryLayout<Payload>.size
        guard has(tag, size) else { return nil }
        position &+= 1 &+ size
        let payload: Payload = word(position &- size)
        return payload
    }

    /// Eight bytes behind a tag.
    @inlinable
    @inline(__always)
    mutating func takeWord(_ tag: FieldTag) -> UInt64? {
        take(tag, UInt64.self).map { UInt64(littleEndian: $0) }
    }

    /// An integer that is one of the type.
    @inlinable
    @inline(__always)
    mutating func takeInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
        let start = position
        if let word = takeWord(.int) {
            if let integer = Integer(exactly: Int64(bitPattern: word)) { return integer }
        } else if let word = takeWord(.uint), word > UInt64(Int64.max) {
            if let integer = Integer(exactly: word) { return integer }
        }
        position = start
        return nil
    }

    /// The bytes behind a tag and their length.
    @inlinable
    @inline(__always)
    mutating func takeCounted(_ tag: FieldTag) -> UnsafeRawBufferPointer? {
        guard has(tag, 1) else { return nil }
        let size = Int(word(position &+ 1) as UInt8)
        guard size < 0x80, end &- position &- 2 >= size else { return unsafe takeLong() }
        position &+= 2 &+ size
        return unsafe UnsafeRawBufferPointer(start: base + (position &- size), count: size)
    }

    @usableFromInline
    mutating func takeLong() -> UnsafeRawBufferPointer? {
        do throws(StorageError) {
            var next = position + 1
            let size = unsafe try RecordReader.takeLength(record.span, &next)
            position = next + size
            return unsafe UnsafeRawBufferPointer(start: base + next, count: size)
        } catch {
            return nil
        }
    }

    /// Text, which has to be UTF-8.
    @inlinable
    @inline(__always)
    mutating func takeText() -> String? {
        let start = position
        guard let utf8 = unsafe takeCounted(.string) else { return nil }
        if let text = unsafe String(utf8) { return text }
        position = start
        return nil
    }

    /// Where the content of an array ends, which begins at `position` then, and how many elements
    /// it has.
    @inlinable
    @inline(__always)
    mutating func takeArray(ofTexts: Bool) -> (end: Int, count: Int)? {
        guard has(.array, 4) else { return nil }
        let size = Int(UInt32(littleEndian: word(position &+ 1)))
        guard end &- position &- 5 >= size else { return nil }
        let start = position &+ 5
        let (next, texts) = ofTexts ? countShortTexts(from: start, to: start &+ size) : (start, 0)
        guard let others = next == start &+ size ? 0 : countValues(from: next, to: start &+ size)
        else { return nil }
        position = start
        return (start &+ size, texts &+ others)
    }

    /// Counts short texts, up to where something else stands.
    @inlinable
    @inline(__always)
    func countShortTexts(from start: Int, to end: Int) -> (next: Int, count: Int) {
        var (next, count) = (start, 0)
        while end &- next > 1, word(next) == FieldTag.string.rawValue {
            let size = 2 &+ Int(word(next &+ 1) as UInt8)
            guard size < 0x82, end &- next >= size else { break }
            next &+= size
            count &+= 1
        }
        return (next, count)
    }

    /// How many values there are up to `end`, or nil if the last one reaches beyond it.
    @usableFromInline
    func countValues(from start: Int, to end: Int) -> Int? {
        var (count, position) = (0, start)
        while position < end {
            guard let size = sizeOfValue(at: position), size <= end - position else { return nil }
            position += size
            count += 1
        }
        return count
    }

    /// The size of a value with its tag, or nil if there is no such value.
    ///
    /// It need not be right for a value that is damaged.
    @inline(__always)
    private func sizeOfValue(at position: Int) -> Int? {
        switch ValueTag(rawValue: word(position)) {
        case .null, .false, .true: return 1
        case .int, .uint, .double, .date: return 9
        case .uuid: return 17
        case .decimal: return 19
        case .string, .bytes:
            guard end - position > 1 else { return nil }
            let size = Int(word(position + 1) as UInt8)
            if size < 0x80 { return 2 + size }
            var next = position + 1
            do throws(StorageError) {
                let count = unsafe try RecordReader.takeLength(record.span, &next)
                return next + count - position
            } catch {
                return nil
            }
        case .array, .object:
            guard end - position > 4 else { return nil }
            return 5 + Int(UInt32(littleEndian: word(position + 1)))
        case nil: return nil
        }
    }
}
