import StorageCore

/// What writes to the files of a storage: the journal with each commit, the JSON file with each
/// checkpoint.
///
/// It is used by one thread at a time, the one whose turn it is to write.
struct FileWriter: Sendable {
    let place: FilePlace
    let files: any FileOperations
    let durability: Durability
    let lock: FileLock

    /// The number of the JSON file's checkpoint.
    var checkpoint: Int
    /// The JSON file as it was last read or written.
    var stamp: FileStamp
    /// The journal, once it has been opened or created.
    var journal: OpenJournal?
    /// Why nothing can be written any more, if that is so.
    var failure: StorageError?
    /// The length of the journal at which the next checkpoint is due.
    var checkpointLength: Int

    /// A journal that this storage has open.
    struct OpenJournal: Sendable {
        var file: OpenedFile
        var identity: FileSystem.Identity
        /// The bytes of whole lines.
        var length: Int
        var checksum: CRC32C
        var commits: Int
        /// Whether the file is to be cut off at ``length`` before it is written to.
        var hasTornEnd: Bool
        /// Whether the first line is there and names the present checkpoint.
        var isCurrent: Bool
    }

    /// The least length of a journal that makes a checkpoint worth while.
    static let minimumCheckpointLength = 1 << 20

    init(
        _ loaded: LoadedState, place: FilePlace, files: any FileOperations,
        durability: Durability, lock: FileLock
    ) throws(StorageError) {
        self.place = place
        self.files = files
        self.durability = durability
        self.lock = lock
        checkpoint = loaded.content.number
        stamp = loaded.stamp
        checkpointLength = max(Self.minimumCheckpointLength, loaded.stamp.size)
        guard loaded.journal != nil else { return }
        let file = try files.open(place.journal)
        let current = loaded.currentJournal
        let content = current ?? JournalContent()
        let stamp = try file.stamp()
        journal = OpenJournal(
            file: file, identity: stamp.identity, length: content.length,
            checksum: content.checksum,
            commits: content.commits, hasTornEnd: stamp.size != content.length,
            isCurrent: current != nil)
    }

    /// The size of the JSON file and of the journal, in bytes.
    var size: Int { stamp.size + (journal?.length ?? 0) }

    /// Throws if nothing can be written, or should not because others changed the files.
    func checkUsable() throws(StorageError) {
        if let failure { throw failure }
        guard try FileStamp(place.realPath)?.isUnchanged(since: stamp) == true else {
            throw changedOutside("the file was changed, moved or removed")
        }
        guard try lock.isInPlace else {
            throw changedOutside("'\(place.lock)' was moved or removed")
        }
        let found = try FileStamp(place.journal)
        guard found?.identity == journal?.identity,
            found == nil || journal?.hasTornEnd == true || found?.size == journal?.length
        else { throw changedOutside("'\(place.journal)' was changed, moved or removed") }
    }

    private func changedOutside(_ what: String) -> StorageError {
        StorageError(
            .changedOutside,
            "cannot write to '\(place.path)': \(what) while the storage was open; close the "
                + "storage and open it again")
    }

    /// Takes note that nothing can be written any more, and returns the error that says so.
    mutating func fail(because error: StorageError) -> StorageError {
        let failure = StorageError(
            error.code,
            "cannot write to '\(place.path)' any more, since it is not known what is on disk "
                + "after this: \(error.message); close the storage and open it again",
            engineCode: error.engineCode, cause: error)
        self.failure = failure
        return failure
    }
}
