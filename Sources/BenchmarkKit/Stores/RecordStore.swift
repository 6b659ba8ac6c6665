import Foundation
import StorageCore

/// One of our backends through a transaction's own calls, with records in place of models.
///
/// A record is made of its fields where a model would be encoded, and taken apart into all of them
/// where one would be decoded.
final class RecordStore: AsyncStore {
    private static let collection = "people"

    private let database: Database
    private let data: People<LoosePerson>
    private let isSibling: Bool

    convenience init(
        _ url: StorageURL, _ backends: BackendRegistry, _ data: People<LoosePerson>
    ) throws {
        let database = try Database.open(url, backends: backends)
        let schema = try EntityPerson.schema.collection()
        try database.write { try $0.prepare(schema) }
        self.init(database, data, isSibling: false)
    }

    private init(_ database: Database, _ data: People<LoosePerson>, isSibling: Bool) {
        self.database = database
        self.data = data
        self.isSibling = isSibling
    }

    private static func sum(_ id: Int64, in tx: borrowing ReadTransaction) throws -> UInt64 {
        guard let record = try tx.get(Key(id), in: collection) else { return 0 }
        return try LoosePerson(record).sum
    }

    private static func put(_ person: LoosePerson, _ tx: borrowing WriteTransaction) throws {
        try tx.put(Record(person.fields), key: Key(person.id), in: collection)
    }

    private func sum(_ query: Query) throws -> UInt64 {
        try database.read { tx in
            try tx.records(query, in: Self.collection).reduce(0) {
                $0 &+ (try LoosePerson($1.record).sum)
            }
        }
    }

    func insertAll() throws {
        try database.write { tx in for person in data.inserted { try Self.put(person, tx) } }
    }

    func insertOne(_ number: Int) throws {
        try database.write { try Self.put(data.person(number), $0) }
    }

    func insertGroup(_ numbers: Range<Int>) throws {
        try database.write { tx in
            for number in numbers {
                try tx.savepoint { try Self.put(data.person(number), $0) }
            }
        }
    }

    func getEach(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids { sum &+= try database.read { try Self.sum(id, in: $0) } }
        return sum
    }

    func getInside(_ ids: [Int64]) throws -> UInt64 {
        try database.read { tx in
            var sum: UInt64 = 0
            for id in ids { sum &+= try Self.sum(id, in: tx) }
            return sum
        }
    }

    func getEachAsync(_ ids: [Int64]) async throws -> UInt64 {
        var sum: UInt64 = 0
        for id in ids { sum &+= try await database.read { try Self.sum(id, in: $0) } }
        return sum
    }

    func scan() throws -> UInt64 {
        try database.read { tx in
            var sum: UInt64 = 0
            try tx.scan(in: Self.collection) { _, record in
                sum &+= try LoosePerson(record).sum
                return true
            }
            return sum
        }
    }

    func range(_ scores: Range<Double>) throws -> UInt64 {
        try sum(
            Query(
                where: .compare("score", .greaterOrEqual, .double(scores.lowerBound))
                    && .compare("score", .less, .double(scores.upperBound)),
                orderedBy: [.ascending("score")]))
    }

    func filter(createdBefore instant: Date) throws -> UInt64 {
        try sum(Query(where: .compare("createdAt", .less, .date(instant))))
    }

    func mix(_ ids: [Int64]) throws -> UInt64 {
        var sum: UInt64 = 0
        for (operation, id) in ids.enumerated() {
            if Self.isWrite(operation) {
                try database.write { try Self.put(data.changed(id), $0) }
            } else {
                sum &+= try database.read { try Self.sum(id, in: $0) }
            }
        }
        return sum
    }

    func update() throws {
        try database.write { tx in for person in data.changed { try Self.put(person, tx) } }
    }

    func delete(_ ids: [Int64]) throws {
        try database.write { tx in
            for id in ids { try tx.delete(Key(id), in: Self.collection) }
        }
    }

    func insertFromTasks(_ tasks: Int, _ numbers: Range<Int>) async throws {
        let (database, data) = (database, data)
        try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in numbers where number % tasks == task {
                        let person = data.person(number)
                        try await database.write { try Self.put(person, $0) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func sibling() throws -> any TableStore {
        RecordStore(database, data, isSibling: true)
    }

    func close() throws {
        if !isSibling { try database.close() }
    }
}
