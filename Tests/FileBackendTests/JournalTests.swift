import Foundation
import StorageCore
import TestSupport
import Testing

@testable import FileBackend

struct JournalTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("x.json") }
    private var journal: String { folder.file("x.json-journal") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A storage whose process ended after three commits: the files that it leaves.
    private func abandoned(_ durability: Durability = .full) throws -> (file: Data, journal: Data) {
        var storage: FileStorage? = try open(path, durability: durability)
        for number in 1...3 { try storage?.put(number, 1) }
        storage = nil
        return (try bytes(path), try bytes(journal))
    }

    @Test func `The check value is that of RFC 3720`() {
        var checksum = CRC32C()
        checksum.update(Array("123456789".utf8).span)
        #expect(checksum.value == 0xE306_9283)
        var zeros = CRC32C()
        zeros.update([UInt8](repeating: 0, count: 32).span)
        #expect(zeros.value == 0x8A91_36AA)
    }

    @Test(arguments: Durability.allCases)
    func `Commits of a process that ended are there again`(durability: Durability) throws {
        let before = try abandoned(durability).file
        #expect(try bytes(path) == before)
        let storage = try open(path)
        #expect(try storage.numbers() == [1: 1, 2: 1, 3: 1])
        try storage.put(4, 1)
        try storage.close()
        #expect(try names(in: folder) == ["x.json"])
        #expect(try open(path).numbers() == [1: 1, 2: 1, 3: 1, 4: 1])
    }

    @Test func `Every kind of change is replayed`() throws {
        var storage: FileStorage? = try open(path)
        try storage?.put("other", [])
        try storage?.put("c", (0..<20).map { try entry($0, ["n": .int(Int64($0))]) })
        try storage?.write { driver in
            let handle = try #require(try driver.collection(named: "c"))
            #expect(try driver.delete(Key(3), in: handle))
            try driver.savepoint()
            #expect(try driver.delete(KeyRange.all, in: handle) == 19)
            try driver.rollBackToSavepoint()
            #expect(try driver.delete(KeyRange(from: Key(5), until: Key(10)), in: handle) == 5)
            #expect(try driver.delete(KeyRange(after: Key(15)), in: handle) == 4)
            #expect(try driver.delete(KeyRange(through: Key(1)), in: handle) == 2)
        }
        try storage?.write { driver in
            let handle = try driver.prepare(CollectionSchema("gone"))
            try driver.put(Key("k"), [:], in: handle)
            #expect(try driver.delete(KeyRange(stringPrefix: "k"), in: handle) == 1)
        }
        let expected: [Int: Int64] = [2: 2, 4: 4, 10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 15: 15]
        #expect(try storage?.numbers() == expected)
        storage = nil
        let again = try open(path)
        #expect(try again.numbers() == expected)
        #expect(try again.check() == [])
        let driver = try again.beginRead()
        #expect(try driver.collection(named: "other") != nil)
        #expect(try driver.collection(named: "gone") != nil)
        driver.end()
    }

    @Test func `A commit appends as much as it changes, whatever the storage holds`() throws {
        func appended(_ records: Int) throws -> Int {
            let folder = try TemporaryFolder()
            let storage = try open(folder.file("x.json"))
            let entries = try (0..<records).map { try entry($0, ["n": 0]) }
            try storage.put("c", entries)
            let before = try bytes(folder.file("x.json-journal")).count
            try storage.put(1, 5)
            let after = try bytes(folder.file("x.json-journal")).count
            try storage.close()
            return after - before
        }
        #expect(try appended(10) == appended(20_000))
        #expect(try appended(10) < 150)
    }

    @Test func `A transaction without changes writes nothing`() throws {
        let storage = try open(path)
        try storage.put(1, 1)
        let before = try bytes(journal)
        try storage.write { driver in
            let handle = try driver.prepare(CollectionSchema("c"))
            #expect(try driver.delete(Key(9), in: handle) == false)
        }
        let rolledBack = try storage.beginWrite()
        _ = try rolledBack.prepare(CollectionSchema("d"))
        rolledBack.end()
        #expect(try bytes(journal) == before)
    }

    @Test(arguments: [Durability.full, .relaxed])
    func `A last line torn anywhere is left out`(durability: Durability) throws {
        let (file, whole) = try abandoned(durability)
        let lines = whole.split(separator: 0x0A)
        let start = whole.count - lines[3].count - 1
        for length in start..<whole.count {
            try write(file, to: path)
            try write(whole[..<length], to: journal)
            let storage = try open(path)
            try #require(try storage.numbers() == [1: 1, 2: 1], "\(length)")
            #expect(try bytes(journal) == Data(whole[..<length]))
            try storage.put(9, 9)
            #expect(try storage.check() == [])
            // Abandoned again: the new line has to stand where the torn one stood.
            try write(bytes(journal), to: folder.file("copy"))
            try storage.close()
            try write(file, to: path)
            try FileManager.default.moveItem(atPath: folder.file("copy"), toPath: journal)
            try #require(try open(path).numbers() == [1: 1, 2: 1, 9: 9], "\(length)")
        }
    }

    @Test func `A last line with zeros in it is left out`() throws {
        let (file, whole) = try abandoned()
        let start = whole.count - whole.split(separator: 0x0A)[3].count - 1
        for torn in [start..<start + 5, start + 5..<whole.count - 1, start + 9..<whole.count] {
            var bytes = whole
            bytes.replaceSubrange(torn, with: [UInt8](repeating: 0, count: torn.count))
            try write(file, to: path)
            try write(bytes, to: journal)
            #expect(try open(path, .readOnly).numbers() == [1: 1, 2: 1])
            let storage = try open(path)
            #expect(try storage.numbers() == [1: 1, 2: 1])
            try storage.close()
        }
    }

    @Test func `Zeros in front of lines that were synchronized are damage, others are not`() throws
    {
        for (durability, isDamage) in [(Durability.full, true), (.relaxed, false)] {
            let folder = try TemporaryFolder()
            let path = folder.file("x.json")
            var storage: FileStorage? = try open(path, durability: durability)
            for number in 1...3 { try storage?.put(number, 1) }
            storage = nil
            var bytes = try bytes(path + "-journal")
            let lines = bytes.split(separator: 0x0A)
            bytes.replaceSubrange(
                lines[2].startIndex..<lines[2].endIndex - 4,
                with: repeatElement(0, count: lines[2].count - 4))
            try write(bytes, to: path + "-journal")
            if isDamage {
                let error = try #require(failure { _ = try open(path) })
                #expect(error.code == .damaged)
                #expect(error.message.contains("line 3, column 1"), "\(error)")
                #expect(try Data(contentsOf: URL(filePath: path + "-journal")) == bytes)
            } else {
                #expect(try open(path).numbers() == [1: 1])
            }
        }
    }

    @Test func `Any changed byte of a whole line is found, and nothing is overwritten`() throws {
        let (file, whole) = try abandoned()
        let lines = whole.split(separator: 0x0A)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x01
            try write(bytes, to: journal)
            let isLastNewline = index == whole.count - 1
            let error = failure { _ = try open(path) }
            guard !isLastNewline else {
                #expect(error == nil)
                continue
            }
            try #require(
                [.damaged, .newerFormat].contains(error?.code),
                "\(index): \(String(describing: error))")
            let line = (lines.firstIndex { $0.endIndex >= index } ?? 0) + 1
            #expect(
                error?.message.contains("line \(line), ") == true, "\(String(describing: error))")
            #expect(error?.message.contains("x.json-journal") == true)
            try #require(try Data(contentsOf: URL(filePath: journal)) == bytes)
            try #require(try Data(contentsOf: URL(filePath: path)) == file)
        }
    }

    @Test(arguments: [[0, 2, 3], [0, 1, 3, 2], [0, 1, 2, 2, 3], [1, 2, 3]])
    func `Lines that are missing, moved or doubled are found`(order: [Int]) throws {
        let lines = try abandoned().journal.split(separator: 0x0A)
        try write(Data(order.flatMap { lines[$0] + [0x0A] }), to: journal)
        #expect(failure { _ = try open(path) }?.code == .damaged)
    }

    @Test func `A journal of an earlier checkpoint is ignored, of a later one refused`() throws {
        let (file, old) = try abandoned()
        try open(path).close()
        let newer = try bytes(path)
        try write(old, to: journal)
        let storage = try open(path)
        #expect(try storage.numbers() == [1: 1, 2: 1, 3: 1])
        try storage.put(1, 2)
        #expect(try storage.check() == [])
        try storage.close()
        #expect(try open(path).numbers() == [1: 2, 2: 1, 3: 1])

        try write(newer, to: path)
        var again: FileStorage? = try open(path)
        try again?.put(1, 3)
        again = nil
        try write(file, to: path)
        let error = try #require(failure { _ = try open(path) })
        #expect(error.code == .damaged)
        #expect(error.message.contains("follows on checkpoint 2, but the file beside it is"))
        #expect(try bytes(path) == file)
    }

    @Test func `A journal without its file is not overwritten by a new storage`() throws {
        let old = try abandoned().journal
        try FileManager.default.removeItem(atPath: path)
        let error = try #require(failure { _ = try open(path) })
        #expect(error.code == .damaged)
        #expect(try bytes(journal) == old)
        #expect(try names(in: folder) == ["x.json-journal"])
    }

    @Test func `A long journal makes a checkpoint, and readers keep their snapshot`() throws {
        let storage = try open(path)
        try storage.put(1, 1)
        let snapshot = try storage.beginRead()
        let text = Value.string(String(repeating: "x", count: 100_000))
        for number in 2...12 { try storage.put("c", [entry(number, ["n": 0, "text": text])]) }
        #expect(try bytes(path).count > 1 << 20)
        #expect(try bytes(journal).count < 200_000)
        #expect(try self.text(path).contains("\"checkpoint\": 2,"))
        let handle = try #require(try snapshot.collection(named: "c"))
        #expect(try snapshot.count(.all, in: handle) == 1)
        snapshot.end()
        #expect(try storage.check() == [])
        #expect(storage.description.size == (try bytes(path).count + bytes(journal).count))
        try storage.close()
        #expect(try open(path).numbers().count == 12)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }
}
