import ConformanceKit
import StorageCore

/// Runs the planted faults: the proof that the checks find what they are for.
package enum Selftest {
    /// A planted fault and whether it was found.
    package struct Outcome: Sendable {
        /// The fault's row in the catalogue, and what is wrong.
        package let fault: String

        /// The id of the check that has to find it.
        package let check: String

        /// Why the fault does not count as found, or nil if it does.
        package let miss: String?
    }

    /// The backend with files that faults are planted in, without any.
    package static let honest = LogStorage.suite(nil, Tripwire())

    /// How many faults there are for the checks that a profile takes in.
    package static func count(_ profile: Profile = .all) -> Int { faults(profile).count }

    private static func faults(_ profile: Profile) -> [Fault] {
        Fault.all.filter { fault in Check.named(fault.check).map(profile.contains) ?? true }
    }

    /// The checks that no fault is named for: nothing shows that they find what they are for.
    package static var unproven: [Check] {
        let proven = Set(Fault.all.map(\.check))
        return Check.all.filter { !proven.contains($0.id) }
    }

    /// Runs each fault against the check that is named for it, and calls `progress` after each.
    ///
    /// - Parameters:
    ///   - profile: Takes in the checks whose faults are run.
    ///   - worker: A program that calls ``serve(_:)`` with the words that follow on these.
    ///   - progress: Called after each fault.
    /// - Returns: What came out, in the order of the faults.
    package static func run(
        only profile: Profile = .all, worker: Worker, progress: @Sendable (Outcome) -> Void
    ) async -> [Outcome] {
        var outcomes: [Outcome] = []
        for fault in faults(profile) {
            let outcome = Outcome(
                fault: fault.name, check: fault.check, miss: await fault.miss(worker: worker))
            outcomes.append(outcome)
            progress(outcome)
        }
        return outcomes
    }

    /// Plays a part in the check of a fault, in a process that the check started.
    ///
    /// - Parameter words: The name of the fault, its tripwire, and the request.
    /// - Throws: ``/StorageCore/StorageError`` if that is not what the words are.
    package static func serve(_ words: [String]) async throws {
        guard words.count == 3, let fault = Fault.all.first(where: { $0.name == words[0] }) else {
            throw StorageError(
                .invalidArgument, "only a self-test starts this; use 'conformance --selftest'")
        }
        try await Worker.serve(fault.harness(Tripwire(file: words[1])), request: words[2])
    }
}

extension Fault {
    /// All planted faults.
    static let all =
        [
            keys, values, ranges, iteration, snapshots, transactions, operations, isolation,
            lifecycle, indexes, indexScans, queryConditions, queryConstants, queryAnswers,
            pageAnswers, durability,
        ].flatMap(\.self)

    /// Why the fault is not found, or nil if it is: its check must fail, with the message that
    /// names the fault, and the faulty branch must have run.
    func miss(worker: Worker) async -> String? {
        guard let check = Check.named(check) else { return "there is no such check" }
        do {
            let file = try needsWorker ? FileSystem.temporaryFile("tripwire") : nil
            defer { if let file { _ = unlessThrown { try FileSystem.remove(file) } } }
            return await miss(check, Tripwire(file: file), worker, file)
        } catch {
            return "the tripwire cannot be made: \(error)"
        }
    }

    private func miss(
        _ check: Check, _ wire: Tripwire, _ worker: Worker, _ file: String?
    ) async -> String? {
        let own = file.map {
            Worker(executable: worker.executable, arguments: worker.arguments + [name, $0])
        }
        let verdict = await check.verdict(on: harness(wire), seed: 1, worker: own)
        guard wire.count > 0 else {
            return "the fault never ran: the check does not do what it needs"
        }
        guard case .fail(let failure) = verdict else {
            return "expected a failure, got \(verdict)"
        }
        guard failure.description.contains(says) else {
            return "the failure does not say '\(says)': \(failure)"
        }
        return nil
    }
}

extension FileSystem {
    /// The path of a file that is not there yet, in the folder for what is temporary.
    fileprivate static func temporaryFile(_ name: String) throws(StorageError) -> String {
        let folder = environment("TMPDIR") ?? "/tmp"
        return "\(folder)/conformance-\(name)-\(UInt64.random(in: 0 ... .max))"
    }
}
