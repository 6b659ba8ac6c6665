import Foundation
import StorageCore
import TestSupport
import Testing

struct Bird: Entity, Codable, Equatable {
    var id: Int
    var name: String
    var size: Double?

    static let schema = Schema<Bird>("birds", key: \.id) {
        Field("name", \.name)
        Field("size", \.size)
    }
}

struct Nest: Entity, Codable, Equatable {
    var id: String
    var eggs: Int

    static let schema = Schema<Nest>("nests", key: \.id)
}

struct DAOTests {
    let database = Database(MemoryStorage())
    let birds: DAO<Bird>
    let nests: DAO<Nest>

    init() throws {
        birds = try DAO(database)
        nests = try DAO(database)
    }

    private func code(_ body: () throws -> Void) -> StorageError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StorageError)?.code
        }
    }

    @Test func `Insert, update and upsert differ by what is there`() throws {
        try birds.insert(Bird(id: 1, name: "tit"))
        #expect(code { try birds.insert(Bird(id: 1, name: "owl")) } == .alreadyExists)
        #expect(try birds.get(1)?.name == "tit")
        try birds.update(Bird(id: 1, name: "owl"))
        #expect(code { try birds.update(Bird(id: 2, name: "jay")) } == .notFound)
        try birds.upsert(Bird(id: 2, name: "jay"))
        try birds.upsert(Bird(id: 1, name: "tern", size: 1.5))
        #expect(
            try birds.all() == [
                Bird(id: 1, name: "tern", size: 1.5), Bird(id: 2, name: "jay"),
            ])
        #expect(try birds.count() == 2)
    }

    @Test func `Several are got in the places of their ids, those that are missing as nil`() throws
    {
        try birds.insert(contentsOf: (1...5).map { Bird(id: $0, name: "b\($0)") })
        let found = try birds.get(ids: [3, 9, 1, 3])
        #expect(found.map { $0?.name } == ["b3", nil, "b1", "b3"])
        #expect(try birds.contains(5))
        #expect(try !birds.contains(6))
    }

    @Test func `All are ordered by their ids as numbers`() throws {
        for id in [10, -1, 2, .min, 1, .max] { try birds.insert(Bird(id: id, name: "")) }
        #expect(try birds.all().map(\.id) == [.min, -1, 1, 2, 10, .max])
    }

    @Test func `Delete says what was there`() throws {
        try birds.insert(contentsOf: (1...5).map { Bird(id: $0, name: "") })
        #expect(try birds.delete(1))
        #expect(try !birds.delete(1))
        #expect(try birds.delete(ids: [1, 2, 3, 3]) == 2)
        #expect(try birds.deleteAll() == 2)
        #expect(try birds.deleteAll() == 0)
    }

    @Test func `Of many, all are inserted or none, also inside a transaction that goes on`() throws
    {
        try birds.insert(Bird(id: 500, name: "there"))
        let flock = (1...1_000).map { Bird(id: $0, name: "new") }
        #expect(code { try birds.insert(contentsOf: flock) } == .alreadyExists)
        #expect(try birds.count() == 1)
        try database.write { tx in
            try birds.insert(Bird(id: 0, name: "before"), in: tx)
            #expect(code { try birds.insert(contentsOf: flock, in: tx) } == .alreadyExists)
            #expect(code { try birds.update(contentsOf: flock, in: tx) } == .notFound)
        }
        #expect(try birds.all().map(\.name) == ["before", "there"])
        try birds.upsert(contentsOf: flock)
        #expect(try birds.count() == 1_001)
    }

    @Test func `Modify lends what is there, or nil, and keeps what was made of it`() throws {
        try birds.modify(1) { bird in
            #expect(bird == nil)
            bird = Bird(id: 1, name: "new")
        }
        let old = try birds.modify(1) { bird in
            defer { bird?.name = "changed" }
            return bird?.name
        }
        #expect(old == "new")
        #expect(try birds.get(1)?.name == "changed")
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try birds.modify(1) { bird in
                bird?.name = "lost"
                throw Refusal()
            }
        }
        #expect(code { try birds.modify(1) { $0?.id = 2 } } == .invalidArgument)
        #expect(try birds.all().map(\.name) == ["changed"])
        try birds.modify(1) { $0 = nil }
        #expect(try birds.count() == 0)
    }

    @Test func `Several collections share a transaction`() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try database.write { tx in
                try birds.insert(Bird(id: 1, name: "tit"), in: tx)
                try nests.insert(Nest(id: "n", eggs: 3), in: tx)
                #expect(try birds.count(in: tx) == 1)
                throw Refusal()
            }
        }
        #expect(try birds.count() == 0)
        #expect(try nests.count() == 0)
    }

    @Test func `An empty id is refused, and nothing is found by it`() throws {
        #expect(code { try nests.insert(Nest(id: "", eggs: 0)) } == .invalidKey)
        #expect(try nests.get("") == nil)
    }

    @Test func `Asynchronous calls do the same`() async throws {
        try await birds.insert(contentsOf: [Bird(id: 1, name: "tit"), Bird(id: 2, name: "owl")])
        try await birds.update(Bird(id: 2, name: "jay"))
        try await birds.modify(1) { $0?.size = 2 }
        #expect(try await birds.get(ids: [2, 1]).map { $0?.name } == ["jay", "tit"])
        #expect(try await birds.get(1)?.size == 2)
        #expect(try await birds.contains(2))
        #expect(try await birds.delete(2))
        #expect(try await birds.all().count == birds.count())
        #expect(try await birds.deleteAll() == 1)
    }

    @Test func `A hundred tasks see what they have just written`() async throws {
        try await withThrowingTaskGroup { group in
            for id in 0..<100 {
                group.addTask { [birds] in
                    let bird = Bird(id: id, name: "b\(id)")
                    try await birds.upsert(bird)
                    #expect(try await birds.get(id) == bird)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await birds.count() == 100)
    }

    @Test func `A record that does not fit is named, and the others can be read`() throws {
        try birds.insert(contentsOf: (1...100).map { Bird(id: $0, name: "b") })
        try database.write { tx in try tx.put(["id": 7, "name": 7], key: Key(7), in: "birds") }
        let error = try #require(throws: StorageError.self) { _ = try birds.all() }
        #expect(error.code == .decodingFailed)
        #expect(error.collection == "birds")
        let key = try Key(7)
        #expect(error.key == key)
        #expect(error.field == "name")
        let skipped = Recorder<StorageError>()
        let rest = try birds.all(undecodable: .skip { skipped.record($0) })
        #expect(rest.count == 99)
        #expect(skipped.elements.map(\.field) == ["name"])
        #expect(try birds.get(8)?.name == "b")
        try birds.insert(Bird(id: 101, name: "new"))
        #expect(try birds.count() == 101)
    }

    @Test func `A model that cannot be encoded changes nothing, and says where`() throws {
        struct Fussy: Entity, Encodable, Decodable {
            var id: Int
            var text: String
            static let schema = Schema<Fussy>("fussy", key: \.id)
            struct Refusal: Error {}
            enum CodingKeys: CodingKey { case id, text }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(id, forKey: .id)
                if text.isEmpty { throw Refusal() }
                try container.encode(text, forKey: .text)
            }
        }
        let dao = try DAO<Fussy>(database)
        try dao.insert(Fussy(id: 1, text: "good"))
        let error = try #require(throws: StorageError.self) {
            try dao.upsert(contentsOf: [Fussy(id: 1, text: "better"), Fussy(id: 2, text: "")])
        }
        #expect(error.code == .invalidValue)
        #expect(error.collection == "fussy")
        #expect(error.cause is Fussy.Refusal)
        #expect(try dao.all().map(\.text) == ["good"])
    }

    @Test func `Deleting each model while scanning leaves none and visits each once`() throws {
        try birds.insert(contentsOf: (0..<1_000).map { Bird(id: $0, name: "") })
        let visited = try database.write { tx in
            var visited: [Int] = []
            try birds.scan(in: tx) { bird in
                visited.append(bird.id)
                try birds.delete(bird.id, in: tx)
                return true
            }
            return visited
        }
        #expect(visited == Array(0..<1_000))
        #expect(try birds.count() == 0)
    }

    @Test func `A translator of one's own decides the shape of the record`() throws {
        struct Point: Entity, Equatable {
            var id: String
            var x: Int64
            struct Text: Translator {
                func encode(_ point: Point) throws -> Record { ["text": .string("\(point.x)")] }
                func decode(_ record: Record) throws -> Point {
                    guard case .string(let text) = try record.value(of: "text"),
                        let x = Int64(text)
                    else { throw StorageError(.decodingFailed, "no number", field: "text") }
                    return Point(id: "p", x: x)
                }
            }
            static let schema = Schema<Point>("points", key: \.id, translator: Text())
        }
        let points = try DAO<Point>(database)
        try points.insert(Point(id: "p", x: 42))
        #expect(try points.get("p") == Point(id: "p", x: 42))
        let record = try database.read { tx in try tx.get(Key("p"), in: "points") }
        #expect(record == ["text": "42"])
        try database.write { tx in try tx.put(["text": "?"], key: Key("p"), in: "points") }
        let error = try #require(throws: StorageError.self) { _ = try points.get("p") }
        #expect(error.code == .decodingFailed)
        #expect(error.field == "text")
        #expect(error.collection == "points")
    }
}
