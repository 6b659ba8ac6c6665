import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Files that are not as the storage left them.
    static let damage: [Check] = [
        damaged(
            "COR-01/flipped-bits",
            "A storage with a bit flipped is refused, or answers without harm.", .flippedBit),
        damaged(
            "COR-01/other-bytes",
            "A storage with another byte in it is refused, or answers without harm.", .otherByte),
        damaged(
            "COR-02/truncated",
            "A storage that was cut off is refused, or answers without harm.", .truncated),
        damaged(
            "COR-03/zeroed-pages",
            "A storage with a page of zeros is refused, or answers without harm.", .zeroedPage),
        damaged(
            "COR-03/swapped-pages",
            "A storage with two pages swapped is refused, or answers without harm.", .swappedPages),
        damaged(
            "COR-03/repeated-pages",
            "A storage with a page in place of another is refused, or answers without harm.",
            .repeatedPage),
        damaged(
            "COR-03/appended",
            "A storage with something behind its end is refused, or answers without harm.",
            .appended),
        Check(
            "COR-04/foreign-files",
            "Files that another storage's process left are refused, or do no harm.",
            level: .extended, requires: .persistent
        ) { context in
            try context.expectForeignFilesHarmless()
        },
        Check(
            "COR-06/index-entries",
            "The check finds an entry that an index lacks, and one that it should not have.",
            level: .extended
        ) { context in
            for isMissing in [true, false] { try context.expectFound(missingEntry: isMissing) }
        },
    ]

    /// A check that damages a storage in one way, again and again.
    ///
    /// One that declares that it finds damage must never answer with what was not written.
    private static func damaged(_ id: String, _ rule: String, _ damage: Damage) -> Check {
        Check(id, rule, level: .extended, requires: .persistent) { context in
            try context.expectHarmless(damage)
        }
    }
}

extension CheckContext {
    /// The files of a storage after so many commits, in a folder of their own.
    ///
    /// - Parameters:
    ///   - seed: What the commits follow from.
    ///   - commits: How many there are.
    ///   - isKilled: Whether its process is killed in the middle of the next commit, and not closed.
    private func makeFiles(
        seed: UInt64, commits: Int, isKilled: Bool = false
    ) throws -> [String: [UInt8]] {
        let folder = try makeFolder()
        let last = isKilled ? commits + 1 : commits
        let process = try start(
            .commits, at: folder, seed: seed, numbers: [1, last, isKilled ? last : 0])
        if isKilled {
            try process.wait(for: .reached(last))
            _ = try process.kill()
        } else {
            try process.finish()
        }
        let files = try FileManager.default.files(in: files(at: folder))
        guard !files.isEmpty else {
            throw NotApplicable("the storage keeps no files in its folder")
        }
        return files
    }

    fileprivate func expectHarmless(_ damage: Damage) throws {
        let findsDamage = try storage.capabilities.contains(.detectsDamage)
        let (seed, commits, trials) = (generator.next(), 12, rounds(10, 60, 3_000))
        for isKilled in [false, true] {
            let original = try makeFolder()
            try FileManager.default.write(
                try makeFiles(seed: seed, commits: commits, isKilled: isKilled), to: original)
            // The end of a log that a killed process left may be damaged by that itself.
            let mustBeRight = findsDamage && !isKilled
            let process = try start(
                .opensDamaged, at: try makeFolder(), seed: seed,
                numbers: [damage.rawValue, 0, trials, commits, mustBeRight ? 1 : 0],
                paths: [original])
            let words = try process.finish()
            guard words.contains(where: { if case .began = $0 { true } else { false } }) else {
                throw Inconclusive("nothing was damaged")
            }
        }
    }

    /// Puts beside the files of a closed storage what a killed process left beside those of another
    /// one.
    fileprivate func expectForeignFilesHarmless() throws {
        let findsDamage = try storage.capabilities.contains(.detectsDamage)
        let commits = 12
        var count = 0
        for _ in 0..<rounds(1, 3, 20) {
            let (seed, other) = (generator.next(), generator.next())
            let closed = try makeFiles(seed: seed, commits: commits)
            // Of the same storage at an earlier time, and of another one.
            for source in [(seed, commits / 2), (other, commits)] {
                let killed = try makeFiles(seed: source.0, commits: source.1, isKilled: true)
                let foreign = killed.filter { closed[$0.key] == nil }
                count += foreign.count
                let folder = try makeFolder()
                try FileManager.default.write(
                    closed.merging(foreign) { own, _ in own }, to: files(at: folder))
                let process = try start(
                    .opensForeign, at: folder, seed: seed, numbers: [commits, findsDamage ? 1 : 0])
                try process.finish()
            }
        }
        guard count > 0 else {
            throw NotApplicable("a killed process leaves no files that a closed storage has not")
        }
    }

    /// Takes an entry out of an index, or puts one in, behind the back of the database.
    fileprivate func expectFound(missingEntry isMissing: Bool) throws {
        let database = try openOther()
        try database.prepare(indexes: [.ofField([IndexPart(elementsOf: "list")])])
        try database.put(
            (0..<20).map { ["list": .array([.integer($0), .integer($0 + 1)])] })
        try expectEqual(try database.verify(), [], "the findings in a sound index")
        let numbers = try database.storage.reading { driver in
            try (1...9).filter { try driver.collection(named: "$index-\($0)") != nil }
        }
        guard let number = numbers.first else {
            throw NotApplicable("the engine keeps the indexes itself")
        }
        try database.storage.writing { driver in
            guard let handle = try driver.collection(named: "$index-\(number)") else { return }
            let entries = try driver.entryKeys(in: handle)
            if isMissing {
                let entry = entries[3]
                _ = try driver.delete(entry.span, in: handle)
            } else {
                // The entry of another record's value.
                var bytes = entries[3]
                bytes[bytes.count - 3] ^= 0x40
                let record = Record().bytes
                _ = try driver.put(bytes.span, record.span, in: handle, if: .always)
            }
        }
        try expect(
            try !database.verify().isEmpty,
            isMissing ? "an index without an entry" : "an index with an entry of no record",
            "a finding", got: "none")
    }
}

extension ReadDriver {
    fileprivate func entryKeys(in collection: CollectionHandle) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        try scan(.all, in: collection, reversed: false) { key, _ in
            keys.append(key.copy())
            return true
        }
        return keys
    }
}
