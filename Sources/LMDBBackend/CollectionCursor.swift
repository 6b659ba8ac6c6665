import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One LMDB cursor, with which a writing transaction goes from key to key of one collection.
///
/// LMDB looks at the page where the cursor stands before it searches the tree: what is written in
/// the order of keys, and what is read before it is changed, is found there.
@safe
struct CollectionCursor {
    let collection: UInt32
    /// How many records more the collection has for what was changed through this cursor.
    var growth = 0
    private let handle: OpaquePointer

    /// - Precondition: `handle` is closed by ``close()``.
    @unsafe
    init(_ collection: UInt32, _ handle: OpaquePointer) {
        self.collection = collection
        unsafe self.handle = unsafe handle
    }

    /// Closes the cursor: before its transaction ends, and before another begins inside it.
    func close() { unsafe mdb_cursor_close(handle) }

    /// Goes to the entry of a key, and says where its value lies.
    @unsafe
    func find(_ key: Span<UInt8>, _ value: inout MDB_val) -> CInt {
        unsafe withEntryKey(key) { entry in
            unsafe mdb_cursor_get(handle, &entry, &value, MDB_SET)
        }
    }

    /// Sets the value of a key, with LMDB's `flags`.
    func put(_ key: Span<UInt8>, _ value: Span<UInt8>, _ flags: CInt) -> CInt {
        unsafe withEntryKey(key) { entry in
            unsafe value.withUnsafeBufferPointer { bytes in
                var value = unsafe MDB_val(
                    mv_size: bytes.count,
                    mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
                return unsafe mdb_cursor_put(handle, &entry, &value, CUnsignedInt(flags))
            }
        }
    }

    /// Removes the entry where the cursor stands.
    func remove() -> CInt { unsafe mdb_cursor_del(handle, 0) }

    /// More than LMDB's longest key, which is 511 bytes.
    private static let maximumEntryKeySize = 512

    /// Lends the key of an entry, with the collection's number in front.
    @unsafe
    @inline(__always)
    private func withEntryKey(
        _ key: Span<UInt8>, _ body: (inout MDB_val) -> CInt
    ) -> CInt {
        let size = Layout.prefixSize + key.count
        // StorageCore has checked it; what is not checked here would be written behind the memory.
        guard size <= Self.maximumEntryKeySize else { return MDB_BAD_VALSIZE }
        return unsafe withUnsafeTemporaryAllocation(
            byteCount: Self.maximumEntryKeySize, alignment: 8
        ) { memory in
            unsafe memory.storeBytes(of: collection.bigEndian, as: UInt32.self)
            unsafe key.withUnsafeBytes { key in
                guard let start = key.baseAddress else { return }
                unsafe memory.baseAddress?.advanced(by: Layout.prefixSize)
                    .copyMemory(from: start, byteCount: key.count)
            }
            var entry = unsafe MDB_val(mv_size: size, mv_data: memory.baseAddress)
            return unsafe body(&entry)
        }
    }
}
