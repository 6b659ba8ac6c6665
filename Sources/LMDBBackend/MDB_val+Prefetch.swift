import CLMDB

/// What is in no cache takes longer to come than a record takes to decode, and comes line after line
/// where each tells where the next one begins.
extension MDB_val {
    /// Asks for the bytes, which are about to be read: for the first of them if they are many, since
    /// the processor sees by itself how that goes on.
    @inline(__always)
    func prefetch() {
        unsafe clmdb_prefetch(mv_data, min(mv_size, Self.manyBytes))
    }

    /// Asks for as many bytes as an entry has, whose key this is, `distance` bytes from it.
    ///
    /// A page that was filled in the order of its keys is followed by the next one, which has its
    /// entries in about the same places. Where that is not so, what comes is not used.
    @inline(__always)
    func prefetch(with value: MDB_val, at distance: Int) {
        // Beyond half a page, a value lies elsewhere.
        let size = unsafe mv_size + value.mv_size
        guard unsafe size <= Self.manyBytes, let start = unsafe mv_data else { return }
        unsafe clmdb_prefetch(start + distance, size)
    }

    private static var manyBytes: Int { 1024 }
}
