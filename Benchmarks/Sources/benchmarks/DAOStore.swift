import FileBackend
import Foundation
import LMDBBackend
import SQLiteBackend
import StorageCore

/// One of our backends through a DAO of a model.
final class DAOStore<Model: Person & Entity & Changing>: Store where Model.ID == Int64 {
    private let database: Database
    private let people: DAO<Model>
    private var models: [Model] = []
    private var changed: [Model] = []

    convenience init(folder: String) throws {
        try self.init(url: "sqlite://\(folder)/ours.db")
    }

    init(url: String) throws {
        database = try Database.open(url, backends: [.sqlite, .lmdb, .file, .memory])
        people = try DAO(database)
    }

    func prepare(_ count: Int, changing ids: [Int64]) {
        models = (0..<count).map { Model(number: $0, of: count) }
        changed = ids.map { id in
            var model = Model(number: Int(id), of: count)
            model.change()
            return model
        }
    }

    func insertAll() throws {
        try database.write { try people.insert(contentsOf: models, in: $0) }
    }

    func insertOne(_ number: Int) throws {
        try people.insert(Model(number: number, of: models.count))
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids { sum &+= try people.get(id)?.sum ?? 0 }
        return sum
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try database.read { tx in
            var sum: UInt64 = 0
            for id in ids { sum &+= try people.get(id, in: tx)?.sum ?? 0 }
            return sum
        }
    }

    func getEachAsync(_ ids: [Int64]) async throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids { sum &+= try await people.get(id)?.sum ?? 0 }
        return sum
    }

    func scan() throws -> UInt64 {
        try database.read { tx in
            var sum: UInt64 = 0
            try people.scan(in: tx) { person in
                sum &+= person.sum
                return true
            }
            return sum
        }
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        try people.read(
            where: Model.score(in: scores), orderedBy: Model.byScore
        ).reduce(0) { $0 &+ $1.sum }
    }

    func filter(createdBefore instant: Double) throws -> UInt64 {
        try people.read(where: Model.created(before: instant)).reduce(0) { $0 &+ $1.sum }
    }

    func update() throws {
        try database.write { try people.update(contentsOf: changed, in: $0) }
    }

    func delete(_ ids: [Int64]) throws {
        _ = try database.write { try people.delete(ids: ids, in: $0) }
    }

    func close() throws {
        try database.close()
    }

    /// Inserts people from many tasks at once, each awaiting its own durable transaction.
    func insertFromTasks(_ tasks: Int, each count: Int, from first: Int) async throws {
        let people = people
        let total = models.count
        try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in 0..<count {
                        try await people.insert(
                            Model(number: first + task * count + number, of: total))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// What the workloads ask a model for.
protocol Changing: Entity {
    mutating func change()
    static func score(in scores: Range<Double>) -> Condition<Self>
    static var byScore: Ordering<Self> { get }
    static func created(before instant: Double) -> Condition<Self>
}

extension CodablePerson: Changing {
    mutating func change() {
        age += 1
        score += 0.5
    }

    static func score(in scores: Range<Double>) -> Condition<CodablePerson> {
        .isBetween(\.score, scores)
    }

    static var byScore: Ordering<CodablePerson> { .ascending(\.score) }

    static func created(before instant: Double) -> Condition<CodablePerson> {
        \.createdAt < Date(timeIntervalSinceReferenceDate: instant)
    }
}
