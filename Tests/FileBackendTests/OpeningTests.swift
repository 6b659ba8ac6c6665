import Foundation
import StorageCore
import TestSupport
import Testing

@testable import FileBackend

struct OpeningTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("x.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A URL leads to the same file as its path`() throws {
        let url = try StorageURL(
            "file://" + path.split(separator: "/").map { "/" + escaped(String($0)) }.joined()
                + "?durability=none&timeout=1s")
        let storage = try Backend.file.open(url)
        #expect(storage.description.durability == .none)
        #expect(storage.description.path == path)
        try storage.put(1, 1)
        try storage.close()
        #expect(try open(path).numbers() == [1: 1])
        #expect(
            failure { _ = try Backend.file.open(StorageURL("file:")) }?.code
                == .invalidConfiguration)
        let unknown = try StorageURL("file:x.json?fsync=1")
        #expect(
            failure { _ = try Backend.file.open(unknown) }?.message.contains("known: durability")
                == true)
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test func `Only rwc creates, missing folders included`() throws {
        for mode in [OpenMode.readWrite, .readOnly] {
            let error = try #require(failure { _ = try open(path, mode) })
            #expect(error.code == .notFound)
            #expect(error.message.contains("mode=rwc"))
        }
        #expect(try names(in: folder) == [])
        let deep = folder.file("a/b/c.json")
        try open(deep).close()
        #expect(try open(deep, .readWrite).numbers() == [:])
        let blocked = try #require(failure { _ = try open(deep + "/d.json") })
        #expect(blocked.code == .io)
        #expect(failure { _ = try open(folder.path) }?.code == .notAStorage)
        #expect(failure { _ = try open(folder.path + "/") }?.code == .invalidConfiguration)
    }

    @Test func `A storage is open once in a process, however its path is written`() throws {
        let storage = try open(path)
        let link = folder.file("link.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "x.json")
        let dotted =
            folder.path + "/./../" + (folder.path.split(separator: "/").last ?? "") + "/x.json"
        for other in [path, link, dotted] {
            for mode in OpenMode.allCases {
                let error = try #require(failure { _ = try open(other, mode) })
                #expect(error.code == .alreadyOpen)
            }
        }
        try storage.put(1, 1)
        try storage.close()
        let again = try open(link)
        #expect(try again.numbers() == [1: 1])
        #expect(failure { _ = try open(path) }?.code == .alreadyOpen)
        try again.close()
        try again.close()
        #expect(failure { _ = try again.beginRead() }?.code == .closed)
        #expect(failure { _ = try again.beginWrite() }?.code == .closed)
        #expect(failure { _ = try again.check() }?.code == .closed)
    }

    @Test func `A link stays a link, and the files stand beside the real one`() throws {
        let real = folder.file("real/data.json")
        try open(real).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
        let link = folder.file("link.json")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "real/data.json")
        let storage = try open(link)
        try storage.put(1, 1)
        #expect(try names(in: folder) == ["link.json", "real"])
        let journal = try FileManager.default.attributesOfItem(atPath: real + "-journal")
        #expect(journal[.posixPermissions] as? Int == 0o640)
        try storage.close()
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/data.json")
        let attributes = try FileManager.default.attributesOfItem(atPath: real)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try open(real).numbers() == [1: 1])

        let dangling = folder.file("dangling.json")
        try FileManager.default.createSymbolicLink(
            atPath: dangling, withDestinationPath: "nowhere.json")
        let error = try #require(failure { _ = try open(dangling) })
        #expect(error.code == .notFound)
        #expect(error.message.contains("symbolic link"))
        #expect(try names(in: folder) == ["dangling.json", "link.json", "real"])
    }

    @Test func `Reading only changes nothing`() throws {
        var storage: FileStorage? = try open(path)
        try storage?.put(1, 1)
        storage = nil
        let before = try names(in: folder).map { try bytes(folder.file($0)) }
        #expect(try names(in: folder) == ["x.json", "x.json-journal", "x.json-lock"])
        let reader = try open(path, .readOnly)
        #expect(try reader.numbers() == [1: 1])
        #expect(failure { _ = try reader.beginWrite() }?.code == .readOnly)
        #expect(try reader.check() == [])
        try reader.close()
        #expect(try names(in: folder).map { try bytes(folder.file($0)) } == before)

        try open(path).close()
        let lockless = try open(path, .readOnly)
        #expect(try lockless.numbers() == [1: 1])
        try lockless.close()
        #expect(try names(in: folder) == ["x.json"])
    }

    @Test func `A leftover of a checkpoint is removed`() throws {
        try open(path).close()
        try write("half", to: path + "-new")
        let storage = try open(path)
        #expect(try names(in: folder) == ["x.json", "x.json-lock"])
        try storage.close()
    }

    @Test func `check finds what was changed from outside`() throws {
        let storage = try open(path)
        try storage.put(1, 1)
        #expect(try storage.check() == [])
        var journal = try bytes(path + "-journal")
        journal[journal.count - 30] ^= 1
        try write(journal, to: path + "-journal")
        #expect(try storage.check().count == 1)
    }
}

/// Others change the files while the storage is open.
struct OutsideTests {
    enum Change: String, CaseIterable {
        case edit, replace, remove, removeJournal, replaceJournal, growJournal, removeLock
    }

    private static func apply(_ change: Change, _ path: String) throws {
        let manager = FileManager.default
        switch change {
        case .edit:
            let edited = try text(path).replacing("\"n\":1}", with: "\"n\":100}")
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.write(contentsOf: Data(edited.utf8))
            try handle.close()
        case .replace:
            let content = try bytes(path)
            try manager.moveItem(atPath: path, toPath: path + ".old")
            try write(content, to: path)
        case .remove: try manager.removeItem(atPath: path)
        case .removeJournal: try manager.removeItem(atPath: path + "-journal")
        case .replaceJournal:
            let content = try bytes(path + "-journal")
            try manager.moveItem(atPath: path + "-journal", toPath: path + ".old")
            try write(content, to: path + "-journal")
        case .growJournal:
            let handle = try #require(FileHandle(forWritingAtPath: path + "-journal"))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("x".utf8))
            try handle.close()
        case .removeLock: try manager.removeItem(atPath: path + "-lock")
        }
    }

    @Test(arguments: Change.allCases)
    func `A change from outside is noticed by the next commit and never overwritten`(
        change: Change
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.json")
        let first = try open(path)
        try first.put(1, 1)
        try first.close()
        let storage = try open(path)
        try storage.put(2, 2)
        try Self.apply(change, path)
        let before = try names(in: folder).map { try bytes(folder.file($0)) }
        let error = try #require(failure { try storage.put(3, 3) })
        #expect(error.code == .changedOutside)
        #expect(error.message.contains("open it again"))
        #expect(try storage.numbers() == [1: 1, 2: 2])
        #expect(try storage.check().count == 1)
        #expect(failure { try storage.close() }?.code == .changedOutside)
        #expect(try names(in: folder).map { try bytes(folder.file($0)) } == before)
    }

    @Test func `An edit while the storage is open is there after opening it again`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.json")
        let first = try open(path)
        try first.put(1, 1)
        try first.close()
        let storage = try open(path)
        try storage.put(2, 2)
        try Self.apply(.edit, path)
        #expect(failure { try storage.close() }?.code == .changedOutside)
        let again = try open(path)
        #expect(try again.numbers() == [1: 100, 2: 2])
        try again.close()
        #expect(try text(path).contains("\"n\":100}"))
    }

    @Test func `An edit during a checkpoint is not overwritten`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.json")
        let first = try open(path)
        try first.put(1, 1)
        try first.close()
        let storage = try open(path, files: EditingFiles { try Self.apply(.edit, path) })
        try storage.put(2, 2)
        #expect(failure { try storage.close() }?.code == .changedOutside)
        #expect(try text(path).contains("\"n\":100}"))
        #expect(try open(path).numbers() == [1: 100, 2: 2])
    }
}

/// The system's file operations; somebody edits a file while a checkpoint is synchronized.
private struct EditingFiles: FileOperations {
    let edit: @Sendable () throws -> Void
    private let system = SystemFileOperations()

    init(_ edit: @escaping @Sendable () throws -> Void) {
        self.edit = edit
    }

    func create(_ path: String, like model: String?) throws(StorageError) -> OpenedFile {
        try system.create(path, like: model)
    }

    func open(_ path: String) throws(StorageError) -> OpenedFile { try system.open(path) }

    func write(_ bytes: [UInt8], to file: OpenedFile, at offset: Int) throws(StorageError) {
        try system.write(bytes, to: file, at: offset)
    }

    func truncate(_ file: OpenedFile, to length: Int) throws(StorageError) {
        try system.truncate(file, to: length)
    }

    func synchronizeData(_ file: OpenedFile) throws(StorageError) {
        try system.synchronizeData(file)
    }

    func synchronize(_ file: OpenedFile) throws(StorageError) {
        try system.synchronize(file)
        guard file.path.hasSuffix("-new") else { return }
        do {
            try edit()
        } catch {
            Issue.record(error)
        }
    }

    func rename(_ source: String, to target: String) throws(StorageError) {
        try system.rename(source, to: target)
    }

    func publish(_ source: String, as target: String) throws(StorageError) -> Bool {
        try system.publish(source, as: target)
    }

    func synchronizeFolder(_ path: String) throws(StorageError) {
        try system.synchronizeFolder(path)
    }

    func remove(_ path: String) throws(StorageError) { try system.remove(path) }
}
