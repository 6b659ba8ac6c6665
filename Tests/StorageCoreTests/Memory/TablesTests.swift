import Foundation
import StorageCore
import Testing

/// What the author of a backend in memory builds on.
@Suite struct TablesTests {
    /// A writing transaction over `tables`, and what it hands over when it commits.
    static func changes(
        of tables: Tables = Tables(), _ body: (any WriteDriver) throws -> Void
    ) throws -> (tables: Tables, changes: TablesChanges) {
        var result = (tables: tables, changes: tables.changes)
        let writer = TablesWriter(
            tables, recordsChanges: true, commit: { result = ($0, $1) }, finish: {})
        try body(writer)
        try writer.commit()
        return result
    }

    static func content(_ tables: Tables, _ name: String) throws -> [[UInt8]: [UInt8]] {
        let reader = TablesReader(tables)
        var content: [[UInt8]: [UInt8]] = [:]
        let handle = try #require(reader.collection(named: name))
        try reader.scan(.all, in: handle, reversed: false) { key, record in
            content[key.array] = record.array
            return true
        }
        return content
    }

    @Test func `Changes that went through JSON make the same tables`() throws {
        let names = ["é", "e\u{301}", "a\0b"]
        let (tables, changes) = try Self.changes { writer in
            for name in names {
                let handle = try writer.prepare(CollectionSchema(name))
                for number in UInt8(0)...255 {
                    let (key, record) = ([number], [UInt8](repeating: number, count: 3))
                    _ = try writer.put(key.span, record.span, in: handle, if: .always)
                }
                let key: [UInt8] = [7]
                _ = try writer.delete(key.span, in: handle)
                _ = try writer.delete(KeyRange(from: [10], until: [20]), in: handle)
                _ = try writer.delete(KeyRange(from: [250], until: nil), in: handle)
            }
        }
        let json = try JSONEncoder().encode(changes)
        var copy = Tables()
        for change in try JSONDecoder().decode([TablesChange].self, from: json) {
            copy.apply(change)
        }
        for name in names {
            let content = try Self.content(copy, name)
            #expect(content.count == 256 - 1 - 10 - 6)
            #expect(try content == Self.content(tables, name))
        }
    }

    @Test func `A collection whose creation was taken back cannot be written to`() throws {
        let (tables, changes) = try Self.changes { writer in
            try writer.savepoint()
            let handle = try writer.prepare(CollectionSchema("c"))
            try writer.rollBackToSavepoint()
            let key: [UInt8] = [1]
            func expectRefusal(_ body: () throws -> Void) {
                let error = #expect(throws: StorageError.self, performing: body)
                #expect(error?.code == .invalidArgument)
            }
            expectRefusal { _ = try writer.put(key.span, key.span, in: handle, if: .always) }
            expectRefusal { _ = try writer.delete(key.span, in: handle) }
            expectRefusal { _ = try writer.delete(.all, in: handle) }
            #expect(try writer.count(.all, in: handle) == 0)
        }
        #expect(changes.isEmpty)
        #expect(TablesReader(tables).collection(named: "c") == nil)
    }

    @Test func `A savepoint that is not there can neither be released nor gone back to`() throws {
        _ = try Self.changes { writer in
            try writer.savepoint()
            try writer.releaseSavepoint()
            for end in [writer.releaseSavepoint, writer.rollBackToSavepoint] {
                let error = #expect(throws: StorageError.self) { try end() }
                #expect(error?.code == .invalidArgument)
            }
        }
    }

    @Test func `A change whose bytes are no base 64 is refused`() {
        let json = Data(#"[{"put":"c","key":"?","record":""}]"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([TablesChange].self, from: json)
        }
    }
}
