import CSQLite
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Statement {
    /// Binds a record to the parameters of its table's columns, from the second on.
    ///
    /// Neither the record nor the buffer is copied: the record must stay until the statement has
    /// run.
    ///
    /// - Returns: A result code of SQLite, and whether the row is odd.
    func bind(
        record: UnsafeBufferPointer<UInt8>, _ table: Table
    ) -> (code: CInt, isOdd: Bool) {
        switch table.form {
        case .columns: return unsafe bind(fieldsOf: record, table.shape)
        case .record:
            // A null pointer would bind NULL in place of an empty record.
            let bytes = unsafe record.baseAddress ?? UnsafePointer(sink.base)
            let count = CInt(record.count)
            return (unsafe sqlite3_bind_blob(handle, 2, bytes, count, nil), false)
        }
    }

    /// Binds a record to the parameters of columns, rest and oddity.
    private func bind(
        fieldsOf record: UnsafeBufferPointer<UInt8>, _ shape: RowShape
    ) -> (code: CInt, isOdd: Bool) {
        var sink = unsafe self.sink
        unsafe sink.clear()
        let entries = unsafe shape.entries
        var index = 0
        var isOdd = false
        var result = SQLITE_OK
        if let base = record.baseAddress {
            var field = unsafe FieldCursor(base, count: record.count)
            while unsafe field.advance() {
                let isColumn = unsafe bindMissing(before: field, entries, &index, &result)
                if isColumn {
                    let parameter = CInt(index + 2)
                    let entry = unsafe entries[index]
                    index += 1
                    if unsafe Self.bind(field, entry, handle, parameter, &result) { continue }
                    result |= unsafe sqlite3_bind_null(handle, parameter)
                    isOdd = unsafe isOdd || field.tag != ValueTag.null.rawValue
                }
                unsafe sink.append(field.start, count: field.size)
            }
            if unsafe field.isMalformed { result |= SQLITE_CORRUPT }
        }
        while index < entries.count {
            result |= unsafe sqlite3_bind_null(handle, CInt(index + 2))
            index += 1
        }
        unsafe self.sink = sink
        let rest = CInt(entries.count + 2)
        return (result | bindRest(at: rest) | bindOddity(isOdd, at: rest + 1), isOdd)
    }

    /// Binds NULL to the columns before a field, and returns whether that has the next one.
    @inline(__always)
    private func bindMissing(
        before field: FieldCursor, _ entries: UnsafeMutableBufferPointer<RowShape.Entry>,
        _ index: inout Int, _ result: inout CInt
    ) -> Bool {
        while index < entries.count {
            let order = unsafe field.compareName(entries[index])
            if order <= 0 { return order == 0 }
            result |= unsafe sqlite3_bind_null(handle, CInt(index + 2))
            index += 1
        }
        return false
    }

    private func bindRest(at parameter: CInt) -> CInt {
        guard unsafe sink.count > 0 else { return unsafe sqlite3_bind_null(handle, parameter) }
        return unsafe sqlite3_bind_blob(handle, parameter, sink.base, CInt(sink.count), nil)
    }

    private func bindOddity(_ isOdd: Bool, at parameter: CInt) -> CInt {
        unsafe isOdd ? sqlite3_bind_int(handle, parameter, 1) : sqlite3_bind_null(handle, parameter)
    }

    /// Binds a field to its column. False if the column does not keep the value exactly.
    @inline(__always)
    private static func bind(
        _ field: FieldCursor, _ entry: RowShape.Entry, _ handle: OpaquePointer,
        _ parameter: CInt, _ result: inout CInt
    ) -> Bool {
        if unsafe field.tag != entry.tag {
            guard unsafe entry.kind == .bool, unsafe field.tag == ValueTag.true.rawValue else {
                return false
            }
            result |= unsafe sqlite3_bind_int64(handle, parameter, 1)
            return true
        }
        switch unsafe entry.kind {
        case .int:
            result |= unsafe sqlite3_bind_int64(
                handle, parameter, Int64(bitPattern: field.littleEndian))
        case .bool: result |= unsafe sqlite3_bind_int64(handle, parameter, 0)
        case .double, .date:
            let value = unsafe Double(bitPattern: field.littleEndian)
            // SQLite makes NULL of NaN, and drops the sign of a zero.
            if value.isNaN || value == 0 && value.sign == .minus { return false }
            result |= unsafe sqlite3_bind_double(handle, parameter, value)
        case .string:
            let content = unsafe field.content
            result |= unsafe sqlite3_bind_text(
                handle, parameter,
                UnsafeRawPointer(content.bytes).assumingMemoryBound(to: CChar.self),
                CInt(content.count), nil)
        case .bytes:
            let content = unsafe field.content
            result |= unsafe sqlite3_bind_blob(
                handle, parameter, content.bytes, CInt(content.count), nil)
        case .uuid: result |= unsafe sqlite3_bind_blob(handle, parameter, field.value, 16, nil)
        case .decimal: return unsafe bind(field.decimal, handle, parameter, &result)
        case .array, .object: return false
        }
        return true
    }

    private static func bind(
        _ parts: DecimalParts, _ handle: OpaquePointer, _ parameter: CInt, _ result: inout CInt
    ) -> Bool {
        guard parts.flags != DecimalParts.nanFlag else { return false }
        var text: [UInt8] = []
        DecimalText.append(parts, to: &text)
        result |= unsafe text.withUnsafeBytes { text in
            unsafe sqlite3_bind_text(
                handle, parameter, text.baseAddress?.assumingMemoryBound(to: CChar.self),
                CInt(text.count), transient)
        }
        return true
    }
}

extension FieldCursor {
    /// How the field's name compares with that of a column, as `memcmp` tells it.
    @inline(__always)
    func compareName(_ entry: RowShape.Entry) -> CInt {
        if unsafe nameCount == entry.nameCount, unsafe hasName(entry) { return 0 }
        let difference = unsafe memcmp(name, entry.name, min(nameCount, entry.nameCount))
        if difference != 0 { return difference }
        return unsafe CInt(nameCount < entry.nameCount ? -1 : 1)
    }

    /// Whether the names are equal, if they have the same size. For a few bytes a call of `memcmp`
    /// takes longer than this.
    @inline(__always)
    private func hasName(_ entry: RowShape.Entry) -> Bool {
        var offset = 0
        while unsafe nameCount &- offset >= 8 {
            let (own, other) = unsafe (name + offset, entry.name + offset)
            if unsafe own.word(UInt64.self) != other.word(UInt64.self) { return false }
            offset &+= 8
        }
        while unsafe offset < nameCount {
            if unsafe name[offset] != entry.name[offset] { return false }
            offset &+= 1
        }
        return true
    }

    fileprivate var decimal: DecimalParts {
        let words = unsafe UnsafeRawPointer(value + 2)
        let low = unsafe UInt64(littleEndian: words.loadUnaligned(as: UInt64.self))
        let high = unsafe UInt64(
            littleEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return unsafe DecimalParts(
            flags: value[0], exponent: Int8(bitPattern: value[1]),
            significand: UInt128(high) << 64 | UInt128(low))
    }
}

extension UnsafePointer<UInt8> {
    @inline(__always)
    fileprivate func word<Word: BitwiseCopyable>(_: Word.Type) -> Word {
        unsafe UnsafeRawPointer(self).loadUnaligned(as: Word.self)
    }
}
