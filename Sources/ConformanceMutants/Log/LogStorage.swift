import ConformanceKit
import StorageCore
import Synchronization

/// A storage with files that tests are made for: a base and a tail of commits behind it, all of it in
/// memory while it is open.
///
/// Without a fault it is honest, and declares that it finds damage.
final class LogStorage: Storage {
    private struct State {
        var tables: Tables
        var log: LogWriter?
        var snapshots: [Tables] = []
    }

    private let folder: LogFolder
    private let fork: Fork
    private let state: Mutex<State>
    private let turn = WriterLock()

    init(
        _ path: String, fault: LogFault? = nil, _ wire: Tripwire = Tripwire()
    ) throws(StorageError) {
        fork = try Fork()
        folder = LogFolder(path: path, fault: fault, wire: wire)
        let (log, tables) = try LogWriter.open(folder)
        state = Mutex(State(tables: tables, log: log))
    }

    var capabilities: Capabilities {
        folder.fault == .relaxed
            ? [.persistent, .concurrentReads] : [.persistent, .concurrentReads, .detectsDamage]
    }
    var limits: Limits { .standard }
    var description: StorageDescription {
        let isRelaxed = folder.fault == .relaxed || folder.fault == .skipsUnreadable
        return StorageDescription(
            scheme: "log", path: folder.path, durability: isRelaxed ? .relaxed : .full, size: nil)
    }

    func beginRead() throws(StorageError) -> any ReadDriver {
        try checkProcess()
        return try state.withLock { (state) throws(StorageError) in
            guard state.log != nil else { throw .closed("read") }
            if folder.fault == .keepsSnapshots {
                folder.wire.trip()
                // What a reader needs is kept for the next one, and the next.
                var copy = Tables()
                let name = copy.prepare("kept")
                copy[name].updateValue([UInt8](repeating: 1, count: 8_192), for: [1].span)
                state.snapshots.append(copy)
            }
            return TablesReader(state.tables)
        }
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        try checkProcess()
        turn.lock()
        do throws(StorageError) {
            let tables = try state.withLock { (state) throws(StorageError) in
                guard let log = state.log else { throw .closed("write") }
                try log.begin()
                return state.tables
            }
            let writer = TablesWriter(
                tables, recordsChanges: true,
                commit: { tables, changes throws(StorageError) in
                    try self.commit(tables, changes)
                }, finish: { self.finish() })
            return FaultyDriver(writer, hooks)
        } catch {
            turn.unlock()
            throw error
        }
    }

    func check() throws(StorageError) -> [String] {
        try state.withLock { (state) throws(StorageError) in
            guard state.log != nil else { throw .closed("check") }
            return []
        }
    }

    func close() throws(StorageError) {
        guard fork.isSameProcess || folder.fault == .worksForked else { return }
        turn.lock()
        defer { turn.unlock() }
        try state.withLock { (state) throws(StorageError) in
            guard var log = state.log else { return }
            state.log = nil
            try log.close(state.tables)
        }
    }
}

extension LogStorage {
    private func checkProcess() throws(StorageError) {
        if folder.fault == .worksForked {
            if !fork.isSameProcess { folder.wire.trip() }
            return
        }
        try fork.check("use", folder.path)
    }

    private func commit(_ tables: Tables, _ changes: TablesChanges) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            try state.log?.append(LogChanges.bytes(changes, on: state.tables))
            state.tables = tables
            do throws(StorageError) {
                try state.log?.compactIfDue(tables)
            } catch {
                // The commit is in the tail all the same. Closing tries again and reports.
            }
        }
    }

    private func finish() {
        state.withLock { $0.log?.end() }
        turn.unlock()
    }

    private var hooks: Hooks {
        var hooks = Hooks()
        guard folder.fault == .logsBeforeCommit else { return hooks }
        hooks.stored = { driver, entry, handle in
            self.state.withLock { state in
                guard
                    let name = state.tables.names.first(where: {
                        state.tables.handle(named: $0) == handle
                    })
                else { return }
                self.folder.wire.trip()
                _ = unlessThrown {
                    try state.log?.append(
                        LogChanges.bytes(
                            [.put(collection: name, key: entry.key, record: entry.record)]
                                as [TablesChange],
                            on: state.tables))
                }
            }
            return entry.record
        }
        return hooks
    }

    /// A harness for storages with a fault, or without.
    static func suite(_ fault: LogFault?, _ wire: Tripwire) -> ConformanceSuite {
        ConformanceSuite(name: "log") { folder in try LogStorage(folder, fault: fault, wire) }
    }
}
