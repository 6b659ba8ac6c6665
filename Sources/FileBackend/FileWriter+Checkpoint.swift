import StorageCore

extension FileWriter {
    /// Whether the journal has grown so long that a checkpoint is due.
    var isCheckpointDue: Bool {
        guard let journal, failure == nil else { return false }
        return journal.commits > 0 && journal.length >= checkpointLength
    }

    /// Replaces the JSON file by one with the state of `tables`, and begins a new journal.
    ///
    /// A crash at any moment leaves either file whole, and a journal that belongs to it or is
    /// known to be stale.
    ///
    /// - Throws: ``StorageError/Code/changedOutside`` if others changed the file: it is not
    ///   replaced then. After any failure the commits are still in the journal.
    /// - Complexity: O(bytes of the state).
    mutating func writeCheckpoint(_ tables: Tables) throws(StorageError) {
        try replaceFile(tables)
        try beginJournal()
    }

    /// Puts a checkpoint off after a failure, until the journal has grown as much again.
    mutating func postponeCheckpoint() {
        checkpointLength = (journal?.length ?? 0) + max(Self.minimumCheckpointLength, stamp.size)
    }

    /// Writes what the journal has into the JSON file and removes the journal.
    mutating func close(_ tables: Tables) throws(StorageError) {
        if let failure { throw failure }
        guard let journal else { return }
        if journal.isCurrent, journal.commits > 0 {
            do throws(StorageError) {
                try replaceFile(tables)
            } catch {
                throw StorageError(
                    error.code,
                    "\(error.message); the storage is closed, and its last commits are safe in "
                        + "'\(place.journal)', from where the next opening takes them",
                    engineCode: error.engineCode, cause: error)
            }
        }
        guard try FileSystem.status(place.journal)?.identity == journal.identity else { return }
        try files.remove(place.journal)
    }

    private mutating func replaceFile(_ tables: Tables) throws(StorageError) {
        try checkUsable()
        let next = checkpoint + 1
        let written: FileStamp
        do throws(StorageError) {
            written = try Self.write(
                tables, number: next, to: place.temporary, like: place.realPath, files)
            // Writing takes a while, in which somebody may have saved an edit.
            try checkUsable()
            try files.rename(place.temporary, to: place.realPath)
        } catch {
            try files.remove(place.temporary)
            throw error
        }
        checkpoint = next
        stamp = written
        checkpointLength = max(Self.minimumCheckpointLength, written.size)
        journal?.isCurrent = false
        do throws(StorageError) {
            try files.synchronizeFolder(place.folder)
        } catch {
            throw fail(because: error)
        }
    }

    /// Writes a whole JSON file under a name of its own, and waits until it is on disk.
    static func write(
        _ tables: Tables, number: Int, to path: String, like model: String?,
        _ files: any FileOperations
    ) throws(StorageError) -> FileStamp {
        try files.remove(path)
        let file = try files.create(path, like: model)
        var size = 0
        try Checkpoint.write(tables, number: number) { chunk throws(StorageError) in
            try files.write(chunk, to: file, at: size)
            size += chunk.count
        }
        try files.synchronize(file)
        return try file.stamp()
    }
}
