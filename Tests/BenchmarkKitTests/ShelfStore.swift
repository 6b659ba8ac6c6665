import BenchmarkKit
import Foundation
import Synchronization

/// What contenders did, in order.
final class Diary: Sendable {
    private let entries = Mutex<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }
}

/// A contender in memory that writes down what is asked of it, and adds `error` to what it reads in
/// a scan.
func shelf(_ path: String, _ diary: Diary, error: UInt64 = 0) -> Contender {
    Contender(engine: "shelf", path: path, isPersistent: false) { plan in
        let people = People<Reader>(plan)
        return { _ in ShelfStore(path, diary, people, error) }
    }
}

/// The least of a person.
struct Reader: Person {
    let id: Int64
    var age: Int
    var score: Double
    let email: String
    let tags: [String]

    init(_ values: PersonValues) {
        id = values.id
        age = values.age
        score = values.score
        email = values.email
        tags = values.tags
    }
}

private final class ShelfStore: TableStore {
    private let path: String
    private let diary: Diary
    private let people: People<Reader>
    private let error: UInt64

    init(_ path: String, _ diary: Diary, _ people: People<Reader>, _ error: UInt64) {
        self.path = path
        self.diary = diary
        self.people = people
        self.error = error
    }

    private func note(_ call: String) { diary.note("\(call) \(path)") }

    func insertAll() { note("insert") }
    func insertOne(_ number: Int) {}
    func insertGroup(_ numbers: Range<Int>) {}
    func getEach(_ ids: [Int64]) -> UInt64 { 1 }
    func getInside(_ ids: [Int64]) -> UInt64 { 1 }
    func scan() -> UInt64 {
        note("scan")
        return people.inserted.reduce(error) { $0 &+ $1.sum }
    }
    func range(_ scores: Range<Double>) -> UInt64 {
        note("range")
        return UInt64(people.inserted.count { scores.contains($0.score) })
    }
    func filter(createdBefore instant: Date) -> UInt64 { 1 }
    func mix(_ ids: [Int64]) -> UInt64 { 1 }
    func update() {}
    func delete(_ ids: [Int64]) {}
    func sibling() throws -> any TableStore { ShelfStore(path, diary, people, error) }
    func close() { note("close") }
}
