import SeededNumbers
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Check {
    /// What a storage does when the system fails it.
    static let faults: [Check] = [
        Check(
            "DUR-11/sync-fails",
            "A commit whose data cannot be synchronized is refused, and does not come back later.",
            proves: .failedSync, .failureKeepsNothing, level: .extended, requires: .persistent,
            cause:
                "the result of a synchronization is not looked at, or it is tried again until it says yes"
        ) { context in
            guard try context.storage.description.durability == .full else {
                throw NotApplicable("its commits do not wait for the disk")
            }
            var suffering = try context.suffer(InjectedFault(.sync, .fail(EIO)), attempts: 2)
            try suffering.expectRefused([.io])
            // The first failure is reported to whoever asks first, and to nobody after.
            for skipped in 0..<context.rounds(1, 2, 6) {
                suffering = try context.suffer(
                    InjectedFault(.sync, .fail(EIO), skipped: skipped, count: 1))
                try suffering.expectRefused([.io], atLeast: skipped == 0 ? 1 : 0)
            }
        },
        Check(
            "DUR-12/disk-full",
            "A commit for which there is no room is refused as full; what was there is untouched.",
            proves: .fullDisk, .failureKeepsNothing, level: .extended, requires: .persistent,
            cause: "half of what was to be written stays in place of what was there"
        ) { context in
            for skipped in 0..<context.rounds(1, 5, 12) {
                let suffering = try context.suffer(
                    InjectedFault([.write, .grow], .fail(ENOSPC), skipped: skipped))
                try suffering.expectRefused([.full], atLeast: skipped == 0 ? 1 : 0)
            }
            let suffering = try context.suffer(
                InjectedFault([.write, .grow], .fail(ENOSPC)), attempts: 3)
            try suffering.expectRefused([.full])
        },
        Check(
            "DUR-13/read-fails", "A record that cannot be read is an error, and not missing.",
            proves: .failedReads, level: .extended, requires: .persistent,
            cause: "a read that fails is taken for the end of the file"
        ) { context in
            try context.expectErrors(
                [(EIO, [.io])], of: .read, "it reads no file by calls that can fail")
        },
        Check(
            "DUR-14/open-fails",
            "A file that cannot be opened is an error of the system's kind, and harmless.",
            proves: .systemCalls, .failedOpenings, level: .extended, requires: .persistent,
            cause: "a file that cannot be opened is taken for one that is not there"
        ) { context in
            try context.expectErrors(
                [
                    (EMFILE, [.io]), (EACCES, [.permissionDenied, .readOnly]),
                    (EROFS, [.readOnly, .permissionDenied]), (EIO, [.io]),
                ], of: .open, "it opens no file in its folder")
        },
        Check(
            "DUR-14/interrupted",
            "Calls that are interrupted or do half of their work are gone on with, or refused.",
            proves: .systemCalls, level: .extended, requires: .persistent,
            cause: "a write is taken for complete whatever it returns"
        ) { context in
            for skipped in 0..<context.rounds(1, 4, 10) {
                for fault in [
                    InjectedFault(.write, .half, skipped: skipped, count: 1),
                    InjectedFault([.write, .grow, .cut], .fail(EINTR), skipped: skipped, count: 1),
                ] {
                    _ = try context.suffer(fault, isKilled: skipped != 1)
                }
            }
        },
        Check(
            "ERR-09/every-call",
            "No failed call is passed over: the commit is refused, or on disk all the same.",
            proves: .nothingIsSwallowed, .failureKeepsNothing, level: .extended,
            requires: .persistent,
            cause: "the result of a call is not looked at"
        ) { context in
            for skipped in 0..<context.rounds(2, 8, 40) {
                let suffering = try context.suffer(
                    InjectedFault(
                        [.write, .sync, .grow, .cut], .fail(EIO), skipped: skipped, count: 1),
                    attempts: 3)
                guard suffering.faults > 0 else {
                    if skipped > 0 { break }
                    throw Inconclusive("no call was made that could fail")
                }
                try suffering.expectSynchronized(scratch: try context.makeFolder())
            }
        },
    ]
}

/// What became of a process whose calls of the system failed.
private struct Suffering {
    let faults: Int
    let words: [Word]
    let recording: Recording
    let durability: Durability

    /// Fails unless the fault was hit and what was refused was so with one of these codes.
    func expectRefused(_ codes: [StorageError.Code], atLeast count: Int = 1) throws {
        guard faults >= count else { throw Inconclusive("no call was made that could fail") }
        var refusals = 0
        for case .refused(let number, let code) in words {
            refusals += 1
            // A storage that does not go on without being opened again has one error for that.
            guard refusals == 1 else { continue }
            try expect(
                codes.map(\.description).contains(code),
                "commit \(number), for which a call of the system failed",
                "the error \(codes.map(\.description).joined(separator: " or "))",
                got: "the error \(code)")
        }
        try expect(
            refusals >= count, "a commit for which a call of the system failed",
            "that it is refused", got: "that it returned")
    }

    /// Fails if a commit returned though something of it was not synchronized.
    func expectSynchronized(scratch: String) throws {
        guard durability == .full else { return }
        _ = try recording.expectSynchronized(scratch: scratch)
    }
}

extension CheckContext {
    /// Has a process run commits while calls of the system fail, and fails unless what was
    /// acknowledged is there afterwards, and nothing that was refused.
    ///
    /// - Parameters:
    ///   - fault: The calls, and what becomes of them.
    ///   - attempts: How many commits are tried while they fail.
    ///   - isKilled: Whether the process is killed in the end, and does not close the storage.
    /// - Returns: What was said and done.
    /// - Throws: ``CheckFailure`` as said.
    fileprivate func suffer(
        _ fault: InjectedFault, attempts: Int = 1, isKilled: Bool = false
    ) throws -> Suffering {
        let durability = try storage.description.durability
        guard durability != .none || !isKilled else {
            throw NotApplicable("its durability is none")
        }
        try close()
        let (folder, seed) = (try makeFolder(), generator.next())
        let recorder = try recorder(of: folder)
        let process = try start(
            .suffers, at: folder, seed: seed,
            numbers: [3, attempts, isKilled ? 0 : 2, isKilled ? 1 : 0],
            environment: recorder.environment(fault))
        let words = try isKilled ? process.kill(after: .reached(0)) : process.finish()
        let recording = try recorder.recording()
        let acknowledged = words.lastAcknowledged(or: 0)
        let subject = "a storage after calls of the system failed (\(fault)), opened again"
        let database = try open(at: folder)
        _ = try expectSuccess(subject) {
            try Workload(seed: seed, size: .small).judge(
                database, allowed: acknowledged...acknowledged, subject)
        }
        try database.close()
        return Suffering(
            faults: recording.faults, words: words, recording: recording, durability: durability)
    }

    /// Fails unless opening and reading a storage, while calls fail with one of the numbers, gives
    /// the error that belongs to it or the right answer.
    fileprivate func expectErrors(
        _ faults: [(number: CInt, codes: [StorageError.Code])], of calls: InjectedFault.Calls,
        _ whyNot: String
    ) throws {
        _ = try program
        let seed = generator.next()
        let commits = 12
        let folder = try makeFolder()
        let workload = Workload(seed: seed)
        let database = try open(at: folder)
        for number in 1..<commits + 1 { try workload.commit(number, to: database) }
        try database.close()
        var hits = 0
        for fault in faults {
            for (skipped, count) in [(0, nil), (1, 1), (2, nil), (3, 1), (0, 1)] as [(Int, Int?)] {
                let recorder = try recorder(of: folder)
                // The last time, opening goes well.
                let injected = InjectedFault(
                    calls, .fail(fault.number), skipped: skipped, count: count,
                    isArmed: count == nil || skipped > 0)
                let process = try start(
                    .opensAndReads, at: folder, seed: seed, numbers: [commits],
                    environment: recorder.environment(injected))
                let words = try process.finish()
                // An engine may try another way when one call fails; when all do, it has to say why.
                if count == nil { try Self.expectCodes(fault.codes, words, injected) }
                hits += try recorder.recording().faults
                let subject =
                    "a storage after calls of the system failed (\(injected)), opened again"
                let database = try open(at: folder)
                _ = try expectSuccess(subject) {
                    try workload.judge(database, allowed: commits...commits, subject)
                }
                try database.close()
            }
        }
        guard hits > 0 else { throw NotApplicable(whyNot) }
    }

    private static func expectCodes(
        _ codes: [StorageError.Code], _ words: [Word], _ fault: InjectedFault
    ) throws {
        for case .refused(let number, let code) in words {
            try expect(
                codes.map(\.description).contains(code),
                "\(number == 0 ? "opening" : "reading") a storage whose calls fail (\(fault))",
                "the error \(codes.map(\.description).joined(separator: " or "))",
                got: "the error \(code)")
        }
    }
}
