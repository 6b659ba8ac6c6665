import Foundation
import StorageCore
import TestSupport
import Testing

/// The order of values, as the encoding of sort keys has it.
@Suite struct SortKeyTests {
    private func sortKey(_ value: Value) throws -> [UInt8] {
        var encoder = SortKeyEncoder()
        try encoder.append(value)
        return encoder.bytes
    }

    /// Values in their order; those in one list are equal.
    private static let ascending: [[Value]] = [
        [.null], [.bool(false)], [.bool(true)],
        [.double(.nan), .double(.signalingNaN), .decimal(.nan), .double(-.nan)],
        [.double(-.infinity)], [.double(-.greatestFiniteMagnitude)],
        [.decimal(digits: "-12345678901234567890123456789012345678")],
        [.int(.min), .double(-0x1p63)], [.int(.min + 1)],
        [.int(-9_007_199_254_740_993)], [.int(-9_007_199_254_740_992)],
        [.double(-1.5), .decimal(digits: "-1.5")],
        [.int(-1), .double(-1), .decimal(-1)],
        [.decimal(digits: "-0.1")],
        [.double(-Double.leastNonzeroMagnitude)],
        [.int(0), .double(0), .double(-0.0), .decimal(0)],
        [.double(.leastNonzeroMagnitude)], [.decimal(digits: "1E-128")],
        [.decimal(digits: "0.1")], [.double(0.1)],
        [.double(0.5), .decimal(digits: "0.5")],
        [.int(1), .double(1), .decimal(digits: "1.00")],
        [.int(9)], [.decimal(digits: "9.5"), .double(9.5)], [.int(10)],
        [.double(0x1p53), .int(9_007_199_254_740_992)], [.int(9_007_199_254_740_993)],
        [.decimal(digits: "9007199254740993.5")],
        [.int(9_007_199_254_740_994), .double(9_007_199_254_740_994)],
        [.int(.max)], [.uint(1 << 63), .double(0x1p63)], [.uint((1 << 63) + 1)], [.uint(.max)],
        [.double(0x1p64), .decimal(digits: "18446744073709551616")],
        [.decimal(digits: "18446744073709551617")],
        [.decimal(digits: "1E127")],
        [.double(.greatestFiniteMagnitude)], [.double(.infinity)],
        [.string("")], [.string("\u{0}")], [.string("\u{1}")], [.string("A")], [.string("A\u{0}")],
        [.string("A\u{1}")], [.string("AA")], [.string("a")], [.string("\u{FFFF}")],
        [.string("\u{10000}")],
        [.bytes([])], [.bytes([0])], [.bytes([0, 0])], [.bytes([1])], [.bytes([255])],
        [.date(Date(timeIntervalSinceReferenceDate: -1))],
        [.date(Date(timeIntervalSinceReferenceDate: 0))],
        [.date(Date(timeIntervalSinceReferenceDate: 0.5))],
        [.uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))],
        [.uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))],
        [.array([])], [.array([.null])], [.array([.null, .null])], [.array([.int(1)])],
        [.array([.int(1), .int(2)])], [.array([.int(2)])], [.array([.array([])])],
        [.object([:])], [.object(["": .null])], [.object(["a": .null])],
        [.object(["a": .null, "b": .int(1)])], [.object(["a": .int(1)])],
        [.object(["a": .object([:])])], [.object(["b": .null])],
    ]

    @Test func `Values sort by class, then by value, and equal values have one sort key`() throws {
        let keys = try Self.ascending.map { try $0.map(sortKey) }
        for group in keys { #expect(Set(group).count == 1) }
        for (index, pair) in zip(keys, keys.dropFirst()).enumerated() {
            #expect(
                pair.0[0].lexicographicallyPrecedes(pair.1[0]),
                "\(Self.ascending[index]) before \(Self.ascending[index + 1])")
        }
    }

    @Test func `No sort key is a prefix of another one`() throws {
        let keys = try Self.ascending.map { try sortKey($0[0]) }
        for (index, key) in keys.enumerated() {
            for (other, longer) in keys.enumerated() where other != index {
                #expect(!longer.starts(with: key), "\(Self.ascending[index][0])")
            }
        }
    }

    @Test func `Random numbers of every kind sort by their exact value`() throws {
        var generator = try seededGenerator("random numbers")
        for _ in 0..<20_000 {
            let (left, right) = (Self.number(&generator), Self.number(&generator))
            let (leftKey, rightKey) = (try sortKey(left.value), try sortKey(right.value))
            #expect(
                leftKey.lexicographicallyPrecedes(rightKey) == (left.exact < right.exact),
                "\(left.value) and \(right.value)")
            #expect((leftKey == rightKey) == (left.exact == right.exact))
        }
    }

    /// A number near others, and what it is in units of a 2^20th of a 10^10th.
    private static func number(
        _ generator: inout some RandomNumberGenerator
    ) -> (value: Value, exact: Int128) {
        let unit = Int128(1 << 20) * 10_000_000_000
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let value = 9_007_199_254_740_992 + Int64.random(in: -4...4, using: &generator)
            let signed = Bool.random(using: &generator) ? value : -value
            return (.int(signed), Int128(signed) * unit)
        case 1:
            let units = Int64.random(in: -(1 << 52)...(1 << 52), using: &generator)
            return (.double(Double(units) / 0x1p20), Int128(units) * 10_000_000_000)
        case 2:
            let digits = Int64.random(
                in: -90_000_000_000_000...90_000_000_000_000, using: &generator)
            let value = Decimal(digits) / 10_000_000_000
            return (.decimal(value), Int128(digits) * (1 << 20))
        default:
            let value = Int64.random(in: -4...4, using: &generator)
            return (.int(value), Int128(value) * unit)
        }
    }
}
