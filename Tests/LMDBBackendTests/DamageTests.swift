import CLMDB
import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct DamageTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("store")
    }

    private var data: URL { URL(filePath: path + "/data.mdb") }

    /// The bytes of a sound storage with short and long records, whose folder is empty afterwards.
    private func soundBytes() throws -> Data {
        let storage = try open(path)
        try storage.fill(0..<800)
        try storage.fill(800..<803, size: 10_000)
        try storage.close()
        let bytes = try Data(contentsOf: data)
        try FileManager.default.removeItem(atPath: path)
        return bytes
    }

    /// Opens a storage with the given file, and makes sure that it is left as it is.
    private func refusal(of bytes: Data, _ mode: OpenMode = .create) throws -> StorageError? {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try bytes.write(to: data)
        var refusal: StorageError?
        do throws(StorageError) {
            try open(path, mode).close()
        } catch {
            refusal = error
        }
        if refusal != nil {
            #expect(try Data(contentsOf: data) == bytes)
            #expect(!FileManager.default.fileExists(atPath: path + "/lock.mdb"))
        }
        try FileManager.default.removeItem(atPath: path)
        return refusal
    }

    @Test(arguments: [OpenMode.create, .readWrite, .readOnly])
    func `A file that was cut off is damaged`(mode: OpenMode) throws {
        let bytes = try soundBytes()
        for size in [bytes.count / 2, bytes.count - 1, bytes.count - 4096, 8192, 4096, 200] {
            let error = try refusal(of: bytes.prefix(size), mode)
            #expect(error?.code == .damaged, "\(size) bytes")
        }
        #expect(try refusal(of: bytes, mode) == nil)
    }

    @Test func `What was never LMDB's is no storage`() throws {
        var generator = try seededGenerator("garbage")
        let random = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        for bytes in [
            Data(), Data("short".utf8), Data(repeating: 0, count: 4096), random,
            Data(String(repeating: "A text about something else.\n", count: 500).utf8),
            Data("SQLite format 3\0".utf8) + Data(repeating: 1, count: 8192),
        ] {
            #expect(try refusal(of: bytes)?.code == .notAStorage)
        }
    }

    @Test func `Another program's environment is no storage, empty or not`() throws {
        for count in [0, 1, 1000] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try RawEnvironment(path).put((0..<count).map { (key($0), record($0)) })
            let bytes = try Data(contentsOf: data)
            try FileManager.default.removeItem(atPath: path)
            #expect(try refusal(of: bytes)?.code == .notAStorage, "\(count) entries")
        }
    }

    @Test func `A newer format is refused, and a nonsensical one is damaged`() throws {
        let own = Layout.bytes(Layout.own) + Layout.formatKey
        for (version, expected) in [
            (Layout.bytes(UInt32(2)), StorageError.Code.newerFormat),
            (Layout.bytes(UInt32(0)), .damaged), ([], .damaged),
        ] {
            try open(path).close()
            try RawEnvironment(path).put([(own, Layout.magic + version)])
            let bytes = try Data(contentsOf: data)
            try FileManager.default.removeItem(atPath: path)
            #expect(try refusal(of: bytes)?.code == expected)
        }
    }

    @Test func `A folder or a pipe in place of data.mdb is no storage`() throws {
        try FileManager.default.createDirectory(
            atPath: path + "/data.mdb", withIntermediateDirectories: true)
        #expect(code { _ = try open(path) } == .notAStorage)
        try FileManager.default.removeItem(atPath: path + "/data.mdb")
        #expect(unsafe mkfifo(path + "/data.mdb", 0o600) == 0)
        #expect(code { _ = try open(path) } == .notAStorage)
    }

    /// LMDB never writes pages that a transaction took and gave back, so that such a file ends
    /// before its last page.
    @Test func `A sound file that is shorter than its number of pages is opened`() throws {
        var generator = try seededGenerator("short file")
        var storage = try open(path)
        for step in 0..<10_000 where try missingBytes() <= 0 {
            // A storage that has settled down does not become short any more.
            if step % 40 == 39 {
                try storage.close()
                try FileManager.default.removeItem(atPath: path)
                storage = try open(path)
            }
            try storage.write { driver in
                let items = try driver.prepare(CollectionSchema("items"))
                for _ in 0..<30 {
                    let number = Int.random(in: 0..<200, using: &generator)
                    let limit = Int.random(in: 0..<3, using: &generator) > 0 ? 200 : 100_000
                    let size = Int.random(in: 0..<limit, using: &generator)
                    if Bool.random(using: &generator) {
                        _ = try driver.put(key(number), record(number, size: size), in: items)
                    } else {
                        _ = try driver.delete(key(number).span, in: items)
                    }
                }
            }
        }
        let count = try storage.count()
        try storage.close()
        #expect(try missingBytes() > 0)

        let again = try open(path)
        #expect(try again.count() == count)
        #expect(try again.check() == [])
        try again.fill(500..<600, size: 5000)
        #expect(try again.check() == [])
        #expect(try again.count() == count + 100)
    }

    /// How many bytes the file lacks to hold all pages up to the last one.
    private func missingBytes() throws -> Int {
        let status = try #require(try FileSystem.status(path + "/data.mdb"))
        let file = try DataFile(path + "/data.mdb", status.identity)
        return try MetaPage.newest(of: file).fileSize - status.size
    }

    @Test func `A check finds a page that changed on the medium, and survives it`() throws {
        let bytes = try soundBytes()
        let pages = bytes.count / 4096
        for (offset, value) in [(0, UInt8(0xFF)), (10, 0xFF), (12, 0xFF), (13, 0xFF), (16, 0xFF)] {
            var found = 0
            for page in 2..<pages {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
                var changed = bytes
                changed[page * 4096 + offset] = value
                try changed.write(to: data)
                do {
                    let storage = try open(path)
                    found += try storage.check().isEmpty ? 0 : 1
                } catch {
                    #expect(code { throw error } != nil)
                    found += 1
                }
                try FileManager.default.removeItem(atPath: path)
            }
            // Pages that are free, or lie inside of long records, are nobody's.
            #expect(found > 20, "byte \(offset)")
        }
    }

    @Test func `A check finds counts, names and records that do not agree`() throws {
        let storage = try open(path)
        try storage.fill(0..<10)
        #expect(try storage.check() == [])
        try storage.close()
        try RawEnvironment(path).put([
            (Layout.bytes(UInt32(1)) + key(77), record(77)),
            (Layout.bytes(UInt32(1)) + key(78), [0xFF, 0xFF]),
            (Layout.bytes(UInt32(9)) + key(1), record(1)),
            (Layout.bytes(UInt32(0)) + [0x7A], [1]),
            ([1], [1]),
        ])
        let lines = try open(path).check()
        #expect(lines.count == 5)
        for part in [
            "'items' has 12 records, and its count says 10", "the record under 000000000000004e",
            "collection 9 has entries and no name", "the entry 7a does not belong",
            "shorter than the number of a collection",
        ] {
            #expect(lines.contains { $0.contains(part) }, "\(part): \(lines)")
        }
    }
}
