import Foundation
import StorageCore

/// One of our backends through a DAO of a model.
///
/// What conforms is not generic, as a program that has models is not: a generic store would measure
/// what it costs that the compiler does not know the model.
protocol DAOStore: AsyncStore {
    associatedtype Model: PersonModel

    var database: Database { get }
    var people: DAO<Model> { get }
    var data: People<Model> { get }
    var isSibling: Bool { get }

    init(_ database: Database, _ people: DAO<Model>, _ data: People<Model>, isSibling: Bool)
}

extension DAOStore {
    init(_ url: StorageURL, _ backends: BackendRegistry, _ data: People<Model>) throws {
        let database = try Database.open(url, backends: backends)
        try self.init(database, DAO(database), data, isSibling: false)
    }

    func insertAll() throws {
        try database.write { try people.insert(contentsOf: data.inserted, in: $0) }
    }

    func insertOne(_ number: Int) throws {
        try people.insert(data.person(number))
    }

    func insertGroup(_ numbers: Range<Int>) throws {
        try database.write { tx in
            for number in numbers {
                try tx.savepoint { try people.insert(data.person(number), in: $0) }
            }
        }
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
        try sum { tx, body in try people.scan(in: tx, body) }
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        try sum { tx, body in
            try people.scan(
                where: Model.score(in: scores), orderedBy: Model.byScore, in: tx, body)
        }
    }

    func filter(createdBefore instant: Date) throws -> UInt64 {
        try sum { tx, body in
            try people.scan(where: Model.created(before: instant), in: tx, body)
        }
    }

    /// Adds up what `scan` lends.
    @inline(__always)
    private func sum(
        _ scan: (_ tx: borrowing ReadTransaction, _ body: (Model) -> Bool) throws -> Void
    ) throws -> UInt64 {
        try database.read { tx in
            var sum: UInt64 = 0
            try scan(tx) { person in
                sum &+= person.sum
                return true
            }
            return sum
        }
    }

    func mix(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for (operation, id) in ids.enumerated() {
            if Self.isWrite(operation) {
                try people.update(data.changed(id))
            } else {
                sum &+= try people.get(id)?.sum ?? 0
            }
        }
        return sum
    }

    func update() throws {
        try database.write { try people.update(contentsOf: data.changed, in: $0) }
    }

    func delete(_ ids: [Int64]) throws {
        _ = try database.write { try people.delete(ids: ids, in: $0) }
    }

    func insertFromTasks(_ tasks: Int, _ numbers: Range<Int>) async throws {
        let (people, data) = (people, data)
        try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in numbers where number % tasks == task {
                        try await people.insert(data.person(number))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func sibling() throws -> any TableStore {
        Self(database, people, data, isSibling: true)
    }

    func close() throws {
        if !isSibling { try database.close() }
    }
}

/// A store of models whose coder the macro wrote.
final class EntityStore: DAOStore {
    let database: Database
    let people: DAO<EntityPerson>
    let data: People<EntityPerson>
    let isSibling: Bool

    init(
        _ database: Database, _ people: DAO<EntityPerson>, _ data: People<EntityPerson>,
        isSibling: Bool
    ) {
        self.database = database
        self.people = people
        self.data = data
        self.isSibling = isSibling
    }
}

/// A store of models that `Codable` translates.
final class CodableStore: DAOStore {
    let database: Database
    let people: DAO<CodablePerson>
    let data: People<CodablePerson>
    let isSibling: Bool

    init(
        _ database: Database, _ people: DAO<CodablePerson>, _ data: People<CodablePerson>,
        isSibling: Bool
    ) {
        self.database = database
        self.people = people
        self.data = data
        self.isSibling = isSibling
    }
}
