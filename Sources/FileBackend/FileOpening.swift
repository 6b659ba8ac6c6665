import StorageCore

/// How a storage is opened: with the lock in hand, everything is there whole or it is created so.
struct FileOpening {
    /// Nil for a reader that found no lock to take.
    var lock: FileLock?
    /// Nil for a reader.
    var writer: FileWriter?
    var tables: Tables
    var size: Int

    /// Opens the storage at a place.
    static func open(
        _ place: FilePlace, _ options: FileOptions, _ files: any FileOperations
    ) throws(StorageError) -> FileOpening {
        if options.mode == .readOnly { return try openForReading(place, options) }
        let lock = try FileLock.exclusive(place, timeout: options.timeout)
        do throws(StorageError) {
            return try openForWriting(place, options, files, lock)
        } catch {
            // A file that turned out to be another program's gets no company of ours.
            try lock.removeFile()
            throw error
        }
    }

    private static func openForWriting(
        _ place: FilePlace, _ options: FileOptions, _ files: any FileOperations, _ lock: FileLock
    ) throws(StorageError) -> FileOpening {
        try files.remove(place.temporary)
        if try place.stamp() == nil { try create(place, options, files) }
        let loaded = try LoadedState(place)
        let writer = try FileWriter(
            loaded, place: place, files: files, durability: options.durability, lock: lock)
        return FileOpening(
            lock: lock, writer: writer, tables: loaded.content.tables, size: writer.size)
    }

    /// Puts an empty storage into place, whole.
    private static func create(
        _ place: FilePlace, _ options: FileOptions, _ files: any FileOperations
    ) throws(StorageError) {
        guard options.mode == .create else {
            throw StorageError(
                .notFound, "cannot open '\(place.path)': the file was removed meanwhile")
        }
        guard try FileStamp(place.journal) == nil else {
            throw StorageError(
                .damaged,
                "cannot create '\(place.path)': '\(place.journal)' holds changes of a storage that "
                    + "is not there any more; bring its file back, or remove the journal")
        }
        do throws(StorageError) {
            _ = try FileWriter.write(Tables(), number: 1, to: place.temporary, like: nil, files)
            guard try files.publish(place.temporary, as: place.realPath) else {
                throw StorageError(
                    .changedOutside,
                    "cannot create '\(place.path)': another program created it meanwhile; open it "
                        + "again")
            }
        } catch {
            try files.remove(place.temporary)
            throw error
        }
    }

    /// Reads the files, with the lock if there is one. Without one, no writer may have come
    /// meanwhile: a writer leaves a lock behind, or another file, or a journal.
    private static func openForReading(
        _ place: FilePlace, _ options: FileOptions
    ) throws(StorageError) -> FileOpening {
        while true {
            let lock = try FileLock.shared(place, timeout: options.timeout)
            let before = try FileStamp(place.realPath)
            let loaded = try LoadedState(place)
            let isQuiet =
                try FileStamp(place.realPath)?.isUnchanged(since: loaded.stamp) == true
                && before?.isUnchanged(since: loaded.stamp) == true
            guard lock != nil || isQuiet else { continue }
            let size = loaded.stamp.size + (loaded.currentJournal?.length ?? 0)
            return FileOpening(
                lock: lock, writer: nil, tables: loaded.content.tables, size: size)
        }
    }
}
