import StorageCore
import Synchronization

@testable import FileBackend

#if canImport(Glibc)
    import Glibc
#endif

/// The system's file operations, with a fault at one of them.
final class FaultyFiles: FileOperations {
    enum Fault {
        /// The operation fails, after half of its bytes if it is a write.
        case error(CInt)
        /// The process is gone: this operation happens by half if it is a write, not at all
        /// otherwise, and nothing happens afterwards.
        case crash
    }

    private struct State {
        var log: [String] = []
        var fault: Fault?
        /// The operations that fail: those whose description contains the text, counted down.
        var filter = ""
        var remaining = 0
        var fired = 0
        var isCrashed = false
        var isPermanent = false
    }

    private let system = SystemFileOperations()
    private let state = Mutex(State())

    /// What was done, such as "write x.json-journal".
    var log: [String] { state.withLock { $0.log } }
    /// How often a fault was thrown.
    var fired: Int { state.withLock { $0.fired } }

    /// Plants a fault at the `number`th operation from now that contains `filter`.
    func plant(_ fault: Fault, at number: Int = 1, of filter: String = "", forever: Bool = false) {
        state.withLock { state in
            state.fault = fault
            state.filter = filter
            state.remaining = number
            state.isPermanent = forever
        }
    }

    func heal() {
        state.withLock { $0.fault = nil }
    }

    func clearLog() {
        state.withLock { $0.log = [] }
    }

    /// Notes an operation, and throws if it is the one that fails. `partial` is what happens of it
    /// nevertheless.
    private func enter(
        _ operation: String, _ path: String, partial: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let (number, isPartial) = state.withLock { state -> (CInt?, Bool) in
            if state.isCrashed { return (EIO, false) }
            let description = "\(operation) \(name)"
            state.log.append(description)
            guard let fault = state.fault, description.contains(state.filter) else {
                return (nil, false)
            }
            state.remaining -= 1
            guard state.remaining == 0 || (state.isPermanent && state.remaining < 0) else {
                return (nil, false)
            }
            state.fired += 1
            switch fault {
            case .error(let number): return (number, true)
            case .crash:
                state.isCrashed = true
                return (EIO, true)
            }
        }
        guard let number else { return }
        if isPartial { try partial() }
        throw .system(number, operation, path)
    }

    func create(_ path: String, like model: String?) throws(StorageError) -> OpenedFile {
        try enter("create", path)
        return try system.create(path, like: model)
    }

    func open(_ path: String) throws(StorageError) -> OpenedFile {
        try enter("open", path)
        return try system.open(path)
    }

    func write(_ bytes: [UInt8], to file: OpenedFile, at offset: Int) throws(StorageError) {
        try enter("write", file.path) { () throws(StorageError) in
            try system.write(Array(bytes.prefix(bytes.count / 2)), to: file, at: offset)
        }
        try system.write(bytes, to: file, at: offset)
    }

    func truncate(_ file: OpenedFile, to length: Int) throws(StorageError) {
        try enter("truncate", file.path)
        try system.truncate(file, to: length)
    }

    func synchronizeData(_ file: OpenedFile) throws(StorageError) {
        try enter("synchronizeData", file.path)
        try system.synchronizeData(file)
    }

    func synchronize(_ file: OpenedFile) throws(StorageError) {
        try enter("synchronize", file.path)
        try system.synchronize(file)
    }

    func rename(_ source: String, to target: String) throws(StorageError) {
        try enter("rename", target)
        try system.rename(source, to: target)
    }

    func publish(_ source: String, as target: String) throws(StorageError) -> Bool {
        try enter("publish", target)
        return try system.publish(source, as: target)
    }

    func synchronizeFolder(_ path: String) throws(StorageError) {
        try enter("synchronizeFolder", "folder")
        try system.synchronizeFolder(path)
    }

    func remove(_ path: String) throws(StorageError) {
        try enter("remove", path)
        try system.remove(path)
    }
}
