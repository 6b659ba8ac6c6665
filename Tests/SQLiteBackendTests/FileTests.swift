import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct FileTests {
    /// Creates a storage with one record and closes it.
    private func make(_ path: String) throws {
        let storage = try open(path)
        try storage.write { driver in
            let collection = try driver.prepare(CollectionSchema("c", key: [.int]))
            try driver.put(try Key(1), ["a": 1], in: collection)
        }
        try storage.close()
    }

    @Test func `Files that are no storages are refused and left as they are`() throws {
        let folder = try TemporaryFolder()
        let foreign = folder.file("foreign.db")
        try sql(foreign, "CREATE TABLE t(x)")
        let log = folder.file("log.db")
        try sql(log, "PRAGMA journal_mode = WAL")
        try sql(log, "CREATE TABLE t(x)")
        for (name, content) in [
            ("empty", Data()), ("short", Data("sqlite?".utf8)),
            ("zeros", Data(repeating: 0, count: 4096)),
            ("garbage", Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })),
            ("text", Data("{\"a\": 1}\n".utf8)),
        ] {
            try content.write(to: URL(filePath: folder.file(name)))
        }
        for name in ["empty", "short", "zeros", "garbage", "text", "foreign.db", "log.db"] {
            let before = try bytes(folder.file(name))
            for mode in OpenMode.allCases {
                let error = failure { _ = try open(folder.file(name), mode) }
                #expect(
                    error?.code == .notAStorage, "\(name) \(mode): \(String(describing: error))")
            }
            #expect(try bytes(folder.file(name)) == before)
        }
        #expect(failure { _ = try open(folder.path) }?.code == .notAStorage)
        #expect(
            try names(in: folder.path) == [
                "empty", "foreign.db", "garbage", "log.db", "short", "text", "zeros",
            ])
    }

    @Test func `A storage that was cut short is reported damaged and left as it is`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try make(path)
        let whole = try bytes(path)
        for size in [whole.count - 4096, whole.count - 1, 4096, 100] {
            try whole.prefix(size).write(to: URL(filePath: path))
            let error = failure { _ = try open(path) }
            #expect([.damaged, .notAStorage].contains(error?.code), "\(size)")
            #expect(try bytes(path) == whole.prefix(size))
        }
    }

    @Test func `A storage of a newer format is refused and left as it is`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try make(path)
        try sql(path, "PRAGMA user_version = 2")
        let before = try bytes(path)
        #expect(failure { _ = try open(path) }?.code == .newerFormat)
        #expect(try bytes(path) == before)
        #expect(try names(in: folder.path) == ["a.db"])
    }

    @Test func `A missing file is created with its folders, or not at all`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x/y/a.db")
        for mode in [OpenMode.readWrite, .readOnly] {
            #expect(failure { _ = try open(path, mode) }?.code == .notFound)
        }
        #expect(try names(in: folder.path) == [])
        try make(path)
        #expect(try names(in: folder.file("x/y")) == ["a.db"])
        try Data().write(to: URL(filePath: folder.file("file")))
        #expect(failure { _ = try open(folder.file("file/a.db")) } != nil)
    }

    @Test func `A URL opens the same storage as its parts`() throws {
        let folder = try TemporaryFolder()
        try make(folder.file("a #1?.db"))
        let url = try StorageURL(
            scheme: "sqlite", path: folder.file("a #1?.db"),
            options: ["mode": "ro", "durability": "relaxed"])
        let storage = try BackendRegistry([.sqlite]).open(url)
        #expect(storage.description.durability == .relaxed)
        #expect(storage.description.path == folder.file("a #1?.db"))
        #expect(try storage.contents("c") == [Key(1): ["a": 1]])
        #expect(failure { _ = try storage.beginWrite() }?.code == .readOnly)
        try storage.close()
        let odd = try StorageURL(scheme: "sqlite", path: "a.db", options: ["cache": "5"])
        #expect(failure { _ = try SQLiteConfiguration(odd) }?.code == .invalidConfiguration)
    }

    @Test func `Reading only changes neither the file nor its folder`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try make(path)
        let before = try bytes(path)
        let storage = try open(path, .readOnly)
        #expect(try storage.contents("c") == [Key(1): ["a": 1]])
        #expect(try storage.check() == [])
        #expect(try names(in: folder.path) == ["a.db"])
        try storage.close()
        #expect(try bytes(path) == before)
        #expect(try names(in: folder.path) == ["a.db"])
    }

    @Test func `A second storage of one file is refused, however the path is spelled`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: folder.file("link.db"), withDestinationPath: path)
        try files.linkItem(atPath: path, toPath: folder.file("hard.db"))
        for spelling in [path, folder.path + "/./a.db", folder.file("link.db")] {
            #expect(failure { _ = try open(spelling) }?.code == .alreadyOpen)
        }
        #expect(failure { _ = try open(folder.file("hard.db")) }?.code == .alreadyOpen)
        try storage.close()
        let linked = try open(folder.file("link.db"))
        try linked.write { _ = try $0.prepare(CollectionSchema("c")) }
        try linked.close()
        #expect(try files.destinationOfSymbolicLink(atPath: folder.file("link.db")) == path)
    }

    @Test func `The permissions of a file stay, and a link to nothing is not followed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try make(path)
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let storage = try open(path)
        try storage.write { _ = try $0.prepare(CollectionSchema("d")) }
        let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try storage.close()
        try files.createSymbolicLink(
            atPath: folder.file("link.db"), withDestinationPath: folder.file("nothing.db"))
        #expect(failure { _ = try open(folder.file("link.db")) }?.code == .notFound)
        #expect(try names(in: folder.path) == ["a.db", "link.db"])
    }

    @Test func `A file that is replaced or removed while it is open is not written to`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let files = FileManager.default
        try make(folder.file("other.db"))
        let storage = try open(path)
        let driver = try storage.beginWrite()
        _ = try driver.prepare(CollectionSchema("late"))
        try files.removeItem(atPath: path)
        #expect(failure { try driver.commit() }?.code == .changedOutside)
        try files.moveItem(atPath: folder.file("other.db"), toPath: path)
        let before = try bytes(path)
        #expect(failure { _ = try storage.beginWrite() }?.code == .changedOutside)
        // The pool has a connection to the old file at most once; a new one would be to the other.
        let readers = [try? storage.beginRead(), try? storage.beginRead()].compactMap(\.self)
        for reader in readers { #expect(try reader.collection(named: "c") == nil) }
        for reader in readers { reader.end() }
        try storage.close()
        #expect(try bytes(path) == before)
        let other = try open(path)
        #expect(try other.contents("c") == [Key(1): ["a": 1]])
        try other.close()
    }

    @Test func `A closed storage says so, and leaves one file behind`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        #expect(storage.description.size ?? 0 > 0)
        try storage.close()
        try storage.close()
        #expect(failure { _ = try storage.beginRead() }?.code == .closed)
        #expect(failure { _ = try storage.beginWrite() }?.code == .closed)
        #expect(failure { _ = try storage.check() }?.code == .closed)
        #expect(try names(in: folder.path) == ["a.db"])
        do {
            let dropped = try open(path)
            try dropped.write { _ = try $0.prepare(CollectionSchema("c")) }
        }
        #expect(try names(in: folder.path) == ["a.db"])
        try open(path).close()
    }
}
