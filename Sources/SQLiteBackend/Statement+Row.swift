import CSQLite
import StorageCore

/// Why a row cannot be a record.
enum RowFault: Error {
    case column(Int)
    case rest
    case record
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
                ? unsafe Self.appendRecord(handle, from: 1, table.form, shape, &sink) : .key
        } else {
            fault = unsafe Self.appendRecord(handle, from: 0, table.form, shape, &sink)
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

    private static func appendRecord(
        _ row: OpaquePointer, from first: CInt, _ form: SQLiteLayout, _ shape: RowShape,
        _ sink: inout ByteSink
    ) -> RowFault? {
        switch form {
        case .columns: unsafe appendFields(row, from: first, shape, &sink)
        case .record: unsafe appendWhole(row, at: first, &sink) ? nil : .record
        }
    }

    /// Appends the record that a column holds. False if it holds something else.
    private static func appendWhole(
        _ row: OpaquePointer, at column: CInt, _ sink: inout ByteSink
    ) -> Bool {
        let value = unsafe sqlite3_column_value(row, column)
        guard unsafe sqlite3_value_type(value) == SQLITE_BLOB else { return false }
        let bytes = unsafe sqlite3_value_blob(value)
        let count = unsafe Int(sqlite3_value_bytes(value))
        unsafe sink.append(bytes?.assumingMemoryBound(to: UInt8.self), count: count)
        return true
    }

    /// Merges the columns with the fields of the rest, both of which are sorted by name.
    private static func appendFields(
        _ row: OpaquePointer, from first: CInt, _ shape: RowShape, _ sink: inout ByteSink
    ) -> RowFault? {
        let entries = unsafe shape.entries
        let restValue = unsafe sqlite3_column_value(row, first + CInt(entries.count))
        unsafe sink.reserve(shape.fixedSize)
        guard unsafe sqlite3_value_type(restValue) != SQLITE_NULL else {
            return unsafe appendColumns(row, from: first, shape, &sink)
        }
        let bytes = unsafe sqlite3_value_blob(restValue)
        guard unsafe sqlite3_value_type(restValue) == SQLITE_BLOB, let bytes = unsafe bytes else {
            return .rest
        }
        let start = unsafe bytes.assumingMemoryBound(to: UInt8.self)
        let count = unsafe Int(sqlite3_value_bytes(restValue))
        var rest = unsafe FieldCursor(start, count: count)
        guard unsafe rest.advance() else { return .rest }
        if let last = unsafe entries.last, unsafe rest.compareName(last) <= 0 {
            return unsafe merge(row, from: first, shape, &rest, &sink)
        }
        let fault = unsafe appendColumns(row, from: first, shape, &sink)
        unsafe sink.append(start, count: count)
        return fault
    }

    private static func appendColumns(
        _ row: OpaquePointer, from first: CInt, _ shape: RowShape, _ sink: inout ByteSink
    ) -> RowFault? {
        let entries = unsafe shape.entries
        let fixedSize = shape.fixedSize
        var local = unsafe sink
        defer { unsafe sink = local }
        for index in 0..<entries.count {
            let value = unsafe sqlite3_column_value(row, first &+ CInt(truncatingIfNeeded: index))
            guard unsafe appendField(value, entries[index], fixedSize, &local) else {
                return .column(index)
            }
        }
        return nil
    }

    /// Merges the columns with fields some of which stand between theirs.
    private static func merge(
        _ row: OpaquePointer, from first: CInt, _ shape: RowShape, _ rest: inout FieldCursor,
        _ sink: inout ByteSink
    ) -> RowFault? {
        let entries = unsafe shape.entries
        var hasField = true
        for index in entries.indices {
            let entry = unsafe entries[index]
            let value = unsafe sqlite3_column_value(row, first + CInt(index))
            if unsafe sqlite3_value_type(value) == SQLITE_NULL { continue }
            while hasField {
                let order = unsafe rest.compareName(entry)
                // A field is in one place: what is in both was not written here.
                if order == 0 { return .rest }
                if order > 0 { break }
                unsafe sink.append(rest.start, count: rest.size)
                hasField = unsafe rest.advance()
            }
            unsafe sink.reserve(shape.fixedSize)
            guard unsafe appendField(value, entry, shape.fixedSize, &sink) else {
                return .column(index)
            }
        }
        if hasField { unsafe sink.append(rest.start, count: rest.end - rest.start) }
        return unsafe rest.isMalformed ? .rest : nil
    }

    /// Appends a column as a field. False if the value is not of the column's kind: another
    /// program has written it.
    ///
    /// There is room for all that has a fixed size, as which `fixedSize` has to be kept free.
    @inline(__always)
    private static func appendField(
        _ value: OpaquePointer?, _ entry: RowShape.Entry, _ fixedSize: Int,
        _ sink: inout ByteSink
    ) -> Bool {
        let type = unsafe sqlite3_value_type(value)
        if type == SQLITE_NULL { return true }
        unsafe sink.appendReserved(padded: entry.header, count: entry.headerCount)
        switch unsafe entry.kind {
        case .int where type == SQLITE_INTEGER:
            let bits = unsafe UInt64(bitPattern: sqlite3_value_int64(value))
            unsafe sink.appendReserved(littleEndian: bits)
        case .bool where type == SQLITE_INTEGER:
            let bit = unsafe sqlite3_value_int64(value)
            guard bit & ~1 == 0 else { return false }
            if bit == 1 { unsafe sink.base[sink.count - 1] = ValueTag.true.rawValue }
        case .double where type == SQLITE_FLOAT, .date where type == SQLITE_FLOAT:
            unsafe sink.appendReserved(littleEndian: sqlite3_value_double(value).bitPattern)
        case .string where type == SQLITE_TEXT, .bytes where type == SQLITE_BLOB:
            // As a blob, a text comes without the copy that would end it with a NUL.
            let bytes = unsafe sqlite3_value_blob(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            unsafe sink.appendLength(count)
            unsafe sink.reserve(count + fixedSize)
            unsafe sink.append(bytes?.assumingMemoryBound(to: UInt8.self), count: count)
        case .uuid where type == SQLITE_BLOB:
            guard let bytes = unsafe content(value), bytes.count == 16 else { return false }
            unsafe sink.append(bytes.baseAddress, count: 16)
        case .decimal where type == SQLITE_TEXT:
            guard let bytes = unsafe content(value),
                let parts = unsafe DecimalText.parts(bytes.span)
            else { return false }
            unsafe sink.appendReserved(parts)
        default: return false
        }
        return true
    }

    static func content(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        let bytes = unsafe sqlite3_value_blob(value)
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe UnsafeBufferPointer(
            start: bytes?.assumingMemoryBound(to: UInt8.self), count: bytes == nil ? 0 : count)
    }
}

extension ByteSink {
    fileprivate mutating func appendReserved(_ parts: DecimalParts) {
        unsafe appendReserved(parts.flags)
        unsafe appendReserved(UInt8(bitPattern: parts.exponent))
        unsafe appendReserved(littleEndian: UInt64(truncatingIfNeeded: parts.significand))
        unsafe appendReserved(littleEndian: UInt64(truncatingIfNeeded: parts.significand >> 64))
    }
}

extension StorageError {
    fileprivate static func row(
        _ fault: RowFault, _ table: Table, _ shape: RowShape
    ) -> StorageError {
        let (what, field): (String, String?) =
            switch fault {
            case .key: ("the key", nil)
            case .rest: ("the column '\(Table.restName)'", nil)
            case .record: ("the column '\(Table.recordName)'", nil)
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
