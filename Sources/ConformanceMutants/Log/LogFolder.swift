import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a ``LogStorage``: how its files get their names, and who may use it.
struct LogFolder {
    let path: String
    let fault: LogFault?
    let wire: Tripwire

    var base: String { path + "/base" }
    var tail: String { path + "/tail" }
    var draft: String { path + "/base-new" }
    private var lock: String { path + "/lock" }

    func open(_ path: String, _ flags: CInt = O_RDWR) throws(StorageError) -> LogFile {
        try LogFile(path, flags, fault, wire)
    }

    /// The file, or nil if it is not there.
    func openIfThere(_ path: String) throws(StorageError) -> LogFile? {
        do throws(StorageError) {
            return try open(path)
        } catch  where error.code == .notFound {
            return nil
        } catch {
            guard fault == .unopenedIsMissing else { throw error }
            wire.trip()
            return nil
        }
    }

    /// Keeps other processes out until the file is closed.
    func takeLock() throws(StorageError) -> LogFile? {
        if fault == .takesNoLock {
            wire.trip()
            return nil
        }
        if fault == .locksByFile {
            wire.trip()
            do throws(StorageError) {
                return try open(lock, O_RDWR | O_CREAT | O_EXCL)
            } catch {
                throw StorageError(.locked, "cannot open '\(path)': another process has it open")
            }
        }
        let file = try open(lock, O_RDWR | O_CREAT)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            throw StorageError(.locked, "cannot open '\(path)': another process has it open")
        }
        return file
    }

    func giveUpLock() throws(StorageError) {
        if fault == .locksByFile { try FileSystem.remove(lock) }
    }

    /// Writes a whole file and gives it the name of the base.
    func replaceBase(_ bytes: [UInt8], inPlace: Bool) throws(StorageError) {
        let file = try open(inPlace ? base : draft, O_RDWR | O_CREAT)
        if inPlace { wire.trip() }
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
        try file.synchronize(always: true)
        if inPlace { return }
        guard unsafe rename(draft, base) == 0 else { throw .system(errno, "replace", base) }
        try synchronize(always: true)
    }

    func synchronize(always: Bool = false) throws(StorageError) {
        if fault == .skipsFolderSync { return wire.trip() }
        if fault == .skipsSync { return }
        let isRelaxed = fault == .relaxed || fault == .skipsUnreadable
        if isRelaxed, !always { return }
        try FileSystem.synchronizeFolder(path)
    }
}
