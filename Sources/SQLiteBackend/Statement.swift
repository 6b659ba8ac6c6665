import CSQLite
import StorageCore

/// Owns one prepared statement and the buffer in which its rows become records.
///
/// Whoever uses a statement has it alone until it is put back: bytes that it lends stay as they
/// are for as long. Not thread-safe, like the connection that it belongs to.
@safe
final class Statement {
    let handle: OpaquePointer
    /// Is copied, worked on and put back whole: a change in place would be guarded at run time.
    var sink = unsafe ByteSink()
    /// Whether it has been taken out of the cache that keeps it.
    var isTaken = false
    private unowned let connection: Connection

    init(_ sql: String, on connection: Connection) throws(StorageError) {
        var prepared: OpaquePointer?
        let result = unsafe sqlite3_prepare_v3(
            connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard result == SQLITE_OK, let handle = unsafe prepared else {
            throw connection.failure(result, "prepare a statement for")
        }
        unsafe self.handle = handle
        self.connection = connection
    }

    deinit {
        unsafe sqlite3_finalize(handle)
        unsafe sink.deallocate()
    }

    /// Runs to the next row. False when there is none.
    func step(_ operation: String) throws(StorageError) -> Bool {
        let result = unsafe sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw connection.failure(result, operation)
    }

    /// Runs a statement that has no rows, and makes it ready for the next use.
    func run(_ operation: String) throws(StorageError) {
        defer { reset() }
        while try step(operation) {}
    }

    /// Gives up the row, and keeps the buffer.
    func rewind() {
        unsafe sqlite3_reset(handle)
    }

    /// Makes the statement ready for the next use.
    func reset() {
        // The result repeats the failure of the last step, which has been thrown.
        unsafe sqlite3_reset(handle)
        guard unsafe sink.isLarge else { return }
        var sink = unsafe self.sink
        unsafe sink.shrink()
        unsafe self.sink = sink
    }

    /// Gives up copies of what was bound.
    func unbind() {
        unsafe sqlite3_clear_bindings(handle)
    }

    @discardableResult
    func bind(_ value: Int64, at index: CInt) -> CInt {
        unsafe sqlite3_bind_int64(handle, index, value)
    }

    /// Binds a copy of a text; an embedded NUL is part of it.
    @discardableResult
    func bind(_ text: String, at index: CInt) -> CInt {
        bind(text: Array(text.utf8), at: index)
    }

    @discardableResult
    func bind(text: [UInt8], at index: CInt) -> CInt {
        unsafe withBase(text) {
            unsafe sqlite3_bind_text(
                handle, index, UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self),
                CInt(text.count), Self.transient)
        }
    }

    @discardableResult
    func bind(blob: [UInt8], at index: CInt) -> CInt {
        unsafe withBase(blob) {
            unsafe sqlite3_bind_blob(handle, index, $0, CInt(blob.count), Self.transient)
        }
    }

    /// Binds a copy of a value.
    ///
    /// - Returns: A result code of SQLite. A binding that failed is NULL.
    @discardableResult
    func bind(_ value: Scalar, at index: CInt) -> CInt {
        switch value {
        case .integer(let value): bind(value, at: index)
        case .real(let value): unsafe sqlite3_bind_double(handle, index, value)
        case .text(let bytes): bind(text: bytes, at: index)
        case .blob(let bytes): bind(blob: bytes, at: index)
        }
    }

    func integer(_ column: CInt) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func text(_ column: CInt) -> String {
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// A null pointer would bind NULL instead of something empty.
    private func withBase(
        _ bytes: [UInt8], _ body: (UnsafePointer<UInt8>) -> CInt
    ) -> CInt {
        unsafe (bytes.isEmpty ? [0] : bytes).withUnsafeBufferPointer {
            guard let base = $0.baseAddress else { return SQLITE_NOMEM }
            return unsafe body(base)
        }
    }

    /// Tells SQLite to copy what is bound.
    static var transient: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
