import BenchmarkKit
import CSQLiteEngine
import Foundation
import Synchronization

/// SQLite's own interface, used from Swift by hand: the floor of the language.
///
/// Tables, statements and settings are those of the C twin.
// @unchecked: what it points to is used by one thread at a time, as every store is.
final class SwiftSQLiteStore: TableStore, @unchecked Sendable {
    private let path: String
    private let people: People<PlainPerson>
    private let database: OpaquePointer
    private let begin, commit, savepoint, release, snapshot: OpaquePointer
    private let insert, get, all, byScore, byDate, replace, remove: OpaquePointer

    private static let columns = "id, name, email, age, score, active, created_at, tags"

    /// Threads take turns at writing, which is faster than SQLite's own way of waiting: it sleeps.
    private static let writers = Mutex(())

    init(_ path: String, _ people: People<PlainPerson>) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let database = try opened("open") { sqlite3_open_v2(path, &$0, flags, nil) }
        let setup = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY, name TEXT, email TEXT,
            age INTEGER, score REAL, active INTEGER, created_at REAL, tags BLOB);
            CREATE INDEX IF NOT EXISTS by_score ON people (score);
            """
        try check(sqlite3_exec(database, setup, nil, nil, nil), "create")
        func prepare(_ sql: String) throws -> OpaquePointer {
            try opened("prepare") {
                sqlite3_prepare_v3(
                    database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &$0, nil)
            }
        }
        let columns = Self.columns
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
        savepoint = try prepare("SAVEPOINT one")
        release = try prepare("RELEASE one")
        snapshot = try prepare("BEGIN")
        insert = try prepare("INSERT INTO people (\(columns)) VALUES (?,?,?,?,?,?,?,?)")
        get = try prepare("SELECT \(columns) FROM people WHERE id = ?")
        all = try prepare("SELECT \(columns) FROM people ORDER BY id")
        byScore = try prepare(
            "SELECT \(columns) FROM people WHERE score >= ? AND score < ? ORDER BY score, id")
        byDate = try prepare("SELECT \(columns) FROM people WHERE created_at < ? ORDER BY id")
        replace = try prepare(
            """
            UPDATE people SET name = ?2, email = ?3, age = ?4, score = ?5, active = ?6,
            created_at = ?7, tags = ?8 WHERE id = ?1
            """)
        remove = try prepare("DELETE FROM people WHERE id = ?")
        (self.path, self.people, self.database) = (path, people, database)
    }

    /// WAL lets each connection read while another one writes.
    func sibling() throws -> any TableStore { try SwiftSQLiteStore(path, people) }

    func close() {
        for statement in [
            begin, commit, savepoint, release, snapshot, insert, get, all, byScore, byDate, replace,
            remove,
        ] {
            sqlite3_finalize(statement)
        }
        sqlite3_close_v2(database)
    }

    private func run(_ statement: OpaquePointer) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { return try check(code, "run") }
    }

    /// Runs a statement with a person's fields.
    ///
    /// The texts are put one behind the other where SQLite reads them, so that it makes no copies.
    private func run(_ statement: OpaquePointer, with person: PlainPerson) throws {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { texts in
            var end = 0
            func put(_ text: String) -> UnsafeRawBufferPointer {
                var text = text
                return text.withUTF8 { utf8 in
                    let place = UnsafeMutableBufferPointer(rebasing: texts[end..<end + utf8.count])
                    _ = place.update(from: utf8)
                    end += utf8.count
                    return UnsafeRawBufferPointer(place)
                }
            }
            func bind(_ place: CInt, _ text: UnsafeRawBufferPointer) {
                sqlite3_bind_text(
                    statement, place, text.baseAddress?.assumingMemoryBound(to: CChar.self),
                    CInt(text.count), nil)
            }
            sqlite3_bind_int64(statement, 1, person.id)
            bind(2, put(person.name))
            bind(3, put(person.email))
            sqlite3_bind_int64(statement, 4, Int64(person.age))
            sqlite3_bind_double(statement, 5, person.score)
            sqlite3_bind_int(statement, 6, person.active ? 1 : 0)
            sqlite3_bind_double(statement, 7, person.createdAt.timeIntervalSinceReferenceDate)
            let tags = end
            for tag in person.tags {
                _ = put(tag)
                texts[end] = 0
                end += 1
            }
            sqlite3_bind_blob(
                statement, 8, texts.baseAddress.map { $0 + tags }, CInt(end - tags), nil)
            try run(statement)
        }
    }

    private func text(_ statement: OpaquePointer, _ column: CInt) -> String {
        let bytes = UnsafeBufferPointer(
            start: sqlite3_column_text(statement, column),
            count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Tags are kept as strings that end in a zero byte, one behind the other.
    private func tags(_ row: OpaquePointer) -> [String] {
        let blob = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row, 7), count: Int(sqlite3_column_bytes(row, 7)))
        var tags: [String] = []
        tags.reserveCapacity(3)
        var start = 0
        for end in blob.indices where blob[end] == 0 {
            let tag = UnsafeRawBufferPointer(rebasing: blob[start..<end])
            tags.append(String(decoding: tag, as: UTF8.self))
            start = end + 1
        }
        return tags
    }

    private func person(_ row: OpaquePointer) -> PlainPerson {
        PlainPerson(
            id: sqlite3_column_int64(row, 0), name: text(row, 1), email: text(row, 2),
            age: Int(sqlite3_column_int64(row, 3)), score: sqlite3_column_double(row, 4),
            active: sqlite3_column_int(row, 5) != 0,
            createdAt: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 6)),
            tags: tags(row))
    }

    private func sum(_ statement: OpaquePointer) throws -> UInt64 {
        var sum: UInt64 = 0
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            sum &+= person(statement).sum
            code = sqlite3_step(statement)
        }
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else {
            throw StoreFailure("cannot step: the engine says \(code)")
        }
        return sum
    }

    /// Runs `body` in a transaction.
    private func write(_ body: () throws -> Void) throws {
        try Self.writers.withLock { _ in
            try run(begin)
            try body()
            try run(commit)
        }
    }

    func insertAll() throws {
        try write { for person in people.inserted { try run(insert, with: person) } }
    }

    func insertOne(_ number: Int) throws {
        let person = people.person(number)
        try write { try run(insert, with: person) }
    }

    func insertGroup(_ numbers: Range<Int>) throws {
        try write {
            for number in numbers {
                try run(savepoint)
                try run(insert, with: people.person(number))
                try run(release)
            }
        }
    }

    /// A statement outside of a transaction has one of its own.
    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var total: UInt64 = 0
        for id in ids { total &+= try sum(id) }
        return total
    }

    private func sum(_ id: Int64) throws -> UInt64 {
        sqlite3_bind_int64(get, 1, id)
        return try sum(get)
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try run(snapshot)
        let total = try getEach(ids)
        try run(commit)
        return total
    }

    func scan() throws -> UInt64 { try sum(all) }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        sqlite3_bind_double(byScore, 1, scores.lowerBound)
        sqlite3_bind_double(byScore, 2, scores.upperBound)
        return try sum(byScore)
    }

    func filter(createdBefore instant: Date) throws -> UInt64 {
        sqlite3_bind_double(byDate, 1, instant.timeIntervalSinceReferenceDate)
        return try sum(byDate)
    }

    func mix(_ ids: [Int64]) throws -> UInt64 {
        var total: UInt64 = 0
        for (operation, id) in ids.enumerated() {
            if Self.isWrite(operation) {
                let person = people.changed(id)
                try write { try run(replace, with: person) }
            } else {
                total &+= try sum(id)
            }
        }
        return total
    }

    func update() throws {
        try write { for person in people.changed { try run(replace, with: person) } }
    }

    func delete(_ ids: [Int64]) throws {
        try write {
            for id in ids {
                sqlite3_bind_int64(remove, 1, id)
                try run(remove)
            }
        }
    }
}
