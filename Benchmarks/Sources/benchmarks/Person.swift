import Foundation
import StorageCore

/// The record of the benchmarks: eight fields, an index on `score`.
protocol Person: Sendable {
    init(number: Int, of count: Int)
    var id: Int64 { get }
    var age: Int { get set }
    var score: Double { get set }
    var email: String { get }
    var tags: [String] { get }
}

extension Person {
    /// What every way of reading adds up, so that it cannot be left out.
    var sum: UInt64 {
        UInt64(id) &+ UInt64(age) &+ UInt64(email.utf8.dropFirst(4).first ?? 0)
            &+ UInt64(tags.count)
    }
}

/// The model that is translated by `Codable`.
struct CodablePerson: Person, Entity, Codable {
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

    init(number: Int, of count: Int) {
        let values = PersonValues(number: number, of: count)
        id = values.id
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        active = values.active
        createdAt = Date(timeIntervalSinceReferenceDate: values.createdAt)
        tags = values.tags
    }
}

/// The values of one person, which follow from a number.
struct PersonValues {
    let id: Int64
    let name: String
    let email: String
    let age: Int
    let score: Double
    let active: Bool
    let createdAt: Double
    let tags: [String]

    /// The person of a number, of as many as there are: scores are the numbers from 0 on, shuffled.
    init(number: Int, of count: Int) {
        id = Int64(number)
        name = "person number \(number)"
        email = "mail\(number)@example.organisation"
        age = number % 90
        // 7919 is a prime that divides no power of ten: every score comes once.
        score = Double(number * 7919 % count)
        active = number.isMultiple(of: 2)
        createdAt = Double(number) * 1.5
        tags = ["t\(number % 7)", "second", "third"]
    }
}
