public import Foundation

/// A model of the benchmarks' record: eight fields, the key among them, and an index on `score`.
public protocol Person: Sendable {
    /// Makes the person that has these values.
    init(_ values: PersonValues)
    /// The key.
    var id: Int64 { get }
    /// One of the fields that an update changes.
    var age: Int { get set }
    /// The other one, which has the index.
    var score: Double { get set }
    /// A text that is long enough to live on the heap.
    var email: String { get }
    /// Three short texts.
    var tags: [String] { get }
}

extension Person {
    /// What every way of reading adds up, so that reading cannot be left out, and so that it is
    /// known whether all of them read the same.
    @inlinable
    public var sum: UInt64 {
        // A view that drops bytes would cost more than reading the text did.
        let text = email.utf8.span
        let byte = text.count > 4 ? text[4] : 0
        return UInt64(id) &+ UInt64(age) &+ UInt64(byte) &+ UInt64(tags.count)
    }

    /// The person of a number with another age and score.
    public static func changed(_ number: Int, of count: Int) -> Self {
        var person = Self(PersonValues(number: number, of: count))
        person.age += 1
        person.score += 0.5
        return person
    }
}

/// The values of one person, which follow from a number.
public struct PersonValues: Sendable {
    /// The number.
    public let id: Int64
    /// About 20 bytes.
    public let name: String
    /// About 30 bytes.
    public let email: String
    /// From 0 to 89.
    public let age: Int
    /// A number from 0 on that no other person has.
    public let score: Double
    /// True of every second person.
    public let active: Bool
    /// Ascends with the number.
    public let createdAt: Date
    /// Three of at most six bytes.
    public let tags: [String]

    /// The person of a number, of as many as there are.
    public init(number: Int, of count: Int) {
        id = Int64(number)
        name = "person number \(number)"
        email = "mail\(number)@example.organisation"
        age = number % 90
        score = Double(Shuffle(count)[number])
        active = number.isMultiple(of: 2)
        createdAt = Date(timeIntervalSinceReferenceDate: Double(number) * 1.5)
        tags = ["t\(number % 7)", "second", "third"]
    }
}

/// The numbers below a limit in an order that no cache likes. Each comes once.
struct Shuffle {
    private let count: Int
    private let stride: Int

    init(_ count: Int) {
        self.count = max(1, count)
        // Either is prime, so that a count which only one of them divides is walked in full.
        stride = count.isMultiple(of: 7919) ? 7927 : 7919
    }

    subscript(place: Int) -> Int { place * stride % count }
}
