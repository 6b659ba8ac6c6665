import ConformanceKit
import StorageCore
import Synchronization

/// Keeps the tables of closed storages, by folder: the persistence of ``ShelvedStorage``.
///
/// A shelf belongs to one harness; there is nothing that outlives it.
final class Shelf: Sendable {
    private struct State {
        var tables: [String: Tables] = [:]
        var open: Set<String> = []
        var refused: Set<String> = []
    }

    private let state = Mutex(State())

    /// Whether a place may be opened twice at once, which is a fault.
    private let allowsSharing: Bool

    /// Whether a place stays open once somebody was refused there, which is a fault.
    private let remembersRefusals: Bool

    init(allowsSharing: Bool = false, remembersRefusals: Bool = false) {
        self.allowsSharing = allowsSharing
        self.remembersRefusals = remembersRefusals
    }

    func open(_ folder: String) throws(StorageError) -> Tables {
        try state.withLock { (state) throws(StorageError) in
            guard state.open.insert(folder).inserted || allowsSharing else {
                if remembersRefusals { state.refused.insert(folder) }
                throw StorageError(.alreadyOpen, "'\(folder)' is open already; close it first")
            }
            return state.tables[folder] ?? Tables()
        }
    }

    /// Replaces what is kept of a storage.
    func update(_ folder: String, _ persist: (_ kept: Tables) -> Tables) {
        state.withLock { $0.tables[folder] = persist($0.tables[folder] ?? Tables()) }
    }

    func close(_ folder: String) {
        state.withLock { state in
            if !state.refused.contains(folder) { state.open.remove(folder) }
        }
    }

    func destroy(_ folder: String) {
        state.withLock { $0.tables[folder] = nil }
    }
}

/// A storage in memory that finds its records again when it is opened at the same folder.
final class ShelvedStorage: Storage {
    /// What of a commit reaches the shelf, which is all of it unless a fault is planted.
    typealias Persist = @Sendable (_ kept: Tables, _ committed: Tables) -> Tables

    private struct State {
        var tables: Tables
        var isClosed = false
    }

    private let shelf: Shelf
    private let folder: String
    private let persist: Persist
    private let releasesInDeinit: Bool
    private let state: Mutex<State>
    private let writerLock = WriterLock()

    init(
        _ shelf: Shelf, _ folder: String, releasesInDeinit: Bool = true,
        persist: @escaping Persist = { $1 }
    ) throws(StorageError) {
        self.shelf = shelf
        self.folder = folder
        self.persist = persist
        self.releasesInDeinit = releasesInDeinit
        state = Mutex(State(tables: try shelf.open(folder)))
    }

    var capabilities: Capabilities { [.persistent, .concurrentReads] }
    var limits: Limits { .standard }
    var description: StorageDescription {
        StorageDescription(scheme: "shelf", path: folder, durability: .none, size: nil)
    }

    func beginRead() throws(StorageError) -> any ReadDriver {
        TablesReader(try tables())
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        writerLock.lock()
        do {
            return TablesWriter(
                try tables(), recordsChanges: false,
                commit: { tables, _ in self.commit(tables) }, finish: writerLock.unlock)
        } catch {
            writerLock.unlock()
            throw error
        }
    }

    func check() throws(StorageError) -> [String] {
        _ = try tables()
        return []
    }

    func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { shelf.close(folder) }
    }

    deinit {
        if releasesInDeinit { close() }
    }

    private func commit(_ tables: Tables) {
        state.withLock { $0.tables = tables }
        shelf.update(folder) { persist($0, tables) }
    }

    private func tables() throws(StorageError) -> Tables {
        try state.withLock { (state) throws(StorageError) in
            guard !state.isClosed else { throw .closed("use the storage") }
            return state.tables
        }
    }
}

extension Shelf {
    /// A harness whose storages keep their records on a shelf of its own.
    static func suite(
        allowsSharing: Bool = false, releasesInDeinit: Bool = true,
        persist: @escaping ShelvedStorage.Persist = { $1 }
    ) -> ConformanceSuite {
        let shelf = Shelf(allowsSharing: allowsSharing)
        return ConformanceSuite(
            name: "shelf", destroy: { shelf.destroy($0) },
            open: { folder in
                try ShelvedStorage(
                    shelf, folder, releasesInDeinit: releasesInDeinit, persist: persist)
            })
    }
}
