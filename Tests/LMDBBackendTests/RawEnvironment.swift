import CLMDB
import StorageCore

/// An environment as any other program would open it.
@safe
final class RawEnvironment {
    private let handle: OpaquePointer

    struct Failure: Error {
        let code: CInt
    }

    init(_ path: String, flags: CInt = 0) throws {
        var created: OpaquePointer?
        var result = unsafe mdb_env_create(&created)
        guard let environment = unsafe created else { throw Failure(code: result) }
        unsafe handle = unsafe environment
        unsafe mdb_env_set_mapsize(handle, 1 << 30)
        result = unsafe mdb_env_open(handle, path, CUnsignedInt(flags), 0o666)
        guard result == 0 else { throw Failure(code: result) }
    }

    deinit { unsafe mdb_env_close(handle) }

    /// Puts entries in one transaction.
    func put(_ entries: [(key: [UInt8], value: [UInt8])]) throws {
        var transaction: OpaquePointer?
        try check(unsafe mdb_txn_begin(handle, nil, 0, &transaction))
        var table: MDB_dbi = 0
        try check(unsafe mdb_dbi_open(transaction, nil, 0, &table))
        for (key, value) in entries {
            var (key, value) = (key, value)
            let result = unsafe key.withUnsafeMutableBytes { key in
                unsafe value.withUnsafeMutableBytes { value in
                    var key = unsafe MDB_val(mv_size: key.count, mv_data: key.baseAddress)
                    var value = unsafe MDB_val(mv_size: value.count, mv_data: value.baseAddress)
                    return unsafe mdb_put(transaction, table, &key, &value, 0)
                }
            }
            try check(result)
        }
        try check(unsafe mdb_txn_commit(transaction))
    }

    /// How many pages with entries the main table has.
    func leaves() throws -> Int {
        var statistics = MDB_stat()
        try check(unsafe mdb_env_stat(handle, &statistics))
        return Int(statistics.ms_leaf_pages)
    }

    private func check(_ result: CInt) throws {
        guard result == 0 else { throw Failure(code: result) }
    }
}
