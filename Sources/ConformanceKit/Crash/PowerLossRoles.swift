import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Role {
    /// Opens what each of many losses of power leaves, and looks for the commits. The paths are the
    /// log, the folder that was recorded, a folder for its own use, and what there was before the
    /// recording, if there was anything.
    static let judges = Role("judges") { stage in
        let request = try PowerLossRequest(stage.request)
        let recording = try Recording(
            Array(try Data(contentsOf: URL(filePath: request.log))), folder: request.recorded)
        let trial = PowerLossTrial(
            recording, request.loss, base: request.base, seed: stage.request.seed)
        let scratch = (request.scratch + "/count", request.scratch + "/image")
        for folder in [scratch.0, scratch.1] { try FileSystem.createFolders(folder) }
        let judge = PowerLossJudge(stage, request)
        let count = try trial.forEachCase(limit: request.limit, scratch: scratch) { found, image in
            try judge.judge(found, image)
        }
        try stage.say(.reached(count))
    }

    /// Opens the storage and closes it, as what is first done after a loss of power.
    static let recovers = Role("recovers") { stage in
        try stage.open().close()
    }
}

/// What a process of the role ``Role/judges`` is asked for.
struct PowerLossRequest {
    let loss: PowerLoss
    let durability: Durability
    /// How many cases are judged at most.
    let limit: Int
    /// The commits of which one has to be found, if the recording has none itself.
    var acknowledged = 0
    var began = 0
    let log: String
    let recorded: String
    let scratch: String
    var base: String?

    /// What the request looks like on its way to the process.
    var encoded: (numbers: [Int], paths: [String]) {
        (
            [loss.rawValue, durability == .full ? 1 : 0, limit, acknowledged, began],
            [log, recorded, scratch] + [base].compactMap(\.self)
        )
    }
}

extension PowerLossRequest {
    init(_ request: RoleRequest) throws {
        let (numbers, paths) = (request.numbers, request.paths)
        guard numbers.count == 5, let loss = PowerLoss(rawValue: numbers[0]), paths.count >= 3
        else {
            throw StorageError(.invalidArgument, "the role 'judges' is told what it needs")
        }
        self.init(
            loss: loss, durability: numbers[1] == 1 ? .full : .relaxed, limit: numbers[2],
            acknowledged: numbers[3], began: numbers[4], log: paths[0], recorded: paths[1],
            scratch: paths[2], base: paths.count > 3 ? paths[3] : nil)
    }
}

/// Opens what is left after a loss of power.
private struct PowerLossJudge {
    private let stage: Stage
    private let request: PowerLossRequest
    private let workload: Workload
    private let files: String

    init(_ stage: Stage, _ request: PowerLossRequest) {
        self.stage = stage
        self.request = request
        workload = Workload(seed: stage.request.seed, size: .small)
        files = stage.files(at: stage.request.folder)
    }

    func judge(_ found: PowerLossTrial.Case, _ image: DiskImage) throws {
        let subject = "a storage after a loss of power (\(request.loss)) at call \(found.moment)"
        // If opening it ends the process, this is its last word.
        try stage.say(.note(subject))
        try FileManager.default.removeItems(in: files)
        try image.write(found.state, to: files)
        let acknowledged = max(found.acknowledged, request.acknowledged)
        let isKept = request.durability == .full || request.loss == .everything
        let lowest = isKept ? acknowledged : 0
        let highest = max(found.began, request.began)
        let database = try expectSuccess("opening \(subject)") { try stage.open() }
        let number = try expectSuccess(subject) {
            try workload.judge(database, allowed: lowest...highest, subject)
        }
        // What is left must also bear more writes.
        if found.moment % 4 == 0 { try goOn(database, after: number, subject) }
        try database.close()
    }

    private func goOn(_ database: Database, after number: Int, _ subject: String) throws {
        let subject = "\(subject), after one more commit"
        let next = number + 1
        try expectSuccess(subject) { try workload.commit(next, to: database) }
        try workload.judge(database, allowed: next...next, subject)
        try database.close()
        let again = try expectSuccess("\(subject), opened again") { try stage.open() }
        try workload.judge(again, allowed: next...next, "\(subject), opened again")
        try again.close()
    }
}

extension FileManager {
    /// Makes a folder, or empties it.
    func removeItems(in folder: String) throws {
        try FileSystem.createFolders(folder)
        for name in try contentsOfDirectory(atPath: folder) {
            try removeItem(atPath: folder + "/" + name)
        }
    }
}
