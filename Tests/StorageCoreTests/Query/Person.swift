import Foundation
import StorageCore

/// The model of the tests of queries.
struct Person: Entity, Codable, Equatable {
    struct Address: Codable, Equatable {
        var city: String
        var zip: Int
    }

    enum Level: String, Codable, FieldRepresentable {
        case low, high
    }

    var id: Int
    var name: String
    var age: Int
    var nick: String?
    var email: String?
    var score = 0.0
    var level = Level.low
    var tags: [String] = []
    var address = Address(city: "Rome", zip: 1)
    var secret = 0

    static let schema = Schema<Person>("people", key: \.id) {
        Field("name", \.name)
        Field("age", \.age, .indexed)
        Field("nick", \.nick)
        Field("email", \.email, .unique)
        Field("score", \.score)
        Field("level", \.level)
        Field("tags", \.tags, .indexed)
        Field("address", \.address, .object)
        Field(["address", "city"], \.address.city, .indexed)
        CompoundIndex("byLevelAndScore", .ascending(\.level), .descending(\.score))
    }
}
