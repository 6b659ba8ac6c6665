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
    /// Binds a record to the parameters of its table's columns, rest and oddity, from the second
    /// on.
    ///
    /// Neither the record nor the buffer is copied: the record must stay until the statement has
    /// run.
    ///
    /// - Returns: A result code of SQLite.
    func bind(
        record: UnsafeBufferPointer<UInt8>, _ shape: RowShape
    ) -> CInt {
        var sink = unsafe self.sink
        unsafe sink.clear()
        let entries = unsafe shape.entries
        var index = 0
        var isOdd = false
        var result = SQLITE_OK
        if let base = record.baseAddress {
            var field = unsafe FieldCursor(base, count: record.count)
            while unsafe field.advance() {
                var order: CInt = 1
                while index < entries.count {
                    order = unsafe field.compareName(entries[index])
                    if order <= 0 { break }
                    result |= unsafe sqlite3_bind_null(handle, CInt(index + 2))
                    index += 1
                }
                if order == 0, index < entries.count {
                    let kind = unsafe entries[index].kind
                    let parameter = CInt(index + 2)
                    index += 1
                    if unsafe Self.bind(field, kind, handle, parameter, &result) { continue }
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
        return result | bindRest(at: rest) | bindOddity(isOdd, at: rest + 1)
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
        _ field: FieldCursor, _ kind: FieldKind, _ handle: OpaquePointer, _ parameter: CInt,
        _ result: inout CInt
    ) -> Bool {
        switch (kind, unsafe ValueTag(rawValue: field.tag)) {
        case (.int, .int):
            result |= unsafe sqlite3_bind_int64(
                handle, parameter, Int64(bitPattern: field.littleEndian))
        case (.bool, .false): result |= unsafe sqlite3_bind_int64(handle, parameter, 0)
        case (.bool, .true): result |= unsafe sqlite3_bind_int64(handle, parameter, 1)
        case (.double, .double), (.date, .date):
            let value = unsafe Double(bitPattern: field.littleEndian)
            // SQLite makes NULL of NaN, and drops the sign of a zero.
            if value.isNaN || value == 0 && value.sign == .minus { return false }
            result |= unsafe sqlite3_bind_double(handle, parameter, value)
        case (.string, .string):
            let content = unsafe field.content
            result |= unsafe sqlite3_bind_text(
                handle, parameter,
                UnsafeRawPointer(content.bytes).assumingMemoryBound(to: CChar.self),
                CInt(content.count), nil)
        case (.bytes, .bytes):
            let content = unsafe field.content
            result |= unsafe sqlite3_bind_blob(
                handle, parameter, content.bytes, CInt(content.count), nil)
        case (.uuid, .uuid):
            result |= unsafe sqlite3_bind_blob(handle, parameter, field.value, 16, nil)
        case (.decimal, .decimal):
            let parts = unsafe field.decimal
            guard parts.flags != DecimalParts.nanFlag else { return false }
            var text: [UInt8] = []
            DecimalText.append(parts, to: &text)
            result |= unsafe text.withUnsafeBytes { text in
                unsafe sqlite3_bind_text(
                    handle, parameter, text.baseAddress?.assumingMemoryBound(to: CChar.self),
                    CInt(text.count), transient)
            }
        default: return false
        }
        return true
    }
}

extension FieldCursor {
    /// How the field's name compares with that of a column, as `memcmp` tells it.
    @inline(__always)
    func compareName(_ entry: RowShape.Entry) -> CInt {
        let difference = unsafe memcmp(name, entry.name, min(nameCount, entry.nameCount))
        if difference != 0 { return difference }
        return unsafe CInt(nameCount < entry.nameCount ? -1 : nameCount == entry.nameCount ? 0 : 1)
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
