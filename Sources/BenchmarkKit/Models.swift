import Foundation
import StorageCore

/// A person that a ``DAOStore`` keeps.
protocol PersonModel: Person, Entity where ID == Int64 {
    static func score(in scores: Range<Double>) -> Condition<Self>
    static var byScore: Ordering<Self> { get }
    static func created(before instant: Date) -> Condition<Self>
}

/// The model whose schema and coder the macro writes.
@Entity("people")
struct EntityPerson: PersonModel {
    var id: Int64
    var name: String
    var email: String
    var age: Int
    @Indexed var score: Double
    var active: Bool
    var createdAt: Date
    var tags: [String]

    init(_ values: PersonValues) {
        id = values.id
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        active = values.active
        createdAt = values.createdAt
        tags = values.tags
    }

    static func score(in scores: Range<Double>) -> Condition<EntityPerson> {
        .isBetween(\.score, scores)
    }

    static var byScore: Ordering<EntityPerson> { .ascending(\.score) }

    static func created(before instant: Date) -> Condition<EntityPerson> {
        \.createdAt < instant
    }
}

/// The same model, translated by `Codable`.
struct CodablePerson: PersonModel, Codable {
    var id: Int64
    var name: String
    var email: String
    var age: Int
    var score: Double
    var active: Bool
    var createdAt: Date
    var tags: [String]

    static let schema = Schema<CodablePerson>("people", key: \.id) {
        Field("name", \.name)
        Field("email", \.email)
        Field("age", \.age)
        Field("score", \.score, .indexed)
        Field("active", \.active)
        Field("createdAt", \.createdAt)
        Field("tags", \.tags)
    }

    init(_ values: PersonValues) {
        id = values.id
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        active = values.active
        createdAt = values.createdAt
        tags = values.tags
    }

    static func score(in scores: Range<Double>) -> Condition<CodablePerson> {
        .isBetween(\.score, scores)
    }

    static var byScore: Ordering<CodablePerson> { .ascending(\.score) }

    static func created(before instant: Date) -> Condition<CodablePerson> {
        \.createdAt < instant
    }
}
