import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one LMDB cursor, and with it a place in the table.
///
/// It is used with its transaction, by one thread at a time. A cursor of a writing transaction is
/// closed before that ends, or before another begins inside it.
@safe
final class Cursor {
    /// For the transaction to renew it.
    private(set) var handle: OpaquePointer?
    private let path: String
    private let pageSize: Int
    private var key = unsafe MDB_val()
    private var value = unsafe MDB_val()

    init(_ handle: OpaquePointer, in environment: Environment) {
        unsafe self.handle = unsafe handle
        path = environment.path
        pageSize = environment.pageSize
    }

    deinit { close() }

    var isOpen: Bool { unsafe handle != nil }

    func close() {
        unsafe mdb_cursor_close(handle)
        unsafe handle = nil
    }

    /// Goes to the first entry of the range, or with `reversed` to the last.
    ///
    /// - Returns: Whether there is one.
    func enter(_ range: EntryRange, reversed: Bool) throws(StorageError) -> Bool {
        guard reversed else {
            return try seek(range.lowerBound) && isBelow(range.upperBound)
        }
        let isBehind = try seek(range.upperBound)
        return try move(isBehind ? MDB_PREV : MDB_LAST) && !isBelow(range.lowerBound)
    }

    /// Goes from an entry of the range to the next one, or with `reversed` to the previous.
    ///
    /// - Returns: Whether there is one.
    func advance(_ range: EntryRange, reversed: Bool) throws(StorageError) -> Bool {
        guard try move(reversed ? MDB_PREV : MDB_NEXT) else { return false }
        return reversed ? !isBelow(range.lowerBound) : isBelow(range.upperBound)
    }

    /// Lends the entries of the range, in its order or against it, until `body` returns false. They
    /// must not change meanwhile.
    func scan(
        _ range: EntryRange, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Bool
    ) throws {
        guard try enter(range, reversed: reversed) else { return }
        let bound = reversed ? range.lowerBound : range.upperBound
        let whole = range.wholeCollection?.bigEndian
        let operation = reversed ? MDB_PREV : MDB_NEXT
        let distance = reversed ? -pageSize : pageSize
        // In locals, to which nobody else can have access while `body` runs.
        var (key, value) = unsafe (key, value)
        let handle = unsafe handle
        var result = MDB_SUCCESS
        while result == MDB_SUCCESS, try unsafe Self.lend(key, value, body) {
            result = unsafe mdb_cursor_get(handle, &key, &value, operation)
            guard result == MDB_SUCCESS else { break }
            unsafe key.prefetch(with: value, at: distance)
            if let whole {
                guard unsafe Self.collection(key) == whole else { return }
            } else if unsafe Self.isBelow(key, bound) == reversed {
                return
            }
        }
        guard result == MDB_SUCCESS || result == MDB_NOTFOUND else {
            throw StorageError.lmdb(result, "read from", path)
        }
    }

    /// Removes the entry where the cursor stands. ``advance(_:reversed:)`` goes on from there.
    func remove() throws(StorageError) {
        let result = unsafe mdb_cursor_del(handle, 0)
        guard result == MDB_SUCCESS else { throw .lmdb(result, "write to", path) }
    }

    /// Lends the entry where the cursor stands, its key without the collection's number.
    func lend<Result>(
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try unsafe Self.lend(key, value, body)
    }

    @inline(__always)
    @unsafe
    private static func lend<Result>(
        _ key: MDB_val, _ value: MDB_val,
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        let key = unsafe UnsafeBufferPointer(rebasing: key.bytes.dropFirst(Layout.prefixSize))
        let value = unsafe value.bytes
        return try body(unsafe key.span, unsafe value.span)
    }

    /// The number of the collection that the entry belongs to, or nil if its key is too short.
    var collection: UInt32? {
        unsafe Layout.number(key.bytes.prefix(Layout.prefixSize), as: UInt32.self)
    }

    /// The number of the collection that an entry belongs to, as its bytes lie there, or nil if its
    /// key is too short.
    @inline(__always)
    @unsafe
    private static func collection(_ key: MDB_val) -> UInt32? {
        guard unsafe key.mv_size >= Layout.prefixSize, let start = unsafe key.mv_data else {
            return nil
        }
        return unsafe start.loadUnaligned(as: UInt32.self)
    }

    private func seek(_ bound: [UInt8]) throws(StorageError) -> Bool {
        try unsafe bound.withUnsafeBufferPointer { (bound) throws(StorageError) in
            let key = unsafe MDB_val(
                mv_size: bound.count, mv_data: UnsafeMutableRawPointer(mutating: bound.baseAddress))
            return try unsafe get(key, MDB_SET_RANGE)
        }
    }

    private func move(_ operation: MDB_cursor_op) throws(StorageError) -> Bool {
        try unsafe get(MDB_val(), operation)
    }

    @unsafe
    private func get(_ bound: MDB_val, _ operation: MDB_cursor_op) throws(StorageError) -> Bool {
        // In locals, which the compiler knows nobody else to have access to during the call.
        var (key, value) = unsafe (bound, MDB_val())
        let result = unsafe mdb_cursor_get(handle, &key, &value, operation)
        if result == MDB_NOTFOUND { return false }
        guard result == MDB_SUCCESS else { throw .lmdb(result, "read from", path) }
        unsafe (self.key, self.value) = unsafe (key, value)
        return true
    }

    private func isBelow(_ bound: [UInt8]) -> Bool {
        unsafe Self.isBelow(key, bound)
    }

    @inline(__always)
    @unsafe
    private static func isBelow(_ key: MDB_val, _ bound: [UInt8]) -> Bool {
        unsafe bound.withUnsafeBytes { bound in
            let size = unsafe key.mv_size
            guard let start = bound.baseAddress, let key = unsafe key.mv_data else {
                return false
            }
            let order = unsafe memcmp(key, start, min(size, bound.count))
            return order == 0 ? size < bound.count : order < 0
        }
    }
}
