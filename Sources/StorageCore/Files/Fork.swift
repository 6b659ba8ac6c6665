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
/// Engines keep locks in the name of a process, and what they know of their files in its memory. In a
/// copy they would read and write without the locks, and against what the other one does.
package struct Fork: Sendable {
    /// How many forks lie between the first process and this one.
    private static let generation = Atomic<Int>(0)

    private static let isWatching: Bool =
        pthread_atfork(
            nil, nil, { Fork.generation.wrappingAdd(1, ordering: .relaxed) }) == 0

    private let generation: Int

    package init() throws(StorageError) {
        guard Self.isWatching else {
            throw StorageError(.io, "cannot watch for copies of the process: it has no memory left")
        }
        generation = Self.generation.load(ordering: .relaxed)
    }

    /// Whether this is the process in which the value was made.
    package var isSameProcess: Bool { Self.generation.load(ordering: .relaxed) == generation }

    /// - Throws: ``StorageError/Code/unsupported`` in a forked copy of the process.
    package func check(_ operation: String, _ path: String) throws(StorageError) {
        guard isSameProcess else {
            throw StorageError(
                .unsupported,
                "cannot \(operation) '\(path)' in a forked copy of the process; start a program instead, "
                    + "or open the storage in that process only")
        }
    }
}
