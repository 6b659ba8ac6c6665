import Foundation
import StorageCore
import Synchronization
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct OpeningTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("store")
    }

    private func mode(_ path: String) throws -> UInt32 {
        try #require(try FileSystem.status(path)).mode
    }

    @Test func `A storage that is open is refused under every other name of it`() throws {
        let storage = try open(path)
        try storage.fill(0..<10)
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let other = folder.file("other")
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: false)
        try FileManager.default.linkItem(
            atPath: path + "/data.mdb", toPath: other + "/data.mdb")
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let relative = String(repeating: "../", count: depth) + path.dropFirst()
        for name in [path, path + "/", path + "/../store", link, other, relative] {
            #expect(code { _ = try open(name) } == .alreadyOpen, "\(name)")
        }
        #expect(try storage.count() == 10)
        try storage.fill(10..<20)
        try storage.close()
        #expect(try open(relative).count() == 20)
        #expect(try open(link).count() == 20)
    }

    @Test func `A missing storage is not found, and nothing is created`() throws {
        for mode in [OpenMode.readWrite, .readOnly] {
            #expect(code { _ = try open(path, mode) } == .notFound)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for mode in [OpenMode.readWrite, .readOnly] {
            #expect(code { _ = try open(path, mode) } == .notFound)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
        }
    }

    @Test func `An empty folder becomes a storage and keeps its mode`() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try open(path).fill(0..<3)
        #expect(try mode(path) == 0o700)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path + "/data.mdb")
        try FileManager.default.removeItem(atPath: path + "/lock.mdb")
        #expect(try open(path).count() == 3)
        #expect(try mode(path + "/data.mdb") == 0o600)
        #expect(try mode(path + "/lock.mdb") == 0o600)
    }

    @Test func `A storage opened for reading only is read and not written`() throws {
        try open(path).fill(0..<5)
        let before = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
        let storage = try open(path, .readOnly)
        #expect(try storage.count() == 5)
        #expect(try storage.check() == [])
        #expect(try storage.read { try $0.collection(named: "missing") } == nil)
        #expect(code { _ = try storage.beginWrite() } == .readOnly)
        try storage.close()
        #expect(try Data(contentsOf: URL(filePath: path + "/data.mdb")) == before)
    }

    @Test func `A file in place of the folder is no storage`() throws {
        try Data("text".utf8).write(to: URL(filePath: path))
        #expect(code { _ = try open(path) } == .notAStorage)
        #expect(code { _ = try open(path + "/store") } != nil)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("text".utf8))
    }

    @Test func `Of many that create one storage at once, one opens it and the rest are refused`()
        throws
    {
        let opened = Mutex<[LMDBStorage]>([])
        let codes = Mutex<[StorageError.Code]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            do throws(StorageError) {
                let storage = try open(path)
                opened.withLock { $0.append(storage) }
            } catch {
                codes.withLock { $0.append(error.code) }
            }
        }
        #expect(opened.withLock(\.count) == 1)
        #expect(codes.withLock { $0 } == Array(repeating: .alreadyOpen, count: 15))
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.sorted() == ["data.mdb", "lock.mdb"])
    }

    @Test func `A URL gives what the initialiser does`() throws {
        let url = try StorageURL("lmdb:///srv/db?map_size=64MiB&durability=relaxed&timeout=2s")
        var options = FileOptions()
        options.durability = .relaxed
        options.timeout = .seconds(2)
        #expect(
            try LMDBConfiguration(url)
                == LMDBConfiguration(path: "/srv/db", options: options, mapSize: 64 << 20))
        for text in [
            "lmdb:", "lmdb:db?map_size=big", "lmdb:db?size=1", "lmdb:db?map_size=1",
            "lmdb:db?map_size=100000GiB",
        ] {
            #expect(
                code { _ = try Backend.lmdb.open(StorageURL(text)) } == .invalidConfiguration,
                "\(text)")
        }
    }

    @Test func `The description names scheme, folder, durability and size`() throws {
        let storage = try open(path, durability: .relaxed)
        try storage.fill(0..<100)
        let size = try #require(try FileSystem.status(path + "/data.mdb")).size
        #expect(
            storage.description
                == StorageDescription(
                    scheme: "lmdb", path: path, durability: .relaxed, size: size))
    }

    @Test func `A file replaced or removed under an open storage is noticed, and left alone`()
        throws
    {
        for name in ["data.mdb", "lock.mdb"] {
            let storage = try open(path)
            try storage.fill(0..<10)
            let driver = try storage.beginWrite()
            try FileManager.default.moveItem(
                atPath: path + "/" + name, toPath: folder.file("moved"))
            #expect(code { try driver.commit() } == .changedOutside)
            #expect(code { _ = try storage.beginWrite() } == .changedOutside)
            try Data("other".utf8).write(to: URL(filePath: path + "/" + name))
            #expect(code { _ = try storage.beginWrite() } == .changedOutside)
            #expect(try Data(contentsOf: URL(filePath: path + "/" + name)) == Data("other".utf8))
            try storage.close()
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.removeItem(atPath: folder.file("moved"))
        }
    }
}
