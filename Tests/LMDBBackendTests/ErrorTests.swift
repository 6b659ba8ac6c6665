import CLMDB
import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct ErrorTests {
    @Test(arguments: [
        (MDB_MAP_FULL, StorageError.Code.full), (MDB_TXN_FULL, .full), (MDB_READERS_FULL, .busy),
        (MDB_MAP_RESIZED, .busy), (MDB_CORRUPTED, .damaged), (MDB_PAGE_NOTFOUND, .damaged),
        (MDB_INVALID, .notAStorage), (MDB_VERSION_MISMATCH, .notAStorage), (MDB_PANIC, .io),
        (MDB_BAD_TXN, .internalFault), (ENOSPC, .full), (EACCES, .permissionDenied),
        (EROFS, .readOnly), (EIO, .io), (ENOMEM, .full),
    ])
    func `What LMDB reports becomes a code of ours, its own kept`(
        number: CInt, expected: StorageError.Code
    ) {
        let error = StorageError.lmdb(number, "write to", "/srv/db")
        #expect(error.code == expected)
        #expect(error.engineCode == Int(number))
        #expect(error.message.hasPrefix("cannot write to '/srv/db': "))
    }

    @Test func `A folder that must not be written is a matter of permissions`() throws {
        // The superuser may do everything.
        guard geteuid() != 0 else { return }
        let folder = try TemporaryFolder()
        let path = folder.file("store")
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o500])
        #expect(code { _ = try open(path) } == .permissionDenied)
    }

    @Test func `A transaction that has ended says so`() throws {
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("store"))
        try storage.fill(0..<1)
        let items = try #require(try storage.read { try $0.collection(named: "items") })
        let reader = try storage.beginRead()
        reader.end()
        reader.end()
        #expect(code { _ = try reader.count(.all, in: items) } == .internalFault)
        let writer = try storage.beginWrite()
        try writer.commit()
        writer.end()
        #expect(code { _ = try writer.count(.all, in: items) } == .internalFault)
        #expect(code { try writer.commit() } == .internalFault)
        try storage.fill(1..<2)
        #expect(try storage.count() == 2)
    }
}
