import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tells whether this process is the one in which a storage was opened, or a forked copy of it.
///
/// LMDB keeps locks and reader slots in the name of a process. In a copy it would read and write
/// without them, and damage what others rely on.
struct Fork: Sendable {
    /// How many forks lie between the first process and this one.
    private static let generation = Atomic<Int>(0)

    private static let isWatching: Bool =
        pthread_atfork(
            nil, nil, { Fork.generation.wrappingAdd(1, ordering: .relaxed) }) == 0

    private let generation: Int

    init() throws(StorageError) {
        guard Self.isWatching else {
            throw StorageError(.io, "cannot open an LMDB storage: the process has no memory left")
        }
        generation = Self.generation.load(ordering: .relaxed)
    }

    /// Whether this is the process in which the value was made.
    var isSameProcess: Bool { Self.generation.load(ordering: .relaxed) == generation }

    /// - Throws: ``StorageError/Code/unsupported`` in a forked copy of the process.
    func check(_ operation: String, _ path: String) throws(StorageError) {
        guard isSameProcess else {
            throw StorageError(
                .unsupported,
                "cannot \(operation) '\(path)' in a forked copy of the process; start a program instead, "
                    + "or open the storage in that process only")
        }
    }
}
