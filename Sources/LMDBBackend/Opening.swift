import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Finds a storage, makes sure that it is one and whole, and only then lets LMDB open it.
struct Opening {
    let configuration: LMDBConfiguration

    private var path: String { configuration.path }

    /// Opens the environment, of a new storage if there is none and one may be created.
    func open(_ fork: Fork) throws(StorageError) -> (Environment, Place) {
        let folder = try findFolder()
        let data = Place.dataFile(in: folder)
        var found = try FileSystem.status(data)
        if found == nil { found = try create(data) }
        guard let status = found else { throw missing }
        let claim = try OpenFiles.shared.claim(status.identity, path: path)
        let file = try DataFile(data, status.identity)
        try inspect(file)
        let environment = try Environment(
            configuration, path: folder, file: file, claim: claim, fork: fork)
        return (environment, try Place(folder: folder, data: status.identity))
    }

    private func findFolder() throws(StorageError) -> String {
        guard let status = try FileSystem.status(path) else {
            guard configuration.options.mode == .create else { throw missing }
            try FileSystem.createFolders(path)
            return try resolvedFolder()
        }
        guard status.isFolder else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': an LMDB storage is a folder, and this is a file; choose "
                    + "another path")
        }
        return try resolvedFolder()
    }

    private func resolvedFolder() throws(StorageError) -> String {
        guard let folder = try FileSystem.resolve(path) else { throw missing }
        return folder
    }

    private var missing: StorageError {
        StorageError(
            .notFound,
            "cannot open '\(path)': there is no LMDB storage; open it with mode=rwc to create one")
    }

    /// Makes sure that what the file says leads nowhere outside of it, and that it is ours.
    private func inspect(_ file: DataFile) throws(StorageError) {
        for attempt in 1... {
            let meta = try MetaPage.newest(of: file)
            do {
                return try inspect(PageTree(file: file, meta: meta))
            } catch {
                // Nothing keeps another process from using pages again that this looks at: what
                // was found counts only if there was no commit meanwhile.
                let isCurrent = try MetaPage.newest(of: file).commit == meta.commit
                guard !isCurrent, attempt < Self.maximumAttempts else { throw error }
            }
        }
    }

    /// The size, in bytes, up to which all pages of a file are looked at whenever it is opened.
    private static let alwaysInspectedSize = 4 << 20

    /// No program commits so fast that all of these are in vain.
    private static let maximumAttempts = 100

    private func inspect(_ tree: PageTree) throws(StorageError) {
        // LMDB trusts its pages and ends the process where it should not have: what is looked through
        // in no time is looked through.
        if tree.meta.fileSize <= Self.alwaysInspectedSize,
            let flaw = try tree.flaws(limit: 1).first
        {
            throw StorageError(.damaged, "cannot open '\(path)': \(flaw)")
        }
        // Pages that a transaction took and gave back are never written, so that a sound file can
        // be shorter than its number of pages says.
        let size = try tree.file.size()
        if size < tree.meta.fileSize, let flaw = try tree.flaws(limit: 1).first {
            throw StorageError(
                .damaged,
                "cannot open '\(path)': data.mdb has \(size) of \(tree.meta.fileSize) bytes, and "
                    + "\(flaw)")
        }
        let format = try tree.value(Layout.bytes(Layout.own) + Layout.formatKey)
        try Layout.checkFormat(format, path)
    }
}

extension Opening {
    /// Creates the file in full under another name, and then gives it its own.
    ///
    /// Whoever looks meanwhile, or after a crash, finds a storage or none, and never half of one.
    /// A process that does the same at the same time may be faster: then there is one already.
    private func create(_ data: String) throws(StorageError) -> FileSystem.Status? {
        guard configuration.options.mode == .create else { throw missing }
        let draft = data + "-new-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        do {
            try write(draft)
            if try !FileSystem.publish(draft, as: data) { try FileSystem.remove(draft) }
        } catch {
            try FileSystem.remove(draft)
            throw error
        }
        return try FileSystem.status(data)
    }

    private func write(_ draft: String) throws(StorageError) {
        let environment = unsafe try openEnvironment(
            draft, MDB_NOSUBDIR | MDB_NOLOCK, mapSize: 1 << 20, fileMode: 0o666)
        defer { unsafe mdb_env_close(environment) }
        var transaction: OpaquePointer?
        try check(unsafe mdb_txn_begin(environment, nil, 0, &transaction))
        var table: MDB_dbi = 0
        try check(unsafe mdb_dbi_open(transaction, nil, 0, &table))
        var key = Layout.bytes(Layout.own) + Layout.formatKey
        var value = Layout.format
        let result = unsafe key.withUnsafeMutableBytes { key in
            unsafe value.withUnsafeMutableBytes { value in
                var key = unsafe MDB_val(mv_size: key.count, mv_data: key.baseAddress)
                var value = unsafe MDB_val(mv_size: value.count, mv_data: value.baseAddress)
                return unsafe mdb_put(transaction, table, &key, &value, 0)
            }
        }
        guard result == MDB_SUCCESS else {
            unsafe mdb_txn_abort(transaction)
            throw .lmdb(result, "create", path)
        }
        try check(unsafe mdb_txn_commit(transaction))
    }

    private func check(_ result: CInt) throws(StorageError) {
        guard result == MDB_SUCCESS else { throw .lmdb(result, "create", path) }
    }
}
