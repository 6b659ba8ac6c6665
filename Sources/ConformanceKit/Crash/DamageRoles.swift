import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Role {
    /// Damages copies of a storage's files, and opens and reads each. The numbers are the way of
    /// damage, the first trial and the end of the trials, how many commits there are, and whether a
    /// wrong answer is bad; the path is that of the files as they should be.
    static let opensDamaged = Role("opensDamaged") { stage in
        let numbers = stage.request.numbers
        guard let damage = Damage(rawValue: numbers[0]) else {
            throw StorageError(.invalidArgument, "there is no damage \(numbers[0])")
        }
        let original = try FileManager.default.files(in: stage.request.paths[0])
        for trial in numbers[1]..<numbers[2] {
            var generator = SplitMix64(seed: stage.request.seed &+ UInt64(trial))
            var files = original
            guard let what = damage.inflict(on: &files, using: &generator) else { continue }
            try stage.say(.began(trial))
            try stage.say(.note(what))
            try FileManager.default.write(files, to: stage.files(at: stage.request.folder))
            let verdict = try stage.expectErrorOrAnswer(
                after: numbers[3], mustBeRight: numbers[4] == 1, what,
                mayBeEarlier: damage == .truncated || damage == .zeroedPage)
            try stage.say(.reached(verdict ? 1 : 0))
        }
    }

    /// Opens a storage whose files are as they are, and reads it all.
    static let opensForeign = Role("opensForeign") { stage in
        _ = try stage.expectErrorOrAnswer(
            after: stage.request.numbers[0], mustBeRight: stage.request.numbers[1] == 1,
            "files of another storage")
    }
}

extension Stage {
    /// Fails unless opening and reading the storage throws an error of its own kind, or gives what is
    /// there after a commit. An answer that is no error may be wrong if nothing else is promised.
    ///
    /// What a file lacks at its end can have been taken by a loss of power as well: the answer
    /// may be an earlier one then.
    ///
    /// - Returns: Whether the answer was right.
    fileprivate func expectErrorOrAnswer(
        after number: Int, mustBeRight: Bool, _ what: String, mayBeEarlier: Bool = false
    ) throws -> Bool {
        let workload = Workload(seed: request.seed)
        let subject = "a storage with \(what)"
        do {
            let database = try open()
            do {
                // Reading comes before anything that looks for damage.
                try workload.judge(
                    database, allowed: (mayBeEarlier ? 0 : number)...number, subject,
                    isVerified: false)
                _ = try database.verify()
            } catch let failure as CheckFailure {
                // What it finds itself is as good as an error.
                let isFound = try !database.verify().isEmpty
                try database.close()
                guard isFound || !mustBeRight else { throw failure }
                return false
            } catch {
                try database.close()
                throw error
            }
            try database.close()
            return true
        } catch is StorageError {
            return false
        }
    }
}
