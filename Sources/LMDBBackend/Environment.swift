import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one LMDB environment, and the claim on its file.
///
/// It may be used from any thread, but for ``setMapSize(_:)``. It is closed when the last
/// transaction that knows it has gone.
///
/// `@unchecked Sendable`: the handle never changes, and LMDB guards what is behind it.
@safe
final class Environment: @unchecked Sendable {
    /// The folder.
    let path: String
    let file: DataFile
    let lock: ProcessLock
    private let claim: OpenFile
    private let handle: Handle
    private let fork: Fork

    /// How far the storage reaches and how much is reserved, in bytes.
    struct Extent {
        var used: Int
        var mapped: Int
    }

    /// So many transactions can read at once, in all processes together.
    static let readers: CUnsignedInt = 4096

    /// The reservation to begin with, and the smallest one to be content with where address space
    /// is short.
    static let automaticMapSize = 1 << 40
    static let minimumMapSize = 64 << 20

    init(
        _ configuration: LMDBConfiguration, path: String, file: DataFile, claim: OpenFile,
        fork: Fork
    ) throws(StorageError) {
        handle = try Handle(configuration, path: path, fileMode: file.mode)
        self.path = path
        self.file = file
        self.claim = claim
        self.fork = fork
        lock = ProcessLock(file)
        try checkIdentity()
        try releaseDeadReaders()
        try openTable()
    }

    deinit {
        // A forked copy shares the lock file, and with it the slots of its parent's readers.
        if fork.isSameProcess { unsafe mdb_env_close(handle.pointer) }
    }

    /// LMDB opened the file by its path, so that it may have another one than was claimed.
    private func checkIdentity() throws(StorageError) {
        var descriptor: CInt = -1
        try check(unsafe mdb_env_get_fd(handle.pointer, &descriptor), "open")
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw .system(errno, "examine", path) }
        guard info.st_ino == file.identity.inode, info.st_dev == file.identity.device else {
            throw .replaced("open", path)
        }
        // LMDB leaves this one descriptor to programs that the process starts.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .system(errno, "open", path)
        }
    }

    /// Until the table has been opened once, LMDB has no function to compare its keys with.
    private func openTable() throws(StorageError) {
        let transaction = unsafe try begin(MDB_RDONLY, in: nil, "open")
        defer { unsafe mdb_txn_abort(transaction) }
        var table: MDB_dbi = 0
        try check(unsafe mdb_dbi_open(transaction, nil, 0, &table), "open")
    }

    /// Waits until all that was committed is on disk.
    func synchronize() throws(StorageError) {
        try check(unsafe mdb_env_sync(handle.pointer, 1), "synchronize")
    }

    /// Gives back the slots that readers of killed processes hold, and the pages they pin.
    func releaseDeadReaders() throws(StorageError) {
        var dead: CInt = 0
        try check(unsafe mdb_reader_check(handle.pointer, &dead), "check the readers of")
    }

    /// How far the storage reaches, as of the last commit.
    ///
    /// - Precondition: The map does not change meanwhile: a transaction is open.
    func extent() throws(StorageError) -> Extent {
        var info = unsafe MDB_envinfo()
        try check(unsafe mdb_env_info(handle.pointer, &info), "examine")
        return Extent(
            used: unsafe (info.me_last_pgno + 1) * pageSize, mapped: unsafe info.me_mapsize)
    }

    /// Changes the reservation, to at least what the storage needs.
    ///
    /// - Precondition: No transaction of this process is open.
    /// - Throws: The engine's failure. The environment cannot be used any more then.
    func setMapSize(_ size: Int) throws(StorageError) {
        try check(unsafe mdb_env_set_mapsize(handle.pointer, size), "enlarge")
    }

    /// Begins a transaction. `parent` is for one inside another.
    ///
    /// - Returns: The engine's transaction, which the caller owns.
    @unsafe
    func begin(
        _ flags: CInt, in parent: OpaquePointer?, _ operation: String
    ) throws(StorageError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try check(
            unsafe mdb_txn_begin(handle.pointer, parent, CUnsignedInt(flags), &transaction),
            operation)
        guard let transaction = unsafe transaction else {
            throw .lmdb(MDB_BAD_TXN, operation, path)
        }
        return unsafe transaction
    }

    /// The size of a page, in bytes.
    var pageSize: Int { handle.pageSize }

    /// Whether this process is the one that opened the environment.
    var isInItsProcess: Bool { fork.isSameProcess }

    func check(_ result: CInt, _ operation: String) throws(StorageError) {
        guard result == MDB_SUCCESS else { throw .lmdb(result, operation, path) }
    }
}

extension Environment {
    /// An opened `MDB_env`, which its owner closes.
    @safe
    private struct Handle {
        let pointer: OpaquePointer
        let pageSize: Int

        init(
            _ configuration: LMDBConfiguration, path: String, fileMode: UInt32
        ) throws(StorageError) {
            // Readers are handed from thread to thread, which a slot tied to a thread forbids.
            var flags = MDB_NOTLS
            if configuration.options.mode == .readOnly { flags |= MDB_RDONLY }
            switch configuration.options.durability {
            case .full: break
            // The data is synchronized before the page that points to it is written, and that
            // page with the next commit: what is on disk is whole, if one commit behind.
            case .relaxed: flags |= MDB_NOMETASYNC
            case .none: flags |= MDB_NOSYNC
            }
            var size = configuration.mapSize ?? Environment.automaticMapSize
            while true {
                do throws(StorageError) {
                    unsafe pointer = try openEnvironment(
                        path, flags, mapSize: size, fileMode: fileMode)
                    // Which fails only without an environment.
                    var statistics = MDB_stat()
                    unsafe mdb_env_stat(pointer, &statistics)
                    pageSize = Int(statistics.ms_psize)
                    return
                } catch  where error.isOutOfAddressSpace && configuration.mapSize == nil {
                    size /= 2
                    guard size >= Environment.minimumMapSize else { throw error }
                }
            }
        }
    }
}

/// Opens an environment in the folder, or the file with `MDB_NOSUBDIR`, at `path`.
@unsafe
func openEnvironment(
    _ path: String, _ flags: CInt, mapSize: Int, fileMode: UInt32
) throws(StorageError) -> OpaquePointer {
    var created: OpaquePointer?
    var result = unsafe mdb_env_create(&created)
    guard result == MDB_SUCCESS, let environment = unsafe created else {
        throw .lmdb(result, "open", path)
    }
    // LMDB wants whole pages of the system; 64 KiB are whole pages everywhere.
    unsafe mdb_env_set_mapsize(environment, (mapSize + 0xFFFF) & ~0xFFFF)
    unsafe mdb_env_set_maxreaders(environment, Environment.readers)
    result = unsafe mdb_env_open(environment, path, CUnsignedInt(flags), mode_t(fileMode))
    guard result == MDB_SUCCESS else {
        unsafe mdb_env_close(environment)
        throw .lmdb(result, "open", path)
    }
    return unsafe environment
}
