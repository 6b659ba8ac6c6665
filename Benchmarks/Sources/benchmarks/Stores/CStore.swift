import BenchmarkKit
import CBaseline
import Foundation

/// An engine in plain C.
// @unchecked: what it points to is used by one thread at a time, as every store is.
final class CStore: TableStore, @unchecked Sendable {
    private let engine: baseline_engine
    private let store: OpaquePointer
    private let people: People<CPerson>

    init(_ engine: baseline_engine, _ path: String, _ people: People<CPerson>) throws {
        self.engine = engine
        self.people = people
        store = try opened("open") { engine.open(path, &$0) }
    }

    private init(siblingOf other: CStore) throws {
        engine = other.engine
        people = other.people
        store = try opened("open") { other.engine.sibling(other.store, &$0) }
    }

    private func sum(
        _ operation: String, _ body: (UnsafeMutablePointer<UInt64>) -> CInt
    ) throws -> UInt64 {
        var sum: UInt64 = 0
        try check(body(&sum), operation)
        return sum
    }

    /// Lends people as C has them.
    private func lend(_ people: [CPerson], _ body: (UnsafePointer<baseline_record>, Int) -> CInt)
        throws
    {
        try people.withUnsafeBufferPointer { people in
            guard let base = people.baseAddress else { return }
            try base.withMemoryRebound(to: baseline_record.self, capacity: people.count) {
                try check(body($0, people.count), "write")
            }
        }
    }

    func insertAll() throws {
        try lend(people.inserted) { engine.insert_all(store, $0, $1) }
    }

    func insertOne(_ number: Int) throws {
        try lend([people.person(number)]) { engine.insert_all(store, $0, $1) }
    }

    func insertGroup(_ numbers: Range<Int>) throws {
        try lend(numbers.map(people.person)) { engine.insert_group(store, $0, $1) }
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        try sum("get") { engine.get_each(store, ids, ids.count, $0) }
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try sum("get") { engine.get_inside(store, ids, ids.count, $0) }
    }

    func scan() throws -> UInt64 {
        try sum("scan") { engine.scan(store, $0) }
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        try sum("range") { engine.range(store, scores.lowerBound, scores.upperBound, $0) }
    }

    func filter(createdBefore instant: Date) throws -> UInt64 {
        try sum("filter") { engine.filter(store, instant.timeIntervalSinceReferenceDate, $0) }
    }

    func mix(_ ids: [Int64]) throws -> UInt64 {
        // Reads need no more of a record than its id.
        let operations = ids.enumerated().map { operation, id in
            Self.isWrite(operation) ? people.changed(id) : CPerson(id: id)
        }
        return try sum("mix") { sum in
            operations.withUnsafeBufferPointer { operations in
                operations.withMemoryRebound(to: baseline_record.self) { records in
                    guard let base = records.baseAddress else { return 0 }
                    return engine.mix(store, base, records.count, sum)
                }
            }
        }
    }

    func update() throws {
        try lend(people.changed) { engine.update(store, $0, $1) }
    }

    func delete(_ ids: [Int64]) throws {
        try check(engine.remove(store, ids, ids.count), "delete")
    }

    func sibling() throws -> any TableStore {
        try CStore(siblingOf: self)
    }

    func close() {
        engine.close(store)
    }
}

/// A person as C has it.
struct CPerson: Person {
    private(set) var record = baseline_record()

    init(id: Int64) {
        record.id = id
    }

    init(_ values: PersonValues) {
        record.id = values.id
        record.age = Int64(values.age)
        record.score = values.score
        record.created_at = values.createdAt.timeIntervalSinceReferenceDate
        record.active = values.active ? 1 : 0
        record.tag_count = CInt(values.tags.count)
        fill(&record.name, values.name)
        fill(&record.email, values.email)
        fill(&record.tags.0, values.tags[0])
        fill(&record.tags.1, values.tags[1])
        fill(&record.tags.2, values.tags[2])
    }

    var id: Int64 { record.id }

    var age: Int {
        get { Int(record.age) }
        set { record.age = Int64(newValue) }
    }

    var score: Double {
        get { record.score }
        set { record.score = newValue }
    }

    var email: String { text(record.email) }

    var tags: [String] { [text(record.tags.0), text(record.tags.1), text(record.tags.2)] }
}

private func fill<Characters>(_ characters: inout Characters, _ text: String) {
    withUnsafeMutableBytes(of: &characters) { bytes in
        let utf8 = Array(text.utf8.prefix(bytes.count - 1))
        bytes.copyBytes(from: utf8)
        bytes[utf8.count] = 0
    }
}

private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
