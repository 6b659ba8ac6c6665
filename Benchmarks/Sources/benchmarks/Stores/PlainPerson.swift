import BenchmarkKit
import Foundation

/// A person as hand-written code has one: what every way through Swift has to build.
struct PlainPerson: Person, Codable {
    var id: Int64
    var name: String
    var email: String
    var age: Int
    var score: Double
    var active: Bool
    var createdAt: Date
    var tags: [String]

    init(_ values: PersonValues) {
        self.init(
            id: values.id, name: values.name, email: values.email, age: values.age,
            score: values.score, active: values.active, createdAt: values.createdAt,
            tags: values.tags)
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
}
