import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// What a storage takes of the system, and gives back.
    static let resources: [Check] = [
        Check(
            "RES-01/failed-openings", "An opening that fails leaves no descriptors behind.",
            proves: .handlesReturn, .failedOpenings, level: .extended, requires: .persistent,
            cause: "what was opened stays open when the rest of the opening fails"
        ) { context in
            _ = try context.program
            try context.close()
            let folder = try context.makeFolder()
            let names = try context.fileNames()
            guard !names.isEmpty else {
                throw NotApplicable("the storage keeps no files in its folder")
            }
            var files: [String: [UInt8]] = [:]
            for name in names { files[name] = Array("this is no storage\n".utf8) }
            try FileManager.default.write(files, to: context.files(at: folder))
            try context.start(.failingOpenings, at: folder, seed: 0, numbers: [30]).finish()
        },
        Check(
            "RES-02/left-over", "A storage that is closed leaves the same files each time.",
            proves: .noLeftovers, level: .extended, requires: .persistent,
            cause: "temporary files of a process that was killed are never removed"
        ) { context in
            try context.expectSurvivesKill()
            let seed = context.generator.next()
            var last = 1
            func run(_ midway: Bool) throws {
                try context.close()
                let process = try context.start(
                    .commits, seed: seed, numbers: [last, last + 1, midway ? last + 1 : 0])
                if midway {
                    try process.wait(for: .reached(last + 1))
                    _ = try process.kill()
                    last += 1
                } else {
                    try process.finish()
                    last += 2
                }
            }
            try run(false)
            let names = try context.fileNames()
            for round in 0..<context.rounds(2, 6, 40) {
                try run(round % 2 == 0)
                try context.database.put(.number(round), try Key(round), in: "other")
                try context.close()
                try expectEqual(
                    try context.fileNames(), names, "the files of a closed storage, round \(round)")
            }
        },
        Check(
            "RES-03/overwritten",
            "One record that is overwritten 10,000 times takes no more room than a few.",
            proves: .spaceIsReused, level: .extended, requires: .persistent,
            cause: "a log grows and is never begun anew"
        ) { context in
            try context.expectBounded(overwrite)
        },
        Check(
            "SNP-10/room", "The room that a snapshot has held is used again when it has ended.",
            proves: .spaceIsReused, level: .extended, requires: [.persistent, .concurrentReads],
            cause: "what was replaced while a snapshot ran is never free again",
            origin: "SQLite: readers that follow each other keep the write-ahead log growing"
        ) { context in
            let database = try context.database
            try Database(try context.storage).read { _ in
                for round in 0..<20 { try overwrite(database, round) }
            }
            try context.expectBounded(overwrite)
        },
        Check(
            "RES-04/deleted", "The room of deleted records is used again.",
            proves: .spaceIsReused, level: .extended, requires: .persistent,
            cause: "the room of deleted records is not used again"
        ) { context in
            try context.expectBounded { database, round in
                guard round % 2 == 0 else { return }
                try database.put(
                    try (0..<300).map { Entry(try Key(round * 1_000 + $0), .sized(500 + $0)) })
                try database.delete(.all)
            }
        },
        Check(
            "RES-05/openings",
            "Hundreds of openings take no more descriptors, threads or memory than 20.",
            proves: .handlesReturn, level: .extended, requires: .persistent,
            cause: "a descriptor or a thread is left behind by each opening"
        ) { context in
            try context.close()
            try context.start(
                .cycles, seed: 0, numbers: [context.rounds(40, 200, 5_000)]
            ).finish()
        },
        Check(
            "RES-05/snapshots",
            "10,000 snapshots that have ended take no more descriptors or memory than 100.",
            proves: .handlesReturn, level: .extended,
            cause: "the end of a snapshot does not give back what it holds"
        ) { context in
            try context.close()
            try context.start(
                .snapshots, seed: 0, numbers: [context.rounds(1_000, 10_000, 100_000)]
            ).finish()
        },
    ]
}

/// Replaces one record a hundred times, in one transaction.
private func overwrite(_ database: Database, _ round: Int) throws {
    try database.write { transaction in
        for _ in 0..<100 {
            try transaction.put(.sized(1_000), key: try Key(1), in: items)
        }
        try transaction.put(.sized(2_000 + round), key: try Key(1), in: items)
    }
}

extension CheckContext {
    /// Fails unless a storage in which `body` works a hundred times takes about the room that it
    /// takes after twenty.
    fileprivate func expectBounded(_ body: (Database, _ round: Int) throws -> Void) throws {
        let database = try database
        // What engines keep for later, such as a log that is not copied back yet.
        let slack = 4 << 20
        var space = 0
        for round in 0..<rounds(40, 100, 1_000) {
            try body(database, round)
            if round == 19 { space = try usedSpace() }
        }
        let after = try usedSpace()
        try expect(
            after <= 2 * space + slack, "the room on disk after a hundred rounds",
            "about \(space) bytes, as after twenty", got: "\(after) bytes")
        guard try !fileNames().isEmpty else {
            throw NotApplicable("the storage keeps no files in its folder")
        }
    }
}
