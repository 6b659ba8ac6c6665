import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct PageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The pages with entries of a storage, once `fill` has filled it.
    private func leaves(_ name: String, _ fill: (LMDBStorage) throws -> Void) throws -> Int {
        let path = folder.file(name)
        let storage = try open(path)
        try fill(storage)
        #expect(try storage.check() == [])
        try storage.close()
        return try RawEnvironment(path).leaves()
    }

    @Test func `What comes at the end of a collection fills its pages, whatever stands behind it`()
        throws
    {
        let alone = try leaves("alone") { try $0.fill(0..<10_000) }
        let behind = try leaves("behind") { storage in
            try storage.fill(0..<1)
            for place in 0..<5 { try storage.fill(0..<3, in: "next \(place)") }
            try storage.fill(1..<10_000)
        }
        #expect(behind <= alone + 10)
        let both = try leaves("both") { storage in
            try storage.fill(0..<1)
            try storage.fill(0..<1, in: "next")
            for step in 1..<20 {
                try storage.fill(step * 500..<step * 500 + 500)
                try storage.fill(step * 500..<step * 500 + 500, in: "next")
            }
        }
        #expect(both <= 2 * alone + 20)
    }

    @Test func `A collection that begins on a page of its own has no more entries than were put`()
        throws
    {
        let storage = try open(folder.file("store"))
        // Keys and records of every size up to what has a page of its own.
        for (place, size) in [0, 1, 100, 1300, 1400, 2000, 2100, 5000].enumerated() {
            try storage.fill(0..<300, in: "sized \(place)", size: size)
        }
        for (place, size) in [0, 1, 100, 1300, 1400, 2000, 2100, 5000].enumerated() {
            try storage.fill(300..<600, in: "sized \(place)", size: size)
            #expect(try storage.count("sized \(place)") == 600)
            try storage.read { driver in
                let items = try #require(try driver.collection(named: "sized \(place)"))
                let entries = try driver.entries(in: items)
                #expect(entries.map(\.key) == (0..<600).map { key($0) })
                #expect(entries.map(\.record) == (0..<600).map { record($0, size: size) })
            }
        }
        #expect(try storage.check() == [])
    }
}
