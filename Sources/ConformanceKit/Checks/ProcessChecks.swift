import Dispatch
import StorageCore

extension Check {
    /// Several processes with one storage.
    static let processes: [Check] = [
        Check(
            "MPR-01/exclusive",
            "A storage that another process has to itself is refused as locked, harmlessly.",
            proves: .oneProcess, requires: .persistent,
            cause: "nothing keeps other processes out"
        ) { context in
            try context.expectShared(false)
            try context.close()
            let holder = try context.start(.holds, seed: 0)
            try holder.wait(for: .reached(0))
            try context.expectLocked()
            try holder.signal()
            try holder.finish()
            try context.database.expectNumbers([1, 2], "after another process had the storage")
        },
        Check(
            "MPR-01/one-writer",
            "While another process writes, a writer waits or is refused as busy.",
            proves: .processesTakeTurns, .busyInTime, requires: .multiProcess,
            cause: "nothing keeps writers of other processes out"
        ) { context in
            try context.database.put(.number(1), try Key(1))
            let other = try context.start(.writes, seed: 0)
            try other.wait(for: .reached(0))
            try context.database.expectNumbers([1], "while another process writes")
            let database = try context.database
            let done = DispatchSemaphore(value: 0)
            let outcome = Shared<(any Error)?>(nil)
            DispatchQueue(label: "conformance.writer").async {
                defer { done.signal() }
                do {
                    try database.put(.number(3), try Key(3))
                } catch {
                    outcome.update { $0 = error }
                }
            }
            // A writer that does not wait has long been done by then.
            _ = done.wait(timeout: .now() + .milliseconds(100))
            try database.expectNumbers([1], "while two processes write")
            try other.signal()
            try other.finish()
            done.wait()
            if let error = outcome.value {
                guard (error as? StorageError)?.code == .busy else { throw error }
                try database.expectNumbers([1, 2], "after another process wrote")
            } else {
                try database.expectNumbers([1, 2, 3], "after two processes wrote")
            }
        },
        Check(
            "MPR-02/killed-holder",
            "What a killed process held is free at once.", proves: .dyingUnlocks,
            requires: .persistent,
            cause: "a lock is a file that is there, which nobody removes when its process is killed"
        ) { context in
            try context.expectSurvivesKill()
            for role in [Role.holds, .writes] {
                try context.close()
                let holder = try context.start(role, seed: 0)
                try holder.wait(for: .reached(0))
                _ = try holder.kill()
                let database = try expectSuccess("opening a storage whose holder was killed") {
                    try context.database
                }
                try database.expectNumbers([1], "a storage whose holder was killed")
                try expectSuccess("a write to a storage whose holder was killed") {
                    try database.put(.number(1), try Key(1))
                }
            }
        },
        Check(
            "MPR-03/watched", "A process sees what others have committed, and never goes back.",
            proves: .processesSeeCommits, requires: .multiProcess,
            cause: "what was read once is kept, and not compared with the files again"
        ) { context in
            try context.database.increment()
            let watcher = try context.start(.watches, seed: 0, numbers: [200])
            try watcher.wait(for: .reached(0))
            for _ in 1..<200 { try context.database.increment() }
            try watcher.finish()
        },
        Check(
            "MPR-04/increments", "Processes that write at once lose nothing.",
            proves: .processesTakeTurns, requires: .multiProcess,
            cause: "a writer begins with what it read before it had the lock"
        ) { context in
            let count = context.rounds(20, 60, 500)
            let database = try context.database
            let others = try (0..<2).map { _ in
                try context.start(.increments, seed: 0, numbers: [count])
            }
            for other in others { try other.wait(for: .reached(0)) }
            for other in others { try other.signal() }
            for _ in 0..<count { try database.increment() }
            for other in others { try other.finish() }
            try expectEqual(
                try database.counter(), 3 * count, "increments of three processes at once")
        },
        Check(
            "MPR-04/turns", "Processes that open, write and close in turns lose nothing.",
            proves: .dyingUnlocks, .committedStays, level: .extended, requires: .persistent,
            cause: "the lock is given up before everything is written"
        ) { context in
            let count = context.rounds(5, 12, 100)
            _ = try context.program
            try context.close()
            let others = try (0..<2).map { _ in
                try context.start(.takesTurns, seed: 0, numbers: [count])
            }
            for other in others { try other.wait(for: .reached(0)) }
            for other in others { try other.signal() }
            for _ in 0..<count {
                try expectSuccess("a turn of a process among others") {
                    try incrementInTurn(patience: context.effort.timeLimit / 4) {
                        try context.open(at: context.folder)
                    }
                }
            }
            for other in others { try other.finish() }
            try expectEqual(
                try context.database.counter(), 3 * count, "increments of three processes in turns")
        },
        Check(
            "MPR-05/killed-reader",
            "Snapshots of a killed process hold up neither writers nor the use of free space.",
            proves: .deadReaders, level: .extended, requires: .multiProcess,
            cause: "the slots of dead readers are never looked through"
        ) { context in
            let database = try context.database
            func rewrite(_ round: Int) throws {
                try database.put(
                    try (0..<200).map { Entry(try Key($0), .sized(4_000 + round % 3)) })
            }
            for round in 0..<3 { try rewrite(round) }
            let size = try context.usedSpace()
            let reader = try context.start(.reads, seed: 0, numbers: [20])
            try reader.wait(for: .reached(0))
            _ = try reader.kill()
            for round in 0..<30 { try rewrite(round) }
            let after = try context.usedSpace()
            try expect(
                after <= 3 * size + 8 << 20, "the space of 200 records, written thirty times",
                "little more than \(size) bytes", got: "\(after) bytes")
        },
        Check(
            "MPR-06/killed-writer", "When a writing process is killed, the others go on.",
            proves: .deadWriters, requires: .multiProcess,
            cause: "a lock of threads is shared among processes, and nobody recovers it"
        ) { context in
            try context.expectSurvivesKill()
            let database = try context.database
            try database.put(.number(1), try Key(1))
            for round in 0..<context.rounds(1, 3, 10) {
                let writer = try context.start(.writes, seed: 0)
                try writer.wait(for: .reached(0))
                _ = try writer.kill()
                let numbers = [1] + (0..<round).map { 10 + $0 }
                try database.expectNumbers(numbers, "after a writing process was killed")
                try expectSuccess("a write after a writing process was killed") {
                    try database.put(.number(10 + round), try Key(10 + round))
                }
                try database.expectNumbers(
                    numbers + [10 + round], "after a write after a killed one")
            }
        },
        Check(
            "MPR-07/forked",
            "In a forked copy of its process a storage is refused, or works, and harms nothing.",
            proves: .forks, level: .extended, requires: .persistent,
            cause: "locks and buffers are copied with the process, and both go on with them"
        ) { context in
            _ = try context.program
            try context.close()
            let other = try context.start(.forks, seed: 0)
            let words = try other.finish()
            try context.database.expectNumbers(
                words.contains(.reached(1)) ? [1, 2, 3] : [1, 3],
                "a storage whose process was copied, opened again")
        },
    ]
}

extension CheckContext {
    /// Declines unless several processes may have the storage open, or may not.
    fileprivate func expectShared(_ isShared: Bool) throws {
        _ = try program
        guard try storage.capabilities.contains(.multiProcess) == isShared else {
            throw NotApplicable(
                isShared
                    ? "not declared: multiProcess"
                    : "declared: multiProcess; several processes may have it open")
        }
    }

    fileprivate func expectLocked() throws {
        let subject = "opening a storage that another process has open"
        let database: Database
        do {
            database = try self.database
        } catch let error as StorageError where error.code == .locked {
            return
        } catch {
            throw CheckFailure(subject, expected: "the error locked", got: error.context)
        }
        try database.close()
        throw CheckFailure(subject, expected: "the error locked", got: "a storage")
    }
}
