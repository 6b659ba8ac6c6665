import CSQLite
import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct FileTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.db")
    }

    /// Makes a storage with records and closes it.
    private func makeStorage(records: Int = 1) throws {
        let storage = try open(path)
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: [FieldSchema("s", .string)]))
            for number in 0..<records {
                try driver.put(
                    try Key(number), ["s": .string("record \(number)")], in: handle)
            }
        }
        try storage.close()
    }

    @Test func `Closing leaves one file, which is marked as ours`() throws {
        try makeStorage()
        #expect(try names(in: folder.path) == ["a.db"])
        #expect(try sql(path, "PRAGMA application_id") == [["\(0x5377_5374)"]])
        #expect(try sql(path, "PRAGMA user_version") == [["1"]])
        #expect(try sql(path, "PRAGMA journal_mode") == [["wal"]])
    }

    @Test func `A missing file is created with its folders by mode rwc only`() throws {
        let deep = folder.file("x/y/a.db")
        for mode in [OpenMode.readWrite, .readOnly] {
            let error = failure { _ = try open(deep, mode) }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains("mode=rwc") == true)
        }
        #expect(try names(in: folder.path) == [])
        try open(deep).close()
        #expect(try names(in: folder.file("x/y")) == ["a.db"])
    }

    @Test func `The same storage is behind the URL and the configuration`() throws {
        try makeStorage()
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let url = try StorageURL("sqlite://\(encoded)?durability=relaxed&mode=rw&timeout=1s")
        let storage = try Backend.sqlite.open(url)
        #expect(storage.description.path == path)
        #expect(storage.description.scheme == "sqlite")
        #expect(storage.description.durability == .relaxed)
        let size = try #require(storage.description.size)
        #expect(size >= (try bytes(path)).count)
        #expect(storage.capabilities == [.persistent, .multiProcess, .concurrentReads])
        #expect(try storage.contents("c").count == 1)
        try storage.close()
        let error = failure {
            _ = try Backend.sqlite.open(StorageURL("sqlite://\(encoded)?mod=rw"))
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("durability, layout, mode, timeout") == true)
    }

    @Test func `Foreign, empty and random files are refused and left as they are`() throws {
        var page = Data(repeating: 0, count: 4096)
        page.replaceSubrange(0..<16, with: Data("SQLite format 3\0".utf8))
        let contents: [Data] = [
            Data(), Data("garbage".utf8), Data(repeating: 0, count: 4096),
            Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 &+ $0 >> 3) }), page,
            Data("{\"json\": true}\n".utf8),
        ]
        for content in contents {
            try content.write(to: URL(filePath: path))
            for mode in OpenMode.allCases {
                let error = failure { _ = try open(path, mode) }
                #expect([.notAStorage, .damaged].contains(error?.code), "\(content) \(mode)")
                #expect(error?.message.contains(path) == true)
                #expect(try bytes(path) == content)
                #expect(try names(in: folder.path) == ["a.db"])
            }
        }
        #expect(failure { _ = try open(folder.path) }?.code == .notAStorage)
    }

    @Test func `A SQLite database of another program is refused and left as it is`() throws {
        for mode in ["delete", "wal"] {
            let path = folder.file("\(mode).db")
            try sql(path, "PRAGMA journal_mode = \(mode)")
            try sql(path, "CREATE TABLE t (x)")
            let content = try bytes(path)
            for mode in OpenMode.allCases {
                #expect(failure { _ = try open(path, mode) }?.code == .notAStorage)
            }
            #expect(try bytes(path) == content)
        }
        #expect(try names(in: folder.path) == ["delete.db", "wal.db"])
    }

    @Test func `A newer format is refused and left as it is`() throws {
        try makeStorage()
        try sql(path, "PRAGMA user_version = \(SQLiteLayout.newestFormat + 1)")
        let content = try bytes(path)
        for mode in OpenMode.allCases {
            let error = failure { _ = try open(path, mode) }
            #expect(error?.code == .newerFormat)
        }
        #expect(try bytes(path) == content)
    }

    @Test func `A truncated file is refused and left as it is`() throws {
        try makeStorage(records: 2000)
        let whole = try bytes(path)
        for size in [whole.count - 1, whole.count / 2, 4096, 100] {
            let content = whole.prefix(size)
            try content.write(to: URL(filePath: path))
            for mode in OpenMode.allCases {
                let error = failure { _ = try open(path, mode) }
                #expect([.damaged, .notAStorage].contains(error?.code), "\(size) \(mode)")
            }
            #expect(try bytes(path) == content)
        }
    }

    @Test func `A check finds flipped bytes, and no damage ends the process`() throws {
        try makeStorage(records: 2000)
        let whole = try bytes(path)
        var generator = try seededGenerator("flipped bytes")
        var findings = 0
        for _ in 0..<60 {
            var content = whole
            for _ in 0..<20 {
                content[Int.random(in: 100..<whole.count, using: &generator)] ^= UInt8.random(
                    in: 1...255, using: &generator)
            }
            try content.write(to: URL(filePath: path))
            do {
                let storage = try open(path)
                do {
                    findings += try storage.check().isEmpty ? 0 : 1
                } catch {
                    #expect(error.code == .damaged)
                    findings += 1
                }
                try storage.close()
            } catch let error as StorageError {
                #expect([.damaged, .notAStorage].contains(error.code), "\(error)")
                findings += 1
            }
            for suffix in ["-wal", "-shm"]
            where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        #expect(findings > 20)
    }

    @Test func `A second open of the file is refused, however its path is spelled`() throws {
        try makeStorage()
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: folder.file("symbolic.db"), withDestinationPath: "a.db")
        try manager.linkItem(atPath: path, toPath: folder.file("hard.db"))
        let storage = try open(path)
        for other in [
            "a.db", "symbolic.db", "hard.db",
            "../\(folder.path.split(separator: "/").last ?? "")/a.db",
        ] {
            for mode in OpenMode.allCases {
                #expect(failure { _ = try open(folder.file(other), mode) }?.code == .alreadyOpen)
            }
        }
        try storage.write { driver in _ = try driver.prepare(CollectionSchema("d")) }
        try storage.close()
        try open(folder.file("symbolic.db")).close()
    }

    @Test func `A symbolic link stays one, and modes stay as they are`() throws {
        try makeStorage()
        let manager = FileManager.default
        let link = folder.file("link.db")
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "a.db")
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let storage = try open(link)
        try storage.write { driver in _ = try driver.prepare(CollectionSchema("d")) }
        try storage.close()
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == "a.db")
        let attributes = try manager.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try names(in: folder.path) == ["a.db", "link.db"])
        let dangling = folder.file("dangling.db")
        try manager.createSymbolicLink(atPath: dangling, withDestinationPath: "nowhere")
        #expect(failure { _ = try open(dangling) }?.code == .notFound)
        #expect(try names(in: folder.path) == ["a.db", "dangling.db", "link.db"])
    }

    @Test func `Reading only changes nothing, and refuses to write`() throws {
        try makeStorage()
        let content = try bytes(path)
        let storage = try open(path, .readOnly)
        #expect(try storage.contents("c").count == 1)
        #expect(try names(in: folder.path) == ["a.db"])
        #expect(failure { _ = try storage.beginWrite() }?.code == .readOnly)
        #expect(try storage.check() == [])
        try storage.close()
        #expect(try names(in: folder.path) == ["a.db"])
        #expect(try bytes(path) == content)
    }

    @Test func `A reader of a file at rest sees what others commit later`() throws {
        try makeStorage()
        let storage = try open(path, .readOnly)
        let before = try storage.beginRead()
        let handle = try #require(try before.collection(named: "c"))
        #expect(try before.count(.all, in: handle) == 1)
        try sql(path, "INSERT INTO c (key, s) VALUES (7, 'seven')")
        // The file was changed under a snapshot that no lock guards: it is not shown any longer.
        #expect(failure { _ = try before.count(.all, in: handle) }?.code == .changedOutside)
        before.end()
        #expect(try storage.contents("c")[try Key(7)] == ["s": "seven"])
        var writer: OpaquePointer?
        defer { unsafe sqlite3_close(writer) }
        #expect(unsafe sqlite3_open(path, &writer) == SQLITE_OK)
        let insertion = "INSERT INTO c (key, s) VALUES (8, 'eight')"
        #expect(unsafe sqlite3_exec(writer, insertion, nil, nil, nil) == SQLITE_OK)
        #expect(try storage.contents("c")[try Key(8)] == ["s": "eight"])
        let snapshot = try storage.beginRead()
        #expect(unsafe sqlite3_exec(writer, "DELETE FROM c", nil, nil, nil) == SQLITE_OK)
        #expect(try snapshot.count(.all, in: handle) == 3)
        snapshot.end()
        #expect(try storage.contents("c").isEmpty)
        try storage.close()
    }

    @Test func `A log without its file is not taken for that of a new one`() throws {
        try Data("left".utf8).write(to: URL(filePath: path + "-wal"))
        let error = failure { _ = try open(path) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("a.db-wal") == true)
        #expect(try names(in: folder.path) == ["a.db-wal"])
    }

    @Test func `What a killed creation left is removed, and what is not certainly that stays`()
        throws
    {
        let gone = Process()
        gone.executableURL = URL(filePath: "/bin/true")
        try gone.run()
        gone.waitUntilExit()
        let dead = gone.processIdentifier
        let kept = [
            "a.db-new-\(getpid())-1", "a.db-new-\(dead)-x", "a.db-new-x-1", "b.db-new-\(dead)-1",
        ]
        for name in kept + ["a.db-new-\(dead)-1", "a.db-new-\(dead)-2-journal"] {
            try Data("x".utf8).write(to: URL(filePath: folder.file(name)))
        }
        try open(path).close()
        #expect(try names(in: folder.path) == (kept + ["a.db"]).sorted())
        // A creation that was cut off after its last step left a second name of the file.
        try FileManager.default.linkItem(
            atPath: path, toPath: folder.file("a.db-new-\(dead)-3"))
        try open(path).close()
        #expect(try names(in: folder.path) == (kept + ["a.db"]).sorted())
    }

    @Test func `A file that took the storage's place is neither written nor read`() throws {
        try makeStorage()
        let manager = FileManager.default
        try manager.copyItem(atPath: path, toPath: folder.file("other.db"))
        let content = try bytes(folder.file("other.db"))
        // The longest timeout there is, which SQLite counts in fewer milliseconds.
        let options = FileOptions(timeout: .seconds(Int64.max))
        let storage = try SQLiteStorage(SQLiteConfiguration(path: path, options: options))
        try manager.removeItem(atPath: path)
        try manager.moveItem(atPath: folder.file("other.db"), toPath: path)
        #expect(failure { _ = try storage.beginWrite() }?.code == .changedOutside)
        #expect(failure { _ = try storage.beginRead() }?.code == .changedOutside)
        try storage.close()
        #expect(try bytes(path) == content)
    }

    @Test func `A write to a file that was moved, replaced or removed is not acknowledged`() throws
    {
        let manager = FileManager.default
        for change in ["move", "replace", "remove"] {
            try makeStorage()
            let storage = try open(path)
            let driver = try storage.beginWrite()
            _ = try driver.prepare(CollectionSchema("d"))
            switch change {
            case "move": try manager.moveItem(atPath: path, toPath: folder.file("moved.db"))
            case "replace":
                try manager.copyItem(atPath: path, toPath: folder.file("copy.db"))
                try manager.removeItem(atPath: path)
                try manager.moveItem(atPath: folder.file("copy.db"), toPath: path)
            default: try manager.removeItem(atPath: path)
            }
            #expect(failure { try driver.commit() }?.code == .changedOutside, "\(change)")
            #expect(failure { try storage.write { _ in } }?.code == .changedOutside)
            try storage.close()
            for name in try names(in: folder.path) {
                try manager.removeItem(atPath: folder.file(name))
            }
        }
    }

    @Test func `After closing, everything throws closed, and closing again does nothing`() throws {
        let storage = try open(path)
        try storage.close()
        try storage.close()
        #expect(failure { _ = try storage.beginRead() }?.code == .closed)
        #expect(failure { _ = try storage.beginWrite() }?.code == .closed)
        #expect(failure { _ = try storage.check() }?.code == .closed)
        #expect(storage.description.path == path)
    }
}
