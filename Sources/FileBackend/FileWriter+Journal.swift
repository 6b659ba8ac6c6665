import StorageCore

extension FileWriter {
    /// Appends a commit to the journal and waits as long as the durability asks for.
    ///
    /// - Throws: The failure. The journal is as it was then, or nothing is written any more.
    /// - Complexity: O(bytes of the changes).
    mutating func commit(_ changes: TablesChanges) throws(StorageError) {
        if changes.isEmpty { return }
        try checkUsable()
        var journal = try readyJournal()
        let line = try JournalFormat.line(
            changes, isSynchronized: durability == .full, &journal.checksum)
        do throws(StorageError) {
            try files.write(line, to: journal.file, at: journal.length)
        } catch {
            try cutOff(because: error)
            throw error
        }
        if durability == .full { try synchronizeLine() }
        journal.length += line.count
        journal.commits += 1
        self.journal = journal
    }

    /// Waits until the line that was just written is on disk.
    private mutating func synchronizeLine() throws(StorageError) {
        guard let journal else { return }
        do throws(StorageError) {
            try files.synchronizeData(journal.file)
        } catch {
            let failure = fail(because: error)
            // What the system could not write it may report as written the next time.
            try cutOff(because: error)
            throw failure
        }
    }

    /// Takes a line back that was not acknowledged.
    private mutating func cutOff(because error: StorageError) throws(StorageError) {
        guard let journal else { return }
        do throws(StorageError) {
            try files.truncate(journal.file, to: journal.length)
        } catch {
            throw fail(because: error)
        }
    }

    /// The journal, ready for a line: created, begun anew or cut off where it is torn, if need be.
    private mutating func readyJournal() throws(StorageError) -> OpenJournal {
        if let journal, journal.isCurrent {
            if journal.hasTornEnd {
                try files.truncate(journal.file, to: journal.length)
                self.journal?.hasTornEnd = false
            }
        } else {
            try beginJournal()
        }
        guard let journal else {
            throw StorageError(.internalFault, "the journal '\(place.journal)' is not open")
        }
        return journal
    }

    /// Begins a journal that follows on the present checkpoint. There must be no commits in an
    /// earlier one that are not in the JSON file.
    mutating func beginJournal() throws(StorageError) {
        let file: OpenedFile
        let isNew = journal == nil
        if let journal {
            file = journal.file
            self.journal?.hasTornEnd = true
            try files.truncate(file, to: 0)
        } else {
            file = try files.create(place.journal, like: place.realPath)
        }
        var checksum = CRC32C()
        let header = JournalFormat.header(checkpoint: checkpoint, &checksum)
        journal = OpenJournal(
            file: file, identity: try file.stamp().identity, length: 0, checksum: CRC32C(),
            commits: 0, hasTornEnd: true, isCurrent: false)
        try files.write(header, to: file, at: 0)
        do throws(StorageError) {
            try files.synchronize(file)
            if isNew { try files.synchronizeFolder(place.folder) }
        } catch {
            throw fail(because: error)
        }
        journal?.length = header.count
        journal?.checksum = checksum
        journal?.hasTornEnd = false
        journal?.isCurrent = true
    }
}
