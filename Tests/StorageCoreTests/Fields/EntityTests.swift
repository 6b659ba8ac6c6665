import Foundation
import StorageCore
import Testing

/// Models that `@Entity` makes, in a database.
struct EntityTests {
    @Entity("people")
    struct Person: Equatable {
        @Key var code: String
        @Unique var email: String
        @Indexed var age: Int?
        @Indexed var tags: [String] = []
        @Field("full_name") var name = "?"
        var role = Colour.red
        var shape = Shape.round
        var home: Street?
        var streets: [Street] = []
        var byName: [String: Street] = [:]
        var byShape: [Shape: Int] = [:]

        @SchemaBuilder<Person> static var indexes: [SchemaPart<Person>] {
            Field(["home", "name"], \.home?.name, .indexed)
            CompoundIndex("byAgeAndName", .descending(\.age), .ascending(\.name))
        }
    }

    @Test func `All properties are declared, with the kinds of their types`() throws {
        let schema = try Person.schema.collection()
        #expect(schema.name == "people")
        #expect(schema.key == [.string])
        let kinds = schema.fields.map { "\($0.name) \($0.kind)" }
        #expect(
            kinds == [
                "age int", "byName object", "byShape array", "code string", "email string",
                "full_name string", "home object", "role string", "shape string", "streets array",
                "tags array",
            ])
        #expect(
            schema.indexes.map { "\($0.name) \($0.isUnique)" } == [
                "age false", "byAgeAndName false", "email true", "home.name false", "tags false",
            ])
    }

    @Test func `Models are kept, found by key, index and condition, and refused`() throws {
        let people = try DAO<Person>(Database(MemoryStorage()))
        let ada = Person(code: "a", email: "ada@x", age: 36, tags: ["x", "y"], name: "Ada")
        let bob = Person(
            code: "b", email: "bob@x", tags: ["y"], home: Street(name: "Main"))
        try people.insert(contentsOf: [ada, bob])
        #expect(ada.id == "a")
        #expect(try people.get("a") == ada)
        #expect(try people.all() == [ada, bob])
        #expect(try people.read(where: \.age > 30) == [ada])
        #expect(try people.read(where: \.name == "?") == [bob])
        #expect(try people.read(orderedBy: .descending(\.code)) == [bob, ada])
        #expect(try people.read(where: \.code == "b") == [bob])
        do {
            try people.insert(Person(code: "c", email: "bob@x"))
            Issue.record("two people have one address")
        } catch let error as StorageError {
            #expect(error.code == .uniqueViolation)
        }
    }

    @Test func `A record that does not fit names collection, key and field`() throws {
        let database = Database(MemoryStorage())
        let people = try DAO<Person>(database)
        try database.write { tx in
            try tx.put(["code": "a", "email": 1], key: try Key("a"), in: "people")
        }
        do {
            _ = try people.get("a")
            Issue.record("a number was read as an address")
        } catch let error as StorageError {
            #expect(error.code == .decodingFailed)
            #expect(error.collection == "people")
            #expect(error.field == "email")
            #expect(error.key == (try Key("a")))
        }
    }

    /// Generic, for the package, nested and without a name.
    package struct Outer<Content: Codable & Sendable & Equatable> {
        @Entity
        package struct Box: Sendable, Equatable {
            package let id: Int
            package var content: Content
            package private(set) var count = 0
        }
    }

    @Test func `A generic model is kept as any other`() throws {
        let boxes = try DAO<Outer<[String]>.Box>(Database(MemoryStorage()))
        let box = Outer<[String]>.Box(id: 1, content: ["a"])
        try boxes.insert(box)
        #expect(try boxes.get(1) == box)
        #expect(try Outer<Int>.Box.schema.collection().name == "Box")
    }

    fileprivate enum Hidden {
        @Entity
        fileprivate struct Secret {
            var id: UUID
            var text: String
        }
    }

    @Test func `A fileprivate model is kept as any other`() throws {
        let secrets = try DAO<Hidden.Secret>(Database(MemoryStorage()))
        let secret = Hidden.Secret(id: UUID(), text: "x")
        try secrets.insert(secret)
        #expect(try secrets.get(secret.id)?.text == "x")
    }

    @Test func `A decoder that someone keeps reads on when the record is gone`() throws {
        let record: Record = ["id": 1, "value": .object(["text": "kept, and longer than a word"])]
        let keeper = try Keeper.schema.translator.read(record.bytes.span).value
        #expect(try keeper.text() == "kept, and longer than a word")
    }

    @Entity
    struct Keeper {
        var id: Int
        var value: Kept
    }

    struct Kept: Codable, @unchecked Sendable {
        let decoder: any Decoder

        init(from decoder: any Decoder) throws { self.decoder = decoder }

        func encode(to encoder: any Encoder) throws {}

        func text() throws -> String {
            try decoder.container(keyedBy: TextKey.self).decode(
                String.self, forKey: .text)
        }
    }
}

private enum TextKey: String, CodingKey { case text }
