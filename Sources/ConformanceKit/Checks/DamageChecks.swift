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
            "A storage with a bit flipped is refused, or answers without harm.", .flippedBit,
            cause: "numbers in a file are trusted, such as offsets and lengths"),
        damaged(
            "COR-01/other-bytes",
            "A storage with another byte in it is refused, or answers without harm.", .otherByte,
            cause: "numbers in a file are trusted, such as offsets and lengths"),
        damaged(
            "COR-02/truncated",
            "A storage that was cut off is refused, or answers without harm.", .truncated,
            cause: "a file is mapped or read by the size that it says it has"),
        damaged(
            "COR-03/zeroed-pages",
            "A storage with a page of zeros is refused, or answers without harm.", .zeroedPage,
            cause: "a page is trusted to be of the kind that its place calls for"),
        damaged(
            "COR-03/swapped-pages",
            "A storage with two pages swapped is refused, or answers without harm.", .swappedPages,
            cause: "pages do not say which they are"),
        damaged(
            "COR-03/repeated-pages",
            "A storage with a page in place of another is refused, or answers without harm.",
            .repeatedPage,
            cause: "pages do not say which they are, and may lead in a circle"),
        damaged(
            "COR-03/appended",
            "A storage with something behind its end is refused, or answers without harm.",
            .appended,
            cause: "what stands behind the end is read as more of the same"),
        Check(
            "COR-04/foreign-files",
            "Files that another storage's process left are refused, or do no harm.",
            proves: .damageIsTyped, .foreignSideFiles, level: .extended, requires: .persistent,
            cause: "a log is replayed whatever file it belongs to"
        ) { context in
            try context.expectForeignFilesHarmless()
        },
        Check(
            "LIF-10/foreign-file", "A file of another kind is refused, and left as it is.",
            proves: .damageIsLeft, level: .extended, requires: .persistent,
            cause: "what cannot be read is taken for nothing, and a new storage is made of it"
        ) { context in
            try context.expectForeignFileLeft()
        },
        Check(
            "COR-06/index-entries",
            "The check finds an entry that an index lacks, and one that it should not have.",
            proves: .verifyFinds, level: .extended,
            cause: "an index is only counted, and not compared with the records"
        ) { context in
            for change in EntryDamage.allCases { try context.expectFound(change) }
        },
    ]

    /// A check that damages a storage in one way, again and again.
    ///
    /// One that declares that it finds damage must never answer with what was not written.
    private static func damaged(
        _ id: String, _ rule: String, _ damage: Damage, cause: String
    ) -> Check {
        Check(
            id, rule, proves: .damageIsTyped, .neverWrong, level: .extended,
            requires: .persistent, cause: cause
        ) { context in
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
    /// - Returns: The files by their names.
    /// - Throws: ``NotApplicable`` if there are none; what the process finds to be wrong.
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
        let (seed, commits, trials) = (generator.next(), 12, rounds(8, 25, 2_000))
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
                throw NotApplicable("its files are too short to be damaged like that")
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

    /// Puts a text in the place of each file of a closed storage.
    fileprivate func expectForeignFileLeft() throws {
        let place = try makeFolder()
        let database = try open(at: place)
        try database.put((0..<50).map { ["n": .integer($0)] })
        try database.close()
        let original = try FileManager.default.files(in: files(at: place))
        guard !original.isEmpty else {
            throw NotApplicable("the storage keeps no files in its folder")
        }
        let text = Array(String(repeating: "This is no storage.\n", count: 500).utf8)
        var refused = 0
        for name in original.keys.sorted() {
            let folder = try makeFolder()
            try FileManager.default.write(
                original.merging([name: text]) { $1 }, to: files(at: folder))
            do {
                try open(at: folder).close()
            } catch is StorageError {
                refused += 1
                try expectEqual(
                    try FileManager.default.files(in: files(at: folder))[name], text,
                    "'\(name)', which is a text, after it was refused")
            }
        }
        try expect(
            refused > 0, "a text in the place of a file", "to be refused in one place at least",
            got: "a storage each time")
    }

    /// Changes an index behind the back of the database, which has to find it.
    fileprivate func expectFound(_ damage: EntryDamage) throws {
        let database = try openOther()
        // Over an object's member and an array's elements, which engines leave to the database.
        try database.prepare(
            indexes: [.ofField([IndexPart("f.g"), IndexPart(elementsOf: "list")])])
        try database.put(
            (0..<20).map {
                [
                    "f": .object(["g": .integer($0)]),
                    "list": .array([.integer($0), .integer($0 + 1)]),
                ]
            })
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
            guard entries.count > 3, var entry = entries.dropFirst(3).first, entry.count > 3 else {
                throw CheckFailure(
                    "the entries of an index", expected: "one for each of 20 records",
                    got: "\(entries)")
            }
            switch damage {
            case .missing:
                _ = try driver.delete(entry.span, in: handle)
                return
            case .dangling: entry[entry.count - 3] ^= 0x40
            case .short: entry = [0xFF]
            }
            let record = Record().bytes
            _ = try driver.put(entry.span, record.span, in: handle, if: .always)
        }
        let isFound: Bool
        do {
            isFound = try !database.verify().isEmpty
        } catch let error as StorageError where error.code == .damaged {
            isFound = true
        }
        try expect(isFound, "an index with \(damage.rawValue)", "a finding", got: "none")
        // An answer may be wrong now; that the process is still there is what counts.
        do {
            _ = try database.read {
                try $0.records(Query(orderedBy: [.ascending("f.g")]), in: items)
            }
        } catch let error as StorageError {
            try expectEqual(error.code, .damaged, "reading by \(damage.rawValue): the error")
        }
    }
}

/// What can be wrong with an index.
private enum EntryDamage: String, CaseIterable {
    case missing = "an entry missing"
    case dangling = "an entry of no record"
    case short = "an entry too short to be one"
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
