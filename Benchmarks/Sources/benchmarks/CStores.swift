import CBaseline

extension baseline_record {
    init(number: Int, of count: Int) {
        self.init()
        let values = PersonValues(number: number, of: count)
        id = values.id
        age = Int64(values.age)
        score = values.score
        created_at = values.createdAt
        active = values.active ? 1 : 0
        tag_count = Int32(values.tags.count)
        fill(&name, values.name)
        fill(&email, values.email)
        fill(&tags.0, values.tags[0])
        fill(&tags.1, values.tags[1])
        fill(&tags.2, values.tags[2])
    }

    /// The person with another age and score.
    static func changed(_ id: Int64, of count: Int) -> baseline_record {
        var record = baseline_record(number: Int(id), of: count)
        record.age += 1
        record.score += 0.5
        return record
    }
}

private func fill<Characters>(_ characters: inout Characters, _ text: String) {
    withUnsafeMutableBytes(of: &characters) { bytes in
        let utf8 = Array(text.utf8.prefix(bytes.count - 1))
        bytes.copyBytes(from: utf8)
        bytes[utf8.count] = 0
    }
}

/// SQLite in plain C.
final class CSQLiteStore: Store {
    private let store: OpaquePointer
    private var records: [baseline_record] = []
    private var changed: [baseline_record] = []

    init(folder: String) throws {
        var opened: OpaquePointer?
        try check(baseline_sqlite_open(folder + "/c.db", &opened), "open")
        guard let opened else { throw StoreFailure(description: "open") }
        store = opened
    }

    func prepare(_ count: Int, changing ids: [Int64]) {
        records = (0..<count).map { baseline_record(number: $0, of: count) }
        changed = ids.map { .changed($0, of: count) }
    }

    func insertAll() throws {
        try check(baseline_sqlite_insert_all(store, records, records.count), "insert")
    }

    func insertOne(_ number: Int) throws {
        var record = baseline_record(number: number, of: records.count)
        try check(baseline_sqlite_insert_one(store, &record), "insert")
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_sqlite_get_each(store, ids, ids.count, &sum), "get")
        return sum
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_sqlite_get_inside(store, ids, ids.count, &sum), "get")
        return sum
    }

    func scan() throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_sqlite_scan(store, &sum), "scan")
        return sum
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(
            baseline_sqlite_range(store, scores.lowerBound, scores.upperBound, &sum), "range")
        return sum
    }

    func filter(createdBefore instant: Double) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_sqlite_filter(store, instant, &sum), "filter")
        return sum
    }

    func update() throws {
        try check(baseline_sqlite_update(store, changed, changed.count), "update")
    }

    func delete(_ ids: [Int64]) throws {
        try check(baseline_sqlite_delete(store, ids, ids.count), "delete")
    }

    func close() {
        baseline_sqlite_close(store)
    }
}

/// LMDB in plain C.
final class CLMDBStore: Store {
    private let store: OpaquePointer
    private var records: [baseline_record] = []
    private var changed: [baseline_record] = []

    init(folder: String) throws {
        var opened: OpaquePointer?
        try check(baseline_lmdb_open(folder + "/c", &opened), "open")
        guard let opened else { throw StoreFailure(description: "open") }
        store = opened
    }

    func prepare(_ count: Int, changing ids: [Int64]) {
        records = (0..<count).map { baseline_record(number: $0, of: count) }
        changed = ids.map { .changed($0, of: count) }
    }

    func insertAll() throws {
        try check(baseline_lmdb_insert_all(store, records, records.count), "insert")
    }

    func insertOne(_ number: Int) throws {
        var record = baseline_record(number: number, of: records.count)
        try check(baseline_lmdb_insert_one(store, &record), "insert")
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_lmdb_get_each(store, ids, ids.count, &sum), "get")
        return sum
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_lmdb_get_inside(store, ids, ids.count, &sum), "get")
        return sum
    }

    func scan() throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_lmdb_scan(store, &sum), "scan")
        return sum
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_lmdb_range(store, scores.lowerBound, scores.upperBound, &sum), "range")
        return sum
    }

    func filter(createdBefore instant: Double) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(baseline_lmdb_filter(store, instant, &sum), "filter")
        return sum
    }

    func update() throws {
        try check(baseline_lmdb_update(store, changed, changed.count), "update")
    }

    func delete(_ ids: [Int64]) throws {
        try check(baseline_lmdb_delete(store, ids, ids.count), "delete")
    }

    func close() {
        baseline_lmdb_close(store)
    }
}
