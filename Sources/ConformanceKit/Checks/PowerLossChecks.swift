import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// What is left by a loss of power, tried on recordings of what a process has the system do.
    static let powerLoss: [Check] = [
        Check(
            "DUR-02/unsynchronized-writes",
            "Acknowledged commits survive that every write is lost that was not synchronized.",
            proves: .survivesPowerLoss, .crashesAnywhere, level: .extended, requires: .persistent,
            cause: "a commit returns before its data is synchronized"
        ) { try $0.expectSurvives(.nothing) },
        Check(
            "DUR-03/every-call",
            "A crash before and after every call that changes a file leaves one of two states.",
            proves: .crashesAnywhere, .crashesAreAtomic, level: .extended, requires: .persistent,
            cause: "recovery replays what was never committed, or a file is overwritten in place"
        ) { try $0.expectSurvives(.everything) },
        Check(
            "DUR-04/any-order",
            "Writes that were not synchronized may reach the disk in any order, or never.",
            proves: .crashesAreAtomic, .crashesAnywhere, level: .extended, requires: .persistent,
            cause:
                "the record of a commit is not checked against the data that it stands for, or synchronized before it"
        ) { try $0.expectSurvives(.anything) },
        Check(
            "DUR-05/torn-write",
            "A last write that is on disk in part is not taken for a whole one.",
            proves: .crashesAreAtomic, .crashesAnywhere, level: .extended, requires: .persistent,
            cause: "the end of a log is taken for whole without a check value"
        ) { try $0.expectSurvives(.torn) },
        Check(
            "DUR-06/names",
            "Files that are created, renamed or removed may have their old names after a crash.",
            proves: .survivesPowerLoss, .creationIsWhole, level: .extended, requires: .persistent,
            cause: "a file is created or renamed, and its folder is not synchronized"
        ) { try $0.expectSurvives(.oldNames) },
        Check(
            "DUR-07/zero-tail",
            "A file that has grown, but holds zeros there, is not taken for records.",
            proves: .crashesAnywhere, level: .extended, requires: .persistent,
            cause: "zeros at the end of a file read as valid empty records"
        ) { try $0.expectSurvives(.zeros) },
        Check(
            "DUR-08/crash-in-recovery",
            "A second crash while a crash is recovered from is survived as well.",
            proves: .recoveryRepeats, level: .extended, requires: .persistent,
            cause: "recovery removes what it needs before what it makes of it is on disk"
        ) { context in
            let recorded = try context.record()
            let recoveries = try (0..<context.rounds(1, 4, 30)).count { _ in
                try context.expectRecovers(recorded)
            }
            guard recoveries > 0 else {
                throw NotApplicable("opening it after a crash writes nothing")
            }
        },
        Check(
            "DUR-10/prefix",
            "What survives a loss of power is the first commits, without a gap.",
            proves: .relaxedLosesLast, level: .extended, requires: .persistent,
            cause: "commits are written in another order than they were made in"
        ) { context in
            guard try context.storage.description.durability == .relaxed else {
                throw NotApplicable(
                    "its durability is not relaxed: DUR-02 to DUR-07 ask for every commit")
            }
            for loss in [PowerLoss.nothing, .anything] { try context.expectSurvives(loss) }
        },
        Check(
            "DUR-15/synchronized",
            "When a durable commit returns, all that it wrote is synchronized.",
            proves: .survivesPowerLoss, level: .extended, requires: .persistent,
            cause: "a file is written and not synchronized, or its new name is not"
        ) { context in
            let durability = try context.storage.description.durability
            guard durability == .full else {
                throw NotApplicable("its durability is \(durability): commits return earlier")
            }
            let recorded = try context.record()
            let recording = try recorded.recorder.recording()
            let commits = try recording.expectSynchronized(scratch: try context.makeFolder())
            guard commits == recorded.commits else {
                throw Inconclusive("\(commits) of \(recorded.commits) commits were recorded")
            }
        },
    ]
}

/// A recording of a process that ran commits of a workload on a fresh storage.
private struct Recorded {
    let recorder: Recorder
    let durability: Durability
    let seed: UInt64
    let commits: Int
    /// The folder of the storage.
    let folder: String
}

extension CheckContext {
    /// Records a process that runs the commits of a workload, and makes sure that nothing was
    /// missed.
    fileprivate func record() throws -> Recorded {
        let durability = try storage.description.durability
        guard durability != .none else {
            throw NotApplicable("its durability is none: commits need not survive a crash")
        }
        try close()
        let folder = try makeFolder()
        let recorder = try recorder(of: folder)
        let (seed, commits) = (generator.next(), rounds(6, 14, 40))
        let process = try start(
            .commits, at: folder, seed: seed, numbers: [1, commits, 0, 1],
            environment: recorder.environment())
        try process.finish()
        let recording = try recorder.recording()
        guard recording.operations.contains(where: \.isChange) else {
            throw NotApplicable("the storage writes to no file in its folder")
        }
        try recording.expectComplete(files(at: folder), scratch: try makeFolder())
        return Recorded(
            recorder: recorder, durability: durability, seed: seed, commits: commits, folder: folder
        )
    }

    /// Fails unless the acknowledged commits survive a loss of power at every moment.
    fileprivate func expectSurvives(_ loss: PowerLoss) throws {
        let recorded = try record()
        let request = PowerLossRequest(
            loss: loss, durability: recorded.durability, limit: rounds(20, 80, 4_000),
            log: recorded.recorder.log, recorded: recorded.recorder.folder,
            scratch: try makeFolder())
        let count = try judge(request, seed: recorded.seed)
        guard count > 0 else {
            throw Inconclusive("no moment at which something was left to be lost")
        }
    }

    /// Has another process open what is left. Returns in how many cases that was tried.
    private func judge(_ request: PowerLossRequest, seed: UInt64) throws -> Int {
        let process = try start(
            .judges, at: try makeFolder(), seed: seed, numbers: request.encoded.numbers,
            paths: request.encoded.paths)
        let words = try process.finish()
        return words.reduce(0) { count, word in
            if case .reached(let number) = word { number } else { count }
        }
    }

    /// Fails unless a storage survives a crash while it recovers from one.
    ///
    /// - Returns: Whether there was anything that could be interrupted.
    fileprivate func expectRecovers(_ recorded: Recorded) throws -> Bool {
        let trial = PowerLossTrial(
            try recorded.recorder.recording(), .anything, base: nil, seed: generator.next())
        let (count, image) = (try makeFolder(), try makeFolder())
        var crashed: PowerLossTrial.Case?
        let folder = try makeFolder()
        _ = try trial.forEachCase(limit: 1, scratch: (count, image)) { found, image in
            crashed = found
            try FileManager.default.removeItems(in: files(at: folder))
            try image.write(found.state, to: files(at: folder))
        }
        guard let crashed else { throw Inconclusive("no moment at which something could be lost") }
        let base = try makeFolder() + "/base"
        try FileManager.default.copyItem(atPath: files(at: folder), toPath: base)
        let recorder = try recorder(of: folder)
        try start(.recovers, at: folder, seed: 0, environment: recorder.environment()).finish()
        let recording = try recorder.recording()
        guard recording.operations.contains(where: \.isChange) else { return false }
        try recording.expectComplete(files(at: folder), base: base, scratch: try makeFolder())
        let isKept = recorded.durability == .full
        let request = PowerLossRequest(
            loss: .anything, durability: recorded.durability, limit: rounds(10, 30, 300),
            acknowledged: isKept ? crashed.acknowledged : 0, began: crashed.began,
            log: recorder.log, recorded: recorder.folder, scratch: try makeFolder(), base: base)
        return try judge(request, seed: recorded.seed) > 0
    }
}

extension Recording.Operation {
    /// Whether something changes on disk.
    fileprivate var isChange: Bool {
        switch self {
        case .data, .name: true
        case .opened, .created, .synchronized, .synchronizedFolder, .synchronizedAll, .mapped,
            .word:
            false
        }
    }
}
