import CSQLite
import StorageCore

/// Why a row cannot be a record.
enum RowFault: Error {
    case column(Int)
    case rest
    case key
}

extension Statement {
    /// Puts the row's key, if `hasKey`, and behind it its record into the buffer.
    ///
    /// The row has the columns of `shape` and the rest, or those of the whole table.
    ///
    /// - Returns: The size of the key.
    func assemble(
        _ table: Table, _ shape: RowShape? = nil, hasKey: Bool
    ) throws(StorageError) -> Int {
        let shape = shape ?? table.shape
        var sink = unsafe self.sink
        unsafe sink.clear()
        let fault: RowFault?
        var keySize = 0
        if hasKey {
            let value = unsafe sqlite3_column_value(handle, 0)
            let isKey = unsafe Self.appendKey(value, table.key, &sink)
            keySize = unsafe sink.count
            fault =
                isKey
                ? unsafe Self.appendRecord(handle, from: 1, shape.entries, &sink) : .key
        } else {
            fault = unsafe Self.appendRecord(handle, from: 0, shape.entries, &sink)
        }
        unsafe self.sink = sink
        if let fault { throw .row(fault, table, shape) }
        return keySize
    }

    /// Lends the record that ``assemble(_:_:hasKey:)`` made.
    func lend(_ body: (Span<UInt8>) throws -> Void) throws {
        let bytes = unsafe UnsafeBufferPointer(start: sink.base, count: sink.count)
        try body(unsafe bytes.span)
    }

    /// Lends the key and record that ``assemble(_:_:hasKey:)`` made.
    func lend(
        keySize: Int, _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws -> Bool {
        let key = unsafe UnsafeBufferPointer(start: sink.base, count: keySize)
        let record = unsafe UnsafeBufferPointer(
            start: sink.base + keySize, count: sink.count - keySize)
        return try body(unsafe key.span, unsafe record.span)
    }

    /// A copy of the key that ``assemble(_:_:hasKey:)`` put into the buffer.
    func key(_ size: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: sink.base, count: size))
    }

    /// Merges the columns with the fields of the rest, both of which are sorted by name.
    private static func appendRecord(
        _ row: OpaquePointer, from first: CInt,
        _ entries: UnsafeMutableBufferPointer<RowShape.Entry>, _ sink: inout ByteSink
    ) -> RowFault? {
        let restValue = unsafe sqlite3_column_value(row, first + CInt(entries.count))
        guard unsafe sqlite3_value_type(restValue) != SQLITE_NULL else {
            for index in entries.indices {
                let entry = unsafe entries[index]
                let value = unsafe sqlite3_column_value(row, first + CInt(index))
                guard unsafe appendField(value, entry, &sink) else { return .column(index) }
            }
            return nil
        }
        let bytes = unsafe sqlite3_value_blob(restValue)
        guard unsafe sqlite3_value_type(restValue) == SQLITE_BLOB, let bytes = unsafe bytes else {
            return .rest
        }
        var rest = unsafe FieldCursor(
            bytes.assumingMemoryBound(to: UInt8.self),
            count: Int(sqlite3_value_bytes(restValue)))
        var hasField = unsafe rest.advance()
        for index in entries.indices {
            let entry = unsafe entries[index]
            let value = unsafe sqlite3_column_value(row, first + CInt(index))
            if unsafe sqlite3_value_type(value) == SQLITE_NULL { continue }
            while hasField, unsafe rest.compareName(entry) < 0 {
                unsafe sink.append(rest.start, count: rest.size)
                hasField = unsafe rest.advance()
            }
            // A field is in one place: what is in both was not written here.
            if hasField, unsafe rest.compareName(entry) == 0 { return .rest }
            guard unsafe appendField(value, entry, &sink) else { return .column(index) }
        }
        if hasField { unsafe sink.append(rest.start, count: rest.end - rest.start) }
        return unsafe rest.isMalformed ? .rest : nil
    }

    /// Appends a column as a field. False if the value is not of the column's kind: another
    /// program has written it.
    @inline(__always)
    private static func appendField(
        _ value: OpaquePointer?, _ entry: RowShape.Entry, _ sink: inout ByteSink
    ) -> Bool {
        let type = unsafe sqlite3_value_type(value)
        if type == SQLITE_NULL { return true }
        unsafe sink.append(entry.header, count: entry.headerCount)
        switch unsafe entry.kind {
        case .int where type == SQLITE_INTEGER:
            unsafe sink.append(ValueTag.int.rawValue)
            unsafe sink.appendLittleEndian(UInt64(bitPattern: sqlite3_value_int64(value)))
        case .bool where type == SQLITE_INTEGER:
            let bit = unsafe sqlite3_value_int64(value)
            guard bit & ~1 == 0 else { return false }
            unsafe sink.append((bit == 0 ? ValueTag.false : .true).rawValue)
        case .double where type == SQLITE_FLOAT:
            unsafe sink.append(ValueTag.double.rawValue)
            unsafe sink.appendLittleEndian(sqlite3_value_double(value).bitPattern)
        case .date where type == SQLITE_FLOAT:
            unsafe sink.append(ValueTag.date.rawValue)
            unsafe sink.appendLittleEndian(sqlite3_value_double(value).bitPattern)
        case .string where type == SQLITE_TEXT:
            unsafe appendContent(value, .string, &sink)
        case .bytes where type == SQLITE_BLOB:
            unsafe appendContent(value, .bytes, &sink)
        case .uuid where type == SQLITE_BLOB:
            guard let bytes = unsafe content(value), bytes.count == 16 else { return false }
            unsafe sink.append(ValueTag.uuid.rawValue)
            unsafe sink.append(bytes.baseAddress, count: 16)
        case .decimal where type == SQLITE_TEXT:
            guard let bytes = unsafe content(value),
                let parts = unsafe DecimalText.parts(bytes.span)
            else { return false }
            unsafe sink.append(parts)
        default: return false
        }
        return true
    }

    private static func appendContent(
        _ value: OpaquePointer?, _ tag: ValueTag, _ sink: inout ByteSink
    ) {
        // As a blob, a text comes without the copy that would end it with a NUL.
        let bytes = unsafe sqlite3_value_blob(value)
        let count = unsafe Int(sqlite3_value_bytes(value))
        unsafe sink.append(tag.rawValue)
        unsafe sink.appendLength(count)
        unsafe sink.append(bytes?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    static func content(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        let bytes = unsafe sqlite3_value_blob(value)
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe UnsafeBufferPointer(
            start: bytes?.assumingMemoryBound(to: UInt8.self), count: bytes == nil ? 0 : count)
    }
}

extension ByteSink {
    fileprivate mutating func append(_ parts: DecimalParts) {
        unsafe append(ValueTag.decimal.rawValue)
        unsafe append(parts.flags)
        unsafe append(UInt8(bitPattern: parts.exponent))
        unsafe appendLittleEndian(UInt64(truncatingIfNeeded: parts.significand))
        unsafe appendLittleEndian(UInt64(truncatingIfNeeded: parts.significand >> 64))
    }
}

extension StorageError {
    fileprivate static func row(
        _ fault: RowFault, _ table: Table, _ shape: RowShape
    ) -> StorageError {
        let (what, field): (String, String?) =
            switch fault {
            case .key: ("the key", nil)
            case .rest: ("the column 'rest'", nil)
            case .column(let index):
                ("the column '\(shape.columns[index].name)'", shape.columns[index].field)
            }
        return StorageError(
            .damaged,
            "cannot read a row of the table '\(table.name)': \(what) has a value that was not "
                + "written by this storage; correct it, or restore a backup",
            collection: table.collection, field: field)
    }
}
