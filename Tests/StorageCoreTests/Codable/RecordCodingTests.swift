import Foundation
import StorageCore
import Testing

/// What becomes of each type, and back.
struct RecordCodingTests {
    struct Address: Codable, Equatable {
        var street: String
        var lines: [String]
        var zip: Int?
    }

    enum Plan: Codable, Hashable {
        case free
        case paid(amount: Decimal, since: Date)
        case custom(String)
    }

    struct Everything: Codable, Equatable {
        var id: Int64 = -7
        var small: Int8 = .min
        var large: UInt64 = .max
        var wide: Int128 = 1 << 63
        var ratio: Double = -0.0
        var short: Float = 0.1
        var name = "Zoë\u{0}\u{1F600} e\u{301}"
        var flag = true
        var instant = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        var uuid = UUID()
        var data = Data([0, 255, 1])
        var bytes: [UInt8] = [9, 0, 255]
        var price = Decimal(sign: .minus, exponent: -3, significand: 1_234_567)
        var link: URL? = URL(string: "https://example.com/a%20b?c=d#e")
        var absent: String?
        var address = Address(street: "", lines: ["x", ""], zip: 1234)
        var history: [Address] = []
        var tags: Set<String> = ["a", "b", "c"]
        var byName: [String: Int] = ["b": 1, "a": 2, "": 3]
        var byNumber: [Int: String] = [10: "x", 9: "y"]
        var byPlan: [Plan: Int] = [.free: 1, .custom("é"): 2]
        var plan: Plan = .paid(amount: 9.99, since: .distantPast)
        var optionals: [Int?] = [1, nil, 3]
        var nested: [[[Int]]] = [[[1], []], []]
    }

    @Test func `A value with a field of every kind comes back equal`() throws {
        let value = Everything()
        let bytes = try RecordEncoder().encode(value)
        #expect(try RecordDecoder().decode(Everything.self, from: bytes) == value)
    }

    @Test func `The bytes are those of the record with the same fields`() throws {
        let value = Everything()
        let record = try Record(encoded: try RecordEncoder().encode(value))
        let expected: Record = try Record([
            ("id", -7), ("small", -128), ("large", .uint(.max)), ("wide", .uint(1 << 63)),
            ("ratio", .double(-0.0)), ("short", .double(Double(Float(0.1)))),
            ("name", .string(value.name)), ("flag", true), ("instant", .date(value.instant)),
            ("uuid", .uuid(value.uuid)), ("data", .bytes([0, 255, 1])),
            ("bytes", .bytes([9, 0, 255])), ("price", .decimal(value.price)),
            ("link", "https://example.com/a%20b?c=d#e"),
            ("address", .object(["lines": ["x", ""], "street": "", "zip": 1234])),
            ("history", []), ("tags", ["a", "b", "c"]),
            ("byName", .object(["": 3, "a": 2, "b": 1])),
            ("byNumber", .object(["10": "x", "9": "y"])),
            (
                "byPlan",
                [.object(["free": .object([:])]), 1, .object(["custom": .object(["_0": "é"])]), 2]
            ),
            (
                "plan",
                .object(["paid": .object(["amount": .decimal(9.99), "since": .date(.distantPast)])])
            ),
            ("optionals", [1, nil, 3]), ("nested", [[[1], []], []]),
        ])
        for (field, wanted) in zip(try record.fields(), try expected.fields()) {
            #expect(field.name == wanted.name)
            #expect(field.value == wanted.value, "\(field.name)")
        }
        #expect(record == expected)
    }
}
