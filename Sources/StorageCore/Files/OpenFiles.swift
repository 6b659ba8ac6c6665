import Synchronization

/// The files that storages of this process have open, by device and inode.
///
/// Opening one file twice in a process breaks LMDB, drops the POSIX locks of SQLite, and lets two
/// file storages overwrite each other. Only the process as a whole can know, so that this is the
/// one piece of state that belongs to no storage.
package final class OpenFiles: Sendable {
    /// The registry of this process.
    package static let shared = OpenFiles()

    private let identities = Mutex<Set<FileSystem.Identity>>([])

    private init() {}

    /// Takes note that a file is open.
    ///
    /// - Throws: ``StorageError/Code/alreadyOpen`` if it already is.
    package func claim(
        _ identity: FileSystem.Identity, path: String
    ) throws(StorageError) -> OpenFile {
        guard identities.withLock({ $0.insert(identity).inserted }) else {
            throw StorageError(
                .alreadyOpen,
                "'\(path)' is open in this process already; share the one Database, or close it "
                    + "first")
        }
        return OpenFile(identity: identity)
    }

    fileprivate func release(_ identity: FileSystem.Identity) {
        identities.withLock { _ = $0.remove(identity) }
    }
}

/// A claim on a file of this process. It is given up when the value goes away, or before.
package final class OpenFile: Sendable {
    package let identity: FileSystem.Identity
    private let isHeld = Mutex(true)

    fileprivate init(identity: FileSystem.Identity) {
        self.identity = identity
    }

    /// Gives the claim up. The file must be closed.
    package func release() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { OpenFiles.shared.release(identity) }
    }

    deinit {
        release()
    }
}
