public import StorageCore

/// A storage in an LMDB environment: a folder with `data.mdb` and `lock.mdb`.
///
/// Reads lend records straight from the memory map, without copies and without locks. Readers and
/// the writer never wait for each other, and processes share the folder.
/// `Documentation/FileFormat.md` says what stands where in the file.
///
/// The size of the map takes care of itself: see ``LMDBConfiguration/mapSize``. A single
/// transaction that does not fit into the map fails as a whole with ``StorageError/Code/full``,
/// and the next one finds at least twice the room.
///
/// The timeout counts for other processes that write through this library. Another program that
/// writes with LMDB itself is waited for until it is done.
///
/// With ``OpenMode/readOnly`` nothing is changed but `lock.mdb`, in which readers are noted so that
/// the writer spares what they see. On a file system that is read-only it does without, and so
/// must every process that could write there by another mount.
///
/// LMDB checks its pages hardly at all. Opening makes sure that the file is a storage and that no
/// part of it is cut off, and ``check()`` walks every page without trusting it; but bytes that
/// changed on the medium in between can still bring the process down when they are used.
///
/// A storage cannot be used in a forked copy of the process: transactions throw
/// ``StorageError/Code/unsupported`` there.
public final class LMDBStorage: Storage {
    static let scheme = "lmdb"
    static let capabilities: Capabilities = [.persistent, .multiProcess, .concurrentReads]

    let session: Session

    /// Opens the storage that `configuration` describes, and creates it where it may.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if it may not; ``StorageError/Code/alreadyOpen`` if
    ///   this process has the storage open; ``StorageError/Code/notAStorage``,
    ///   ``StorageError/Code/damaged`` or ``StorageError/Code/newerFormat`` for a file that is not
    ///   ours, or not any more, or not yet: it is left as it is.
    public init(_ configuration: LMDBConfiguration) throws(StorageError) {
        session = try Session(configuration)
    }

    /// What every LMDB storage guarantees.
    public var capabilities: Capabilities { Self.capabilities }

    /// The limits of the built-in backends.
    public var limits: Limits { .standard }

    /// The folder, the size of `data.mdb`, and the durability.
    public var description: StorageDescription {
        StorageDescription(
            scheme: Self.scheme, path: session.path,
            durability: session.configuration.options.durability, size: session.size)
    }

    /// Takes a snapshot.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        try session.beginRead()
    }

    /// Starts the writing transaction, waiting until no other one runs.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        LMDBWriteTransaction(try session.beginWrite(), of: session)
    }

    /// Walks all pages and entries, and counts the records of each collection.
    public func check() throws(StorageError) -> [String] {
        try session.check()
    }

    /// Closes the environment; with durability ``Durability/none`` or ``Durability/relaxed``, after
    /// everything has been written to disk.
    ///
    /// In a forked copy of the process this does nothing: the files belong to the parent.
    public func close() throws(StorageError) {
        try session.close()
    }
}
