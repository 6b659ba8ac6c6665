public import SeededNumbers
public import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a check works with: a fresh storage in a folder of its own, and numbers that follow from
/// the seed.
///
/// It is used by one task at a time. The database may be used from several.
public final class CheckContext {
    /// The folder of the storage, by its absolute path. It is removed after the check.
    public let folder: String

    /// The numbers of this check. They follow from the run's seed and the check's id, whatever
    /// other checks run.
    public var generator: SplitMix64

    /// How much the check should do.
    public let effort: Effort

    /// How the anomalies ended that the check tried to bring about so far.
    public internal(set) var observations: [Observation] = []

    /// What the storage says of itself, if the check asked.
    var survey: Survey?

    /// The last calls that came to the check's storages.
    let log: CallLog

    /// The program that other processes of the check run, if there is one.
    let worker: Worker?

    private let harness: any Harness
    private var opened: Database?
    private var others: [Database] = []
    private var folders: [String] = []

    static let folderPrefix = "conformance 100%"

    init(
        _ harness: any Harness, check: String, seed: UInt64, effort: Effort, worker: Worker?,
        log: CallLog = CallLog()
    ) throws {
        self.harness = harness
        self.worker = worker
        self.log = log
        self.effort = effort
        generator = SplitMix64(seed: seed ^ StableHash.of(check))
        folder =
            FileManager.default.temporaryDirectory.path
            + "/\(Self.folderPrefix) \(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        folders = [folder]
    }

    /// A database over the check's storage, which is opened when it is first needed.
    public var database: Database {
        get throws {
            if let opened { return opened }
            let database = Database(try openAgain())
            opened = database
            return database
        }
    }

    /// The check's storage.
    public var storage: any Storage {
        get throws { try database.storage }
    }

    /// Closes the storage and opens it again at the same folder.
    public func reopen() throws {
        try close()
        _ = try database
    }

    /// Closes the storage. It is opened again when it is next needed.
    public func close() throws {
        let database = opened
        opened = nil
        try database?.close()
    }

    /// Lets go of the storage without closing it. It is opened again when it is next needed.
    ///
    /// - Callers must hold no reference to the database or its storage themselves.
    public func abandon() {
        opened = nil
    }

    /// Opens one more storage at the check's own folder.
    ///
    /// The caller closes it.
    public func openAgain() throws -> any Storage {
        try openStorage(at: folder)
    }

    /// Opens storages at the check's own folder, so many at the same time.
    ///
    /// The caller closes those that open.
    func openAtOnce(_ count: Int) async -> [Result<any Storage, any Error>] {
        let (harness, folder) = (harness, folder)
        return await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask { Result { try harness.open(at: folder) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// A database over another storage, in another fresh folder.
    ///
    /// It is closed, and its folder removed, after the check.
    public func openOther() throws -> Database {
        let database = try open(at: try makeFolder())
        others.append(database)
        return database
    }

    /// A database over the storage that belongs to a folder of that name. It is the same one for
    /// the same name.
    ///
    /// It is closed, and its folder removed, after the check.
    func openOther(in name: String) throws -> Database {
        let places = folder + "-places"
        let folder = "\(places)/\(name)"
        if !folders.contains(folder) {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            // The outer one is removed last, and all that is in it.
            if !folders.contains(places) { folders.append(places) }
            folders.append(folder)
        }
        let database = Database(try harness.open(at: folder))
        others.append(database)
        return database
    }

    /// Opens a storage of its own in a folder that ``makeFolder()`` made. The caller closes it.
    func open(at folder: String) throws -> Database {
        Database(try openStorage(at: folder))
    }

    private func openStorage(at folder: String) throws -> any Storage {
        LoggedStorage(try harness.open(at: folder), log)
    }

    /// The folder in which the storage of a folder keeps its files.
    func files(at folder: String) -> String { harness.files(at: folder) }

    /// Makes another fresh folder. It is removed after the check.
    func makeFolder() throws -> String {
        let folder = "\(self.folder)-\(folders.count + 1)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        folders.append(folder)
        return folder
    }
}

extension CheckContext {
    /// Closes everything, opens the storage once more if it is persistent, and looks for damage.
    func finish() throws {
        for other in others { try other.close() }
        let storage = try storage
        let isPersistent = storage.capabilities.contains(.persistent)
        try expectSound(storage, "check() when the check is done")
        try close()
        guard isPersistent else { return }
        try expectSound(try self.storage, "check() after the storage was closed and opened again")
        try close()
    }

    /// A context over a fresh storage of the same backend. Whoever asks for it finishes and
    /// destroys it.
    func fresh() throws -> CheckContext {
        try CheckContext(
            harness, check: "", seed: 0, effort: effort, worker: worker, log: log)
    }

    /// Removes the folders. Called once, after ``finish()`` or instead of it.
    func destroy() throws {
        opened = nil
        others = []
        for folder in folders.reversed() {
            try harness.destroy(at: folder)
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    private func expectSound(_ storage: any Storage, _ subject: String) throws {
        let findings = try storage.check()
        guard findings.isEmpty else {
            throw CheckFailure(
                subject, expected: "no findings", got: findings.joined(separator: "; "))
        }
    }
}
