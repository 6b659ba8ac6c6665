import Foundation
import StorageCore
import TestSupport
import Testing

/// What is worked out from the values of records, whatever their kinds and their order.
@Suite struct AggregateTests {
    private let database = Database(MemoryStorage())

    private func keep(_ values: [Value]) throws {
        try database.write { tx in
            try tx.delete(.all, in: "items")
            for (number, value) in values.enumerated() {
                try tx.put(["v": value], key: try Key(number), in: "items")
            }
        }
    }

    private func aggregate(_ aggregate: Aggregate, _ values: [Value]) throws -> Value {
        try keep(values)
        let rows = try database.read { try $0.aggregate([aggregate], in: "items") }
        return try #require(rows.first?.values.first)
    }

    @Test(
        arguments: [
            ([], Value.int(0)),
            ([.null, .int(2), .int(-5)], .int(-3)),
            ([.int(.max), .int(1), .int(-1)], .int(.max)),
            ([.int(.max), .int(1)], .uint(1 << 63)),
            ([.uint(.max), .int(-1)], .uint(.max - 1)),
            ([.double(0.1), .double(0.2), .double(0.3)], .double(0.6)),
            ([.double(1e308), .double(1e308), .double(-1e308)], .double(1e308)),
            ([.double(1e308), .double(1e308)], .double(.infinity)),
            ([.double(1), .double(1e100), .double(1), .double(-1e100)], .double(2)),
            (
                [.double(.leastNonzeroMagnitude), .double(.leastNonzeroMagnitude)],
                .double(2 * .leastNonzeroMagnitude)
            ),
            ([.double(.infinity), .double(1)], .double(.infinity)),
            ([.int(9_007_199_254_740_993), .double(-9_007_199_254_740_992)], .double(1)),
            (
                [.decimal(digits: "0.1"), .decimal(digits: "0.2")],
                .decimal(digits: "0.3")
            ),
            ([.decimal(digits: "0.5"), .int(2)], .decimal(digits: "2.5")),
        ] as [([Value], Value)])
    func `A sum is exact, and rounded once at most`(_ values: [Value], _ sum: Value) throws {
        #expect(try aggregate(.sum("v"), values) == sum)
        #expect(try aggregate(.sum("v"), values.reversed()) == sum)
    }

    @Test func `A sum of Doubles does not depend on their order`() throws {
        var generator = try seededGenerator("random numbers")
        var values = (0..<2_000).map { _ in
            Value.double(
                Double.random(in: -1...1, using: &generator)
                    * pow(2, Double(Int.random(in: -300...300, using: &generator))))
        }
        let sum = try aggregate(.sum("v"), values)
        for _ in 0..<5 {
            values.shuffle(using: &generator)
            #expect(try aggregate(.sum("v"), values) == sum)
        }
    }

    @Test func `Infinities that cancel out, and NaN, have no sum`() throws {
        for values: [Value] in [
            [.double(.infinity), .double(-.infinity)], [.double(.nan), .int(1)],
        ] {
            guard case .double(let sum) = try aggregate(.sum("v"), values) else {
                Issue.record("not a double")
                continue
            }
            #expect(sum.isNaN)
        }
    }

    @Test func `A sum beyond its kind, or of no numbers, is an error that names the field`() throws
    {
        let tooLarge = #expect(throws: StorageError.self) {
            try aggregate(.sum("v"), [.uint(.max), .int(1)])
        }
        #expect(tooLarge?.code == .overflow)
        let lossy = #expect(throws: StorageError.self) {
            try aggregate(
                .sum("v"),
                [
                    .decimal(digits: "99999999999999999999999999999999999999"),
                    .decimal(digits: "0.001"),
                ])
        }
        #expect(lossy?.code == .overflow)
        let text = #expect(throws: StorageError.self) {
            try aggregate(.sum("v"), [.int(1), .string("2")])
        }
        #expect(text?.code == .typeMismatch)
        #expect(text?.field == "v")
    }

    @Test func `The average of integers is a Double, and of nothing it is null`() throws {
        #expect(try aggregate(.average("v"), [.int(1), .int(2), .null]) == .double(1.5))
        #expect(try aggregate(.average("v"), [.int(.max), .int(.max)]) == .double(0x1p63))
        #expect(
            try aggregate(.average("v"), [.decimal(1), .decimal(2)])
                == .decimal(digits: "1.5"))
        #expect(try aggregate(.average("v"), []) == .null)
        #expect(try aggregate(.average("v"), [.null]) == .null)
    }

    @Test func `Least and greatest follow the total order, nulls left out`() throws {
        let values: [Value] = [.null, .string("a"), .int(3), .double(.nan), .bool(true)]
        #expect(try aggregate(.minimum("v"), values) == .bool(true))
        #expect(try aggregate(.maximum("v"), values) == .string("a"))
        #expect(try aggregate(.minimum("v"), [.null]) == .null)
        #expect(
            try aggregate(.distinctCount("v"), [.int(1), .double(1), .null, .int(2)]) == .int(2))
    }

    @Test func `Groups are sorted, and null and missing are one of them`() throws {
        try database.write { tx in
            let rows: [(Value?, Value, Int64)] = [
                (.string("b"), .int(1), 1), (nil, .int(1), 2), (.null, .int(1), 3),
                (.string("b"), .double(1), 4), (.string("a"), .int(2), 5),
            ]
            for (number, row) in rows.enumerated() {
                var fields: [(name: String, value: Value)] = [("n", row.1), ("v", .int(row.2))]
                if let city = row.0 { fields.append(("city", city)) }
                try tx.put(try Record(fields), key: try Key(number), in: "items")
            }
        }
        let rows = try database.read {
            try $0.aggregate([.count, .sum("v")], by: ["city", "n"], in: "items")
        }
        #expect(
            rows == [
                AggregateRow(group: [.null, .int(1)], values: [.int(2), .int(5)]),
                AggregateRow(group: [.string("a"), .int(2)], values: [.int(1), .int(5)]),
                AggregateRow(group: [.string("b"), .int(1)], values: [.int(2), .int(5)]),
            ])
        let none = try database.read {
            try $0.aggregate([.count], where: .none, by: ["city"], in: "items")
        }
        #expect(none.isEmpty)
    }
}
