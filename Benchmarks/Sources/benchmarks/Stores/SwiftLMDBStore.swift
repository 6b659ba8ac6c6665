import BenchmarkKit
import CLMDBEngine
import Foundation

/// LMDB's own interface, used from Swift by hand: the floor of the language.
///
/// Keys and records are those of the C twin: numbers first, then strings with their lengths.
// @unchecked: what it points to is used by one thread at a time, as every store is.
final class SwiftLMDBStore: TableStore, @unchecked Sendable {
    private let environment: OpaquePointer
    private let reader: OpaquePointer
    private let table: MDB_dbi
    private let byScore: MDB_dbi
    private let people: People<PlainPerson>
    private let isSibling: Bool

    init(_ path: String, _ people: People<PlainPerson>) throws {
        mkdir(path, 0o777)
        let environment = try opened("create") { mdb_env_create(&$0) }
        try check(mdb_env_set_mapsize(environment, 4 << 30), "set the size")
        try check(mdb_env_set_maxdbs(environment, 2), "set the number of tables")
        try check(mdb_env_open(environment, path, UInt32(MDB_NOTLS), 0o666), "open")
        let writer = try opened("begin") { mdb_txn_begin(environment, nil, 0, &$0) }
        var (table, byScore) = (MDB_dbi(), MDB_dbi())
        try check(mdb_dbi_open(writer, "people", UInt32(MDB_CREATE), &table), "open a table")
        try check(mdb_dbi_open(writer, "by_score", UInt32(MDB_CREATE), &byScore), "open an index")
        try check(mdb_txn_commit(writer), "commit")
        reader = try Self.reader(environment)
        (self.environment, self.people, isSibling) = (environment, people, false)
        (self.table, self.byScore) = (table, byScore)
    }

    private init(siblingOf other: SwiftLMDBStore) throws {
        reader = try Self.reader(other.environment)
        (environment, people, isSibling) = (other.environment, other.people, true)
        (table, byScore) = (other.table, other.byScore)
    }

    private static func reader(_ environment: OpaquePointer) throws -> OpaquePointer {
        let reader = try opened("begin") {
            mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &$0)
        }
        mdb_txn_reset(reader)
        return reader
    }

    func sibling() throws -> any TableStore { try SwiftLMDBStore(siblingOf: self) }

    private static func ordered(_ value: Double) -> UInt64 {
        let bits = value.bitPattern
        return bits >> 63 == 1 ? ~bits : bits ^ (1 << 63)
    }

    private static func key(_ id: Int64) -> UInt64 {
        (UInt64(bitPattern: id) ^ (1 << 63)).bigEndian
    }

    private static func encode(_ person: PlainPerson, into bytes: UnsafeMutableRawBufferPointer)
        -> Int
    {
        bytes.storeBytes(of: person.id, toByteOffset: 0, as: Int64.self)
        bytes.storeBytes(of: person.age, toByteOffset: 8, as: Int.self)
        bytes.storeBytes(of: person.score, toByteOffset: 16, as: Double.self)
        bytes.storeBytes(
            of: person.createdAt.timeIntervalSinceReferenceDate, toByteOffset: 24, as: Double.self)
        bytes[32] = person.active ? 1 : 0
        bytes[33] = UInt8(person.tags.count)
        var size = 34
        func put(_ text: String) {
            var text = text
            text.withUTF8 { utf8 in
                bytes[size] = UInt8(utf8.count)
                UnsafeMutableRawBufferPointer(rebasing: bytes[(size + 1)...])
                    .copyMemory(from: UnsafeRawBufferPointer(utf8))
                size += utf8.count + 1
            }
        }
        put(person.name)
        put(person.email)
        for tag in person.tags { put(tag) }
        return size
    }

    private static func decode(_ value: MDB_val) -> PlainPerson {
        let bytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
        var position = 34
        func take() -> String {
            let count = Int(bytes[position])
            defer { position += count + 1 }
            return String(
                decoding: UnsafeRawBufferPointer(
                    rebasing: bytes[(position + 1)..<(position + 1 + count)]), as: UTF8.self)
        }
        let name = take()
        let email = take()
        var tags: [String] = []
        let count = Int(bytes[33])
        tags.reserveCapacity(count)
        for _ in 0..<count { tags.append(take()) }
        return PlainPerson(
            id: bytes.loadUnaligned(fromByteOffset: 0, as: Int64.self), name: name, email: email,
            age: bytes.loadUnaligned(fromByteOffset: 8, as: Int.self),
            score: bytes.loadUnaligned(fromByteOffset: 16, as: Double.self),
            active: bytes[32] != 0,
            createdAt: Date(
                timeIntervalSinceReferenceDate: bytes.loadUnaligned(
                    fromByteOffset: 24, as: Double.self)), tags: tags)
    }

    /// Runs `body` in a transaction, which is inside of `parent` if there is one.
    private func write(
        inside parent: OpaquePointer? = nil, _ body: (OpaquePointer) throws -> Void
    ) throws {
        let writer = try opened("begin") { mdb_txn_begin(environment, parent, 0, &$0) }
        do {
            try body(writer)
        } catch {
            mdb_txn_abort(writer)
            throw error
        }
        try check(mdb_txn_commit(writer), "commit")
    }

    private func put(_ person: PlainPerson, _ writer: OpaquePointer, _ flags: Int32) throws {
        try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            var key = Self.key(person.id)
            var index = (Self.ordered(person.score).bigEndian, key)
            try withUnsafeMutableBytes(of: &key) { key in
                var k = MDB_val(mv_size: 8, mv_data: key.baseAddress)
                var v = MDB_val(
                    mv_size: Self.encode(person, into: buffer), mv_data: buffer.baseAddress)
                try check(mdb_put(writer, table, &k, &v, UInt32(flags)), "put")
            }
            try withUnsafeMutableBytes(of: &index) { index in
                var k = MDB_val(mv_size: 16, mv_data: index.baseAddress)
                var none = MDB_val()
                try check(mdb_put(writer, byScore, &k, &none, 0), "put")
            }
        }
    }

    /// Takes a person's entry out of the index, for which the score has to be read.
    private func forget(_ id: Int64, _ writer: OpaquePointer) throws {
        var key = Self.key(id)
        try withUnsafeMutableBytes(of: &key) { bytes in
            var k = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
            var v = MDB_val()
            try check(mdb_get(writer, table, &k, &v), "get")
            let score = UnsafeRawPointer(v.mv_data).loadUnaligned(
                fromByteOffset: 16, as: Double.self)
            var index = (Self.ordered(score).bigEndian, Self.key(id))
            try withUnsafeMutableBytes(of: &index) { index in
                var i = MDB_val(mv_size: 16, mv_data: index.baseAddress)
                try check(mdb_del(writer, byScore, &i, nil), "delete")
            }
        }
    }

    func insertAll() throws {
        try write { writer in
            for person in people.inserted { try put(person, writer, MDB_NOOVERWRITE) }
        }
    }

    func insertOne(_ number: Int) throws {
        let person = people.person(number)
        try write { try put(person, $0, MDB_NOOVERWRITE) }
    }

    func insertGroup(_ numbers: Range<Int>) throws {
        try write { writer in
            for number in numbers {
                try write(inside: writer) {
                    try put(people.person(number), $0, MDB_NOOVERWRITE)
                }
            }
        }
    }

    private func get(_ id: Int64) throws -> UInt64 {
        var key = Self.key(id)
        return try withUnsafeMutableBytes(of: &key) { bytes in
            var k = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
            var v = MDB_val()
            try check(mdb_get(reader, table, &k, &v), "get")
            return Self.decode(v).sum
        }
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids { sum &+= try getEach(id) }
        return sum
    }

    private func getEach(_ id: Int64) throws -> UInt64 {
        try check(mdb_txn_renew(reader), "renew")
        defer { mdb_txn_reset(reader) }
        return try get(id)
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try check(mdb_txn_renew(reader), "renew")
        defer { mdb_txn_reset(reader) }
        var sum: UInt64 = 0
        for id in ids { sum &+= try get(id) }
        return sum
    }

    private func visit(_ dbi: MDB_dbi, _ body: (OpaquePointer?) throws -> Void) throws {
        try check(mdb_txn_renew(reader), "renew")
        defer { mdb_txn_reset(reader) }
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(reader, dbi, &cursor), "open")
        defer { mdb_cursor_close(cursor) }
        try body(cursor)
    }

    func scan() throws -> UInt64 {
        var sum: UInt64 = 0
        try visit(table) { cursor in
            var (k, v) = (MDB_val(), MDB_val())
            while mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0 { sum &+= Self.decode(v).sum }
        }
        return sum
    }

    func filter(createdBefore instant: Date) throws -> UInt64 {
        let instant = instant.timeIntervalSinceReferenceDate
        var sum: UInt64 = 0
        try visit(table) { cursor in
            var (k, v) = (MDB_val(), MDB_val())
            while mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0 {
                let createdAt = UnsafeRawPointer(v.mv_data).loadUnaligned(
                    fromByteOffset: 24, as: Double.self)
                if createdAt < instant { sum &+= Self.decode(v).sum }
            }
        }
        return sum
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        var sum: UInt64 = 0
        try visit(byScore) { cursor in
            var lower = Self.ordered(scores.lowerBound).bigEndian
            let upper = Self.ordered(scores.upperBound)
            try withUnsafeMutableBytes(of: &lower) { bytes in
                var k = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
                var none = MDB_val()
                var code = mdb_cursor_get(cursor, &k, &none, MDB_SET_RANGE)
                while code == 0,
                    UnsafeRawPointer(k.mv_data).loadUnaligned(as: UInt64.self).bigEndian < upper
                {
                    var id = MDB_val(mv_size: 8, mv_data: k.mv_data + 8)
                    var v = MDB_val()
                    try check(mdb_get(reader, table, &id, &v), "get")
                    sum &+= Self.decode(v).sum
                    code = mdb_cursor_get(cursor, &k, &none, MDB_NEXT)
                }
            }
        }
        return sum
    }

    func update() throws {
        try write { writer in
            for person in people.changed {
                try forget(person.id, writer)
                try put(person, writer, 0)
            }
        }
    }

    func delete(_ ids: [Int64]) throws {
        try write { writer in
            for id in ids {
                try forget(id, writer)
                var key = Self.key(id)
                try withUnsafeMutableBytes(of: &key) { bytes in
                    var k = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
                    try check(mdb_del(writer, table, &k, nil), "delete")
                }
            }
        }
    }

    func mix(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for (operation, id) in ids.enumerated() {
            guard Self.isWrite(operation) else {
                sum &+= try getEach(id)
                continue
            }
            try write { writer in
                try forget(id, writer)
                try put(people.changed(id), writer, 0)
            }
        }
        return sum
    }

    func close() {
        mdb_txn_abort(reader)
        if !isSibling { mdb_env_close(environment) }
    }
}
