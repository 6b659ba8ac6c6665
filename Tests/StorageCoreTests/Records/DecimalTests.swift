import Foundation
import StorageCore
import TestSupport
import Testing

struct DecimalTests {
    private func expectRoundTrip(_ decimal: Decimal) throws {
        let record = try Record([("d", .decimal(decimal))])
        guard case .decimal(let again) = try Record(encoded: record.bytes).value(of: "d") else {
            Issue.record("\(decimal) is gone")
            return
        }
        if decimal.isNaN {
            #expect(again.isNaN)
        } else {
            #expect(again == decimal && again.description == decimal.description)
        }
        #expect(try Record([("d", .decimal(again))]) == record)
    }

    private func decimal(_ text: String) throws -> Decimal {
        try #require(Decimal(string: text))
    }

    @Test(arguments: [
        "0", "1", "-1", "0.1", "3.133", "129.9", "1E-120", "-1E-120", "1E100", "1E127", "-9E127",
        "99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999",
        "12345678901234567890123456789012345678E-128", "1E-128",
        "34028236692093846346337460743176821145E90", "5E-1", "1000000", "0.0000001",
        "8750E127", "-100E127", "10000000000000000000000000000000000000E127",
    ])
    func `Decimals at the edges come back with every digit`(text: String) throws {
        try expectRoundTrip(try decimal(text))
    }

    @Test func `The largest decimal and what is not a number come back`() throws {
        try expectRoundTrip(.greatestFiniteMagnitude)
        try expectRoundTrip(-.greatestFiniteMagnitude)
        try expectRoundTrip(.leastNonzeroMagnitude)
        try expectRoundTrip(.nan)
    }

    @Test func `Equal decimals have equal bytes, however they were computed`() throws {
        let equal: [(Decimal, Decimal)] = try [
            (decimal("1.50"), decimal("1.5")), (decimal("100"), decimal("1E2")),
            (decimal("1.5") + decimal("1.5"), 3), (decimal("10") / 4, decimal("2.5")),
            (Decimal(sign: .minus, exponent: 5, significand: 0), 0),
            (Decimal(sign: .plus, exponent: 2, significand: 700), decimal("70000")),
            (decimal("0.1") * 10, 1), (-decimal("0"), 0),
        ]
        for (left, right) in equal {
            #expect(left == right)
            #expect(Value.decimal(left) == .decimal(right), "\(left)")
        }
        #expect(Value.decimal(1) != .decimal(-1) && Value.decimal(1) != .decimal(10))
    }

    @Test func `Any decimal comes back`() throws {
        var generator = try seededGenerator("decimals")
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...38, using: &generator)
            let digits = (0..<count).map { _ in
                Bool.random(using: &generator) ? 0 : Int.random(in: 0...9, using: &generator)
            }
            let sign = Bool.random(using: &generator) ? "-" : ""
            let exponent = Int.random(in: -128...127, using: &generator)
            let text = sign + digits.map(String.init).joined() + "E\(exponent)"
            guard let decimal = Decimal(string: text), decimal.isFinite else { continue }
            try expectRoundTrip(decimal)
        }
    }
}
