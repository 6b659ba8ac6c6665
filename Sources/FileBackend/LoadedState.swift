import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the files of a storage say, put together.
struct LoadedState {
    /// The JSON file with the commits of the journal on top.
    var content: Checkpoint.Content
    /// The stamp of the JSON file as it was read.
    var stamp: FileStamp
    /// The journal, or nil if there is none.
    var journal: JournalContent?

    /// Reads the files of a storage, changing nothing.
    ///
    /// The caller keeps writers out.
    init(_ place: FilePlace) throws(StorageError) {
        guard let stamp = try place.stamp() else { throw .system(ENOENT, "open", place.path) }
        self.stamp = stamp
        let file = try OpenedFile(place.realPath, O_RDONLY)
        content = try Checkpoint.read(file.content(), path: place.path)
        try replayJournal(place)
        content.tables = try content.tables.withIndexes()
    }

    private mutating func replayJournal(_ place: FilePlace) throws(StorageError) {
        guard let journalStamp = try FileStamp(place.journal) else { return }
        guard journalStamp.isRegular else {
            throw StorageError(
                .damaged,
                "the journal '\(place.journal)' is a folder or a device, not a file; move it away")
        }
        let text = try OpenedFile(place.journal, O_RDONLY).content()
        journal = try JournalReader.replay(text, path: place.journal, onto: &content)
    }

    /// The part of the journal that belongs to the JSON file, or nil if there is none.
    var currentJournal: JournalContent? {
        journal?.checkpoint == content.number ? journal : nil
    }
}
