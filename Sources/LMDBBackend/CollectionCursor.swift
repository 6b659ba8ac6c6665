import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one LMDB cursor, with which a writing transaction goes from key to key of one collection.
///
/// LMDB looks at the page where the cursor stands before it searches the tree: what is written in
/// the order of keys, and what is read before it is changed, is found there. The cursor is closed
/// before its transaction ends, or before another begins inside it.
@safe
final class CollectionCursor {
    let collection: UInt32
    /// How many records more the collection has for what was changed through this cursor.
    var growth = 0
    private let handle: OpaquePointer
    private let path: String
    /// Room for the longest entry key that there is, with the collection's number in front.
    private let entry = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)

    init(_ collection: UInt32, _ handle: OpaquePointer, _ path: String) {
        self.collection = collection
        unsafe self.handle = unsafe handle
        self.path = path
        unsafe UnsafeMutableRawPointer(entry).storeBytes(
            of: collection.bigEndian, as: UInt32.self)
    }

    deinit {
        unsafe mdb_cursor_close(handle)
        unsafe entry.deallocate()
    }

    /// Copies the value of a key.
    ///
    /// - Returns: Whether there is one.
    func copyValue(
        of key: Span<UInt8>, to copy: EntryCopy
    ) throws(StorageError) -> Bool {
        var value = unsafe MDB_val()
        guard try unsafe find(key, &value) else { return false }
        let bytes = unsafe value.bytes
        copy.take(unsafe bytes.span)
        return true
    }

    /// Sets the value of a key.
    ///
    /// - Returns: Whether it was set: not, if the key has one and `isNew` asks for one that has none.
    func put(
        _ key: Span<UInt8>, _ value: Span<UInt8>, isNew: Bool
    ) throws(StorageError) -> Bool {
        var entry = unsafe entryKey(key)
        let flags = isNew ? MDB_NOOVERWRITE : 0
        let result = unsafe value.withUnsafeBufferPointer { bytes in
            var value = unsafe MDB_val(
                mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            return unsafe mdb_cursor_put(handle, &entry, &value, CUnsignedInt(flags))
        }
        if result == MDB_SUCCESS { return true }
        if result == MDB_KEYEXIST { return false }
        throw .lmdb(result, "write to", path)
    }

    func contains(_ key: Span<UInt8>) throws(StorageError) -> Bool {
        var value = unsafe MDB_val()
        return try unsafe find(key, &value)
    }

    /// Removes the entry of a key.
    ///
    /// - Returns: Whether there was one.
    func remove(_ key: Span<UInt8>) throws(StorageError) -> Bool {
        guard try contains(key) else { return false }
        let result = unsafe mdb_cursor_del(handle, 0)
        guard result == MDB_SUCCESS else { throw .lmdb(result, "write to", path) }
        return true
    }

    @unsafe
    private func find(
        _ key: Span<UInt8>, _ value: inout MDB_val
    ) throws(StorageError) -> Bool {
        var entry = unsafe entryKey(key)
        let result = unsafe mdb_cursor_get(handle, &entry, &value, MDB_SET)
        if result == MDB_SUCCESS { return true }
        if result == MDB_NOTFOUND { return false }
        throw .lmdb(result, "read from", path)
    }

    /// The key of an entry: it is good for one call.
    ///
    /// `key` fits: `StorageCore` has checked it.
    @unsafe
    private func entryKey(_ key: Span<UInt8>) -> MDB_val {
        unsafe key.withUnsafeBufferPointer { key in
            guard let start = key.baseAddress else { return }
            unsafe memcpy(entry + Layout.prefixSize, start, key.count)
        }
        return unsafe MDB_val(mv_size: Layout.prefixSize + key.count, mv_data: entry)
    }
}
