import CSQLiteEngine
import Foundation

/// A person as hand-written code has one: what every way through Swift has to build.
struct PlainPerson: Person {
    var id: Int64
    var name: String
    var email: String
    var age: Int
    var score: Double
    var active: Bool
    var createdAt: Date
    var tags: [String]

    init(number: Int, of count: Int) {
        let values = PersonValues(number: number, of: count)
        self.init(
            id: values.id, name: values.name, email: values.email, age: values.age,
            score: values.score, active: values.active,
            createdAt: Date(timeIntervalSinceReferenceDate: values.createdAt), tags: values.tags)
    }

    init(
        id: Int64, name: String, email: String, age: Int, score: Double, active: Bool,
        createdAt: Date, tags: [String]
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.age = age
        self.score = score
        self.active = active
        self.createdAt = createdAt
        self.tags = tags
    }

    static func changed(_ id: Int64, of count: Int) -> PlainPerson {
        var person = PlainPerson(number: Int(id), of: count)
        person.age += 1
        person.score += 0.5
        return person
    }

    /// The tags as strings that end in a zero byte, one behind the other.
    var packedTags: [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(32)
        for tag in tags {
            packed.append(contentsOf: tag.utf8)
            packed.append(0)
        }
        return packed
    }
}

/// SQLite's own interface, used from Swift by hand: the floor of the language.
final class SwiftSQLiteStore: Store {
    private let database: OpaquePointer
    private let begin, commit, insert, get, all, byScore, byDate, replace, remove: OpaquePointer
    private var people: [PlainPerson] = []
    private var changed: [PlainPerson] = []

    private static let columns = "id, name, email, age, score, active, created_at, tags"
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(folder: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(folder + "/swift.db", &opened, flags, nil), "open")
        guard let opened else { throw StoreFailure(description: "open") }
        database = opened
        try check(
            sqlite3_exec(
                opened,
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY, name TEXT, email TEXT,
                age INTEGER, score REAL, active INTEGER, created_at REAL, tags BLOB);
                CREATE INDEX IF NOT EXISTS by_score ON people (score);
                """, nil, nil, nil), "create")
        func prepare(_ sql: String) throws -> OpaquePointer {
            var statement: OpaquePointer?
            try check(
                sqlite3_prepare_v3(
                    opened, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil),
                "prepare")
            guard let statement else { throw StoreFailure(description: "prepare") }
            return statement
        }
        let columns = Self.columns
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
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
    }

    func prepare(_ count: Int, changing ids: [Int64]) {
        people = (0..<count).map { PlainPerson(number: $0, of: count) }
        changed = ids.map { .changed($0, of: count) }
    }

    private func run(_ statement: OpaquePointer) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { return try check(code, "run") }
    }

    private func bind(_ person: PlainPerson, to statement: OpaquePointer) {
        sqlite3_bind_int64(statement, 1, person.id)
        sqlite3_bind_text(statement, 2, person.name, -1, Self.transient)
        sqlite3_bind_text(statement, 3, person.email, -1, Self.transient)
        sqlite3_bind_int64(statement, 4, Int64(person.age))
        sqlite3_bind_double(statement, 5, person.score)
        sqlite3_bind_int(statement, 6, person.active ? 1 : 0)
        sqlite3_bind_double(statement, 7, person.createdAt.timeIntervalSinceReferenceDate)
        let tags = person.packedTags
        sqlite3_bind_blob(statement, 8, tags, CInt(tags.count), Self.transient)
    }

    private func text(_ statement: OpaquePointer, _ column: CInt) -> String {
        let bytes = UnsafeBufferPointer(
            start: sqlite3_column_text(statement, column),
            count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func person(_ row: OpaquePointer) -> PlainPerson {
        let blob = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row, 7), count: Int(sqlite3_column_bytes(row, 7)))
        var tags: [String] = []
        tags.reserveCapacity(3)
        for part in blob.split(separator: 0, omittingEmptySubsequences: true) {
            tags.append(String(decoding: part, as: UTF8.self))
        }
        return PlainPerson(
            id: sqlite3_column_int64(row, 0), name: text(row, 1), email: text(row, 2),
            age: Int(sqlite3_column_int64(row, 3)), score: sqlite3_column_double(row, 4),
            active: sqlite3_column_int(row, 5) != 0,
            createdAt: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 6)),
            tags: tags)
    }

    private func sum(_ statement: OpaquePointer) throws -> UInt64 {
        var sum: UInt64 = 0
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            sum &+= person(statement).sum
            code = sqlite3_step(statement)
        }
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw StoreFailure(description: "step: \(code)") }
        return sum
    }

    func insertAll() throws {
        try run(begin)
        for person in people {
            bind(person, to: insert)
            try run(insert)
        }
        try run(commit)
    }

    func insertOne(_ number: Int) throws {
        try run(begin)
        bind(PlainPerson(number: number, of: people.count), to: insert)
        try run(insert)
        try run(commit)
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var total: UInt64 = 0
        for id in ids {
            sqlite3_bind_int64(get, 1, id)
            total &+= try sum(get)
        }
        return total
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try check(sqlite3_exec(database, "BEGIN", nil, nil, nil), "begin")
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

    func filter(createdBefore instant: Double) throws -> UInt64 {
        sqlite3_bind_double(byDate, 1, instant)
        return try sum(byDate)
    }

    func update() throws {
        try run(begin)
        for person in changed {
            bind(person, to: replace)
            try run(replace)
        }
        try run(commit)
    }

    func delete(_ ids: [Int64]) throws {
        try run(begin)
        for id in ids {
            sqlite3_bind_int64(remove, 1, id)
            try run(remove)
        }
        try run(commit)
    }

    func close() {
        for statement in [begin, commit, insert, get, all, byScore, byDate, replace, remove] {
            sqlite3_finalize(statement)
        }
        sqlite3_close_v2(database)
    }
}
