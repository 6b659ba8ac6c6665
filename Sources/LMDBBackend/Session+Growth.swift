import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How much of the map is left for a writing transaction.
enum Room {
    case ample
    /// Less than half. Enlarging is due when no transaction is open anyhow.
    case scarce
    /// Less than a quarter, or less than the last transaction wanted. Enlarging cannot wait.
    case none
}

/// What a session remembers about its size.
struct Growth {
    /// Whether the last transaction that wanted to did not fit into the map.
    var isOverdue = false
    /// How far the storage reached when dead readers were last looked for.
    var reach = 0
}

extension Session {
    /// How much room there is.
    ///
    /// - Precondition: A transaction has been let in, and no other one writes.
    func room(in environment: Environment) throws(StorageError) -> Room {
        let extent = try environment.extent()
        let (hasGrown, isOverdue) = growth.withLock { growth in
            defer { growth.reach = extent.used }
            return (growth.reach != extent.used, growth.isOverdue)
        }
        // Perhaps it grows because the reader of a killed process pins pages that could be reused.
        if hasGrown { try environment.releaseDeadReaders() }
        if isOverdue || extent.used > extent.mapped / 4 * 3 { return .none }
        return extent.used > extent.mapped / 2 ? .scarce : .ample
    }

    /// Makes sure that the next writing transaction finds more room, since this one found none.
    func demandRoom() {
        growth.withLock { $0.isOverdue = true }
    }

    /// Enlarges the map if that is due.
    ///
    /// - Throws: ``StorageError/Code/busy`` if it could not wait and transactions were still open
    ///   at the deadline.
    func enlarge(for room: Room, _ deadline: Deadline) throws(StorageError) {
        guard room == .scarce else { return try enlarge(deadline) }
        do throws(StorageError) {
            try enlarge(Deadline(after: .zero))
        } catch  where error.code == .busy || error.isOutOfAddressSpace {
            // There is room for this transaction yet.
        }
    }

    /// Enlarges the map: to what another process made of the storage, and to twice that.
    ///
    /// - Throws: ``StorageError/Code/busy`` if transactions were still open at the deadline;
    ///   ``StorageError/Code/full`` if there is no address space.
    func enlarge(_ deadline: Deadline) throws(StorageError) {
        var isOutOfAddressSpace = false
        let hasChanged = try gate.whileEmpty(deadline) { (environment) throws(StorageError) in
            let extent = try environment.extent()
            let size = max(extent.used, extent.mapped) * 2
            isOutOfAddressSpace = !Self.hasAddressSpace(size)
            if !isOutOfAddressSpace { try environment.setMapSize(size) }
        }
        guard !isOutOfAddressSpace else { throw .lmdb(ENOMEM, "enlarge", path) }
        if hasChanged { growth.withLock { $0.isOverdue = false } }
    }

    /// Whether so much can be mapped. LMDB gives up its old map before it asks for the new one, and
    /// is left with none if that fails.
    private static func hasAddressSpace(_ size: Int) -> Bool {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let result = unsafe mmap(nil, size, PROT_NONE, flags, -1, 0)
        guard unsafe result != MAP_FAILED, let result = unsafe result else { return false }
        unsafe munmap(result, size)
        return true
    }
}
