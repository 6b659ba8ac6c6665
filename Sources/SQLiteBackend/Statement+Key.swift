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
    /// Binds an encoded key as a value of its column.
    ///
    /// The bytes are not copied where that can be avoided: they must stay until the statement has
    /// run.
    ///
    /// - Returns: False if the column has no place for such a key.
    func bind(key: UnsafeBufferPointer<UInt8>, _ column: KeyColumn, at index: CInt) -> Bool {
        guard let base = key.baseAddress else { return false }
        if let tag = column.tag, unsafe base.pointee != tag { return false }
        let payload = unsafe base + 1
        switch column {
        case .int:
            guard key.count == 9 else { return false }
            let bits = unsafe UInt64(
                bigEndian: UnsafeRawPointer(payload).loadUnaligned(as: UInt64.self))
            bind(Int64(bitPattern: bits ^ (1 << 63)), at: index)
        case .uuid:
            guard key.count == 17 else { return false }
            unsafe sqlite3_bind_blob(handle, index, payload, 16, nil)
        case .encoded:
            unsafe sqlite3_bind_blob(handle, index, base, CInt(key.count), nil)
        case .string, .bytes:
            let count = key.count - 2
            guard count >= 0 else { return false }
            guard unsafe memchr(payload, 0, count) == nil, unsafe payload[count] == 0 else {
                return bindEscaped(unsafe Array(key), column, at: index)
            }
            if column == .string {
                unsafe sqlite3_bind_text(
                    handle, index, UnsafeRawPointer(payload).assumingMemoryBound(to: CChar.self),
                    CInt(count), nil)
            } else {
                unsafe sqlite3_bind_blob(handle, index, payload, CInt(count), nil)
            }
        }
        return true
    }

    /// Binds a copy of a bound.
    func bind(_ bound: KeyBounds.Bound?, at index: CInt) {
        if let bound { bind(bound.value, at: index) }
    }

    private func bindEscaped(_ key: [UInt8], _ column: KeyColumn, at index: CInt) -> Bool {
        guard case .before(let value) = KeyCut(key, column), key.last == KeyTag.end else {
            return false
        }
        bind(value, at: index)
        return true
    }

    /// Appends the encoding of the key that a column holds. False if the value is not of the
    /// column's kind.
    static func appendKey(
        _ value: OpaquePointer?, _ column: KeyColumn, _ sink: inout ByteSink
    ) -> Bool {
        let type = unsafe sqlite3_value_type(value)
        if column == .int {
            guard type == SQLITE_INTEGER else { return false }
            unsafe sink.reserve(9)
            unsafe sink.appendReserved(KeyTag.int)
            unsafe sink.appendReserved(
                bigEndian: UInt64(bitPattern: sqlite3_value_int64(value)) ^ (1 << 63))
            return true
        }
        guard type == (column == .string ? SQLITE_TEXT : SQLITE_BLOB),
            let bytes = unsafe content(value)
        else { return false }
        if let tag = column.tag { unsafe sink.append(tag) }
        switch column {
        case .uuid where bytes.count != 16: return false
        case .int, .encoded, .uuid: unsafe sink.append(bytes.baseAddress, count: bytes.count)
        case .string, .bytes:
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                unsafe sink.append(byte)
                if byte == KeyTag.end { unsafe sink.append(KeyTag.escape) }
            }
            unsafe sink.append(KeyTag.end)
        }
        return true
    }
}
