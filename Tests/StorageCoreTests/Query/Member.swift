import Foundation
import StorageCore

/// A model with a property of each kind, for predicates to ask for.
struct Member: Entity, Codable, Equatable {
    struct Address: Codable, Equatable {
        var city: String
        var zip: String?
    }

    struct Line: Codable, Equatable {
        var sku: String
    }

    enum Level: Int, Codable, Comparable, CaseIterable, FieldRepresentable {
        case low = 3
        case middle = 2
        case high = 1

        static func < (left: Level, right: Level) -> Bool { left.rawValue > right.rawValue }
    }

    enum Color: String, Codable, CaseIterable {
        case red, blue
    }

    var id: Int
    var name: String
    var nick: String?
    var age: Int
    var points: UInt64
    var small: Int8?
    var score: Double
    var rating: Float?
    var price: Decimal
    var active: Bool
    var flag: Bool?
    var joined: Date
    var left: Date?
    var token: UUID
    var seal: [UInt8]
    var photo: Data
    var link: URL?
    var tags: [String]
    var notes: [String]?
    var labels: Set<String>
    var gaps: [Int?]
    var grid: [[Int]]
    var lines: [Line]
    var level: Level
    var color: Color?
    var address: Address
    var home: Address?
    var extras: [String: Int]
    var hidden: Int

    static let schema = Schema<Member>("members", key: \.id) {
        Field("name", \.name, .indexed)
        Field("nick", \.nick, .indexed)
        Field("age", \.age, .indexed)
        Field("points", \.points)
        Field("small", \.small)
        Field("score", \.score)
        Field("rating", \.rating)
        Field("price", \.price)
        Field("active", \.active)
        Field("flag", \.flag)
        Field("joined", \.joined)
        Field("left", \.left)
        Field("token", \.token)
        Field("seal", \.seal)
        Field("photo", \.photo)
        Field("link", \.link)
        Field("tags", \.tags, .indexed)
        Field("notes", \.notes)
        Field("labels", \.labels, .array)
        Field("gaps", \.gaps)
        Field("grid", \.grid)
        Field("lines", \.lines, .array)
        Field("level", \.level)
        Field("color", \.color, .string)
        Field(["address", "city"], \.address.city)
        Field(["address", "zip"], \.address.zip)
        Field("home", \.home, .object)
        Field(["home", "city"], \.home?.city)
        Field(["home", "zip"], \.home?.zip)
        Field("extras", \.extras, .object)
    }
}

extension Member {
    static let days = (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400.25) }
    static let tokens = (0..<3).map {
        UUID(uuid: (UInt8($0), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    }

    /// A model whose values are the ones that the predicates ask for, or beside them.
    init(id: Int, using generator: inout some RandomNumberGenerator) {
        func one<T>(_ values: [T]) -> T {
            values[Int.random(in: 0..<values.count, using: &generator)]
        }
        func some<T>(_ values: [T]) -> [T] { (0..<one([0, 0, 1, 2, 3])).map { _ in one(values) } }
        let names = ["", "A", "Ann", "Abel", "Bob", "x", "axe", "\u{1F426}"]
        let words = ["", "x", "y", "axe"]
        func address() -> Address {
            Address(city: one(["Oslo", "Rome", ""]), zip: one([nil, "1", "x"]))
        }
        self.init(
            id: id, name: one(names), nick: one([nil, nil] + names),
            age: one([-5, 0, 3, 17, 18, 19, 64, 65, 66]),
            points: one([0, 1, .max, UInt64(Int64.max) + 1]), small: one([nil, -128, 0, 7]),
            score: one([-1.5, -0.0, 0, 2.5, .infinity]), rating: one([nil, 0.1, 0.5, 3]),
            price: one([0, 1.5, 9.99, -3].map { Decimal($0) }), active: one([true, false]),
            flag: one([nil, true, false]),
            joined: one(Self.days), left: one([nil] + Self.days), token: one(Self.tokens),
            seal: one([[], [1], [1, 2]]),
            photo: Data(one([[], [1], [1, 2]])),
            link: one([nil, URL(string: "https://a.example/x")]), tags: some(words),
            notes: one([nil, some(words)]), labels: Set(some(words)), gaps: some([nil, 1, 2]),
            grid: some([[], [1], [2, 3]]), lines: some([Line(sku: "x")]),
            level: one(Level.allCases),
            color: one([nil, .red, .blue]), address: address(), home: one([nil, address()]),
            extras: [:], hidden: 0)
    }
}
