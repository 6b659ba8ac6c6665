import StorageCore

/// What a storage does to files. Faults enter here in tests.
protocol FileOperations: Sendable {
    /// Creates a file that must not exist, with mode and owner of `model`, if there is one and as
    /// far as the system lets us.
    func create(_ path: String, like model: String?) throws(StorageError) -> OpenedFile

    /// Opens a file that exists for reading and writing.
    func open(_ path: String) throws(StorageError) -> OpenedFile

    /// Writes all bytes, with one call if the system takes them. After a failure some may have
    /// been written.
    func write(_ bytes: [UInt8], to file: OpenedFile, at offset: Int) throws(StorageError)

    /// Cuts a file off.
    func truncate(_ file: OpenedFile, to length: Int) throws(StorageError)

    /// Waits until content and size of a file are on disk.
    func synchronizeData(_ file: OpenedFile) throws(StorageError)

    /// Waits until a file, mode and owner included, is on disk.
    func synchronize(_ file: OpenedFile) throws(StorageError)

    /// Puts a file into the place of another one.
    func rename(_ source: String, to target: String) throws(StorageError)

    /// Gives a file a name that must not exist yet, and waits until the name is on disk.
    ///
    /// - Returns: False if the name existed; the file is untouched then.
    func publish(_ source: String, as target: String) throws(StorageError) -> Bool

    /// Waits until the names in a folder are on disk.
    func synchronizeFolder(_ path: String) throws(StorageError)

    /// Removes a file, if it is there.
    func remove(_ path: String) throws(StorageError)
}
