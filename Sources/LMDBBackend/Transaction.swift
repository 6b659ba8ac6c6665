import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one LMDB transaction: a reading one, a writing one, or one inside a writing one.
///
/// `@unchecked Sendable`: it is used by one thread at a time. A reading transaction changes hands
/// only through the gate's lock, and a writing one stays on its thread.
@safe
final class Transaction: @unchecked Sendable {
    let environment: Environment
    /// Nil once the transaction is over and LMDB has freed it.
    private var handle: OpaquePointer?
    /// Room for the longest entry key that there is.
    private let entry = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    private let isWriting: Bool
    /// Kept from scan to scan of a reading transaction.
    private var idleCursor: Cursor?

    /// LMDB's number for the main table, the same in every environment.
    static let table: MDB_dbi = 1

    /// Begins a reading transaction.
    init(reading environment: Environment) throws(StorageError) {
        self.environment = environment
        isWriting = false
        unsafe handle = try environment.begin(MDB_RDONLY, in: nil, "read")
    }

    /// Begins a writing transaction, as soon as no other process has one.
    init(writing environment: Environment) throws(StorageError) {
        self.environment = environment
        isWriting = true
        unsafe handle = try environment.begin(0, in: nil, "write to")
    }

    /// Begins a transaction inside a writing one, which must not be used until this one is over.
    init(inside parent: Transaction) throws(StorageError) {
        environment = parent.environment
        isWriting = true
        unsafe handle = try environment.begin(0, in: parent.handle, "set a savepoint in")
    }

    deinit {
        abort()
        unsafe entry.deallocate()
    }

    /// Ends a reading transaction but keeps its slot, for ``renew()``.
    func reset() {
        unsafe mdb_txn_reset(handle)
    }

    /// Begins a reading transaction again.
    func renew() throws(StorageError) {
        try check(unsafe mdb_txn_renew(handle), "read")
    }

    /// Ends the transaction and takes its changes back.
    func abort() {
        idleCursor = nil
        guard let handle = unsafe handle else { return }
        unsafe self.handle = nil
        // In a forked copy of the process, the slot belongs to the parent.
        if environment.isInItsProcess { unsafe mdb_txn_abort(handle) }
    }

    /// Ends the transaction and keeps its changes: for good, or in the one that it is inside.
    func commit(_ operation: String) throws(StorageError) {
        let handle = unsafe handle
        // LMDB frees the transaction, whether it can be committed or not.
        unsafe self.handle = nil
        try check(unsafe mdb_txn_commit(handle), operation)
    }

    /// The number of the snapshot: that of the last commit that it shows.
    var snapshot: UInt64 { unsafe UInt64(mdb_txn_id(handle)) }

    func check(_ result: CInt, _ operation: String) throws(StorageError) {
        try environment.check(result, operation)
    }
}

extension Transaction {
    /// Lends the value of an entry, as it lies in the map or in a changed page.
    ///
    /// In a writing transaction the next change may alter or free the lent bytes.
    func lend(
        _ key: Span<UInt8>, in collection: UInt32, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        var entry = unsafe entryKey(key, in: collection)
        var value = unsafe MDB_val()
        let result = unsafe mdb_get(handle, Self.table, &entry, &value)
        if result == MDB_NOTFOUND { return false }
        try check(result, "read from")
        unsafe value.prefetch()
        let bytes = unsafe value.bytes
        try body(unsafe bytes.span)
        return true
    }

    /// A copy of the value of an entry, or nil if there is none.
    func value(_ key: Span<UInt8>, in collection: UInt32) throws(StorageError) -> [UInt8]? {
        var entry = unsafe entryKey(key, in: collection)
        var value = unsafe MDB_val()
        let result = unsafe mdb_get(handle, Self.table, &entry, &value)
        if result == MDB_NOTFOUND { return nil }
        try check(result, "read from")
        return unsafe Array(value.bytes)
    }

    /// Sets the value of an entry, whether or not there was one.
    func set(
        _ key: Span<UInt8>, _ value: Span<UInt8>, in collection: UInt32
    ) throws(StorageError) {
        var entry = unsafe entryKey(key, in: collection)
        let result = unsafe value.withUnsafeBufferPointer { bytes in
            var value = unsafe MDB_val(
                mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            return unsafe mdb_put(handle, Self.table, &entry, &value, 0)
        }
        try check(result, "write to")
    }

    /// Deletes an entry that is there.
    func delete(_ key: Span<UInt8>, in collection: UInt32) throws(StorageError) {
        var entry = unsafe entryKey(key, in: collection)
        try check(unsafe mdb_del(handle, Self.table, &entry, nil), "write to")
    }

    /// The key of an entry, in this transaction's room for one: it is good for one call.
    ///
    /// `key` fits: `StorageCore` has checked it.
    @unsafe
    private func entryKey(_ key: Span<UInt8>, in collection: UInt32) -> MDB_val {
        unsafe UnsafeMutableRawPointer(entry).storeBytes(
            of: collection.bigEndian, as: UInt32.self)
        unsafe key.withUnsafeBufferPointer { key in
            guard let start = key.baseAddress else { return }
            unsafe memcpy(entry + Layout.prefixSize, start, key.count)
        }
        return unsafe MDB_val(mv_size: Layout.prefixSize + key.count, mv_data: entry)
    }
}

extension Transaction {
    /// A cursor on the table, which is to be given back.
    func takeCursor() throws(StorageError) -> Cursor {
        if let cursor = idleCursor.take() {
            try check(unsafe mdb_cursor_renew(handle, cursor.handle), "read from")
            return cursor
        }
        return unsafe Cursor(try openCursor(), in: environment)
    }

    /// A cursor of a writing transaction for the entries of one collection.
    func cursor(of collection: UInt32) throws(StorageError) -> CollectionCursor {
        unsafe CollectionCursor(collection, try openCursor())
    }

    @unsafe
    private func openCursor() throws(StorageError) -> OpaquePointer {
        var cursor: OpaquePointer?
        try check(unsafe mdb_cursor_open(handle, Self.table, &cursor), "read from")
        guard let cursor = unsafe cursor else { throw .lmdb(MDB_BAD_TXN, "read from", path) }
        return unsafe cursor
    }

    /// Gives back a cursor from ``takeCursor()``.
    func giveBack(_ cursor: Cursor) {
        if isWriting {
            cursor.close()
        } else {
            idleCursor = cursor
        }
    }

    private var path: String { environment.path }
}

extension MDB_val {
    /// The bytes, as long as they stay where they are.
    @unsafe
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(
            start: mv_data?.assumingMemoryBound(to: UInt8.self), count: mv_size)
    }
}
