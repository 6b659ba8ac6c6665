import Foundation
import StorageCore
import TestSupport
import Testing

struct FloatTests {
    struct Numbers: Codable {
        var double: Double
        var float: Float
        var optional: Float?
        var list: [Float]
        var date: Date
    }

    private func expectRoundTrip(_ double: Double, _ float: Float) throws {
        let value = Numbers(
            double: double, float: float, optional: float, list: [float],
            date: Date(timeIntervalSinceReferenceDate: double))
        let bytes = try RecordEncoder().encode(value)
        let again = try RecordDecoder().decode(Numbers.self, from: bytes)
        #expect(again.double.bitPattern == double.bitPattern)
        #expect(again.float.bitPattern == float.bitPattern)
        #expect(again.optional?.bitPattern == float.bitPattern)
        #expect(again.list.map(\.bitPattern) == [float.bitPattern])
        let seconds = again.date.timeIntervalSinceReferenceDate
        #expect(seconds.bitPattern == double.bitPattern)
    }

    @Test func `Numbers at the edges come back bit for bit`() throws {
        let payload = Float(bitPattern: 0xFFA0_1234)
        #expect(payload.isSignalingNaN)
        for float in [
            0.1, 3.14, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
            -.infinity, .nan, .signalingNaN, payload, Float(bitPattern: 0x7FFF_FFFF),
        ] as [Float] {
            try expectRoundTrip(.nan, float)
        }
        for double in [
            0.1, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity, .nan,
            .signalingNaN, Double(bitPattern: 0xFFF0_0000_0000_0001),
        ] as [Double] {
            try expectRoundTrip(double, 1)
        }
    }

    @Test func `Any bits of a Float and a Double come back`() throws {
        var generator = try seededGenerator("floats")
        for _ in 0..<5_000 {
            let exponent: UInt32 = Bool.random(using: &generator) ? 0x7F80_0000 : 0
            try expectRoundTrip(
                Double(bitPattern: .random(in: .min ... .max, using: &generator)),
                Float(bitPattern: UInt32.random(in: .min ... .max, using: &generator) | exponent))
        }
    }

    @Test func `A NaN with more payload than a Float has is refused`() throws {
        struct Short: Codable { var value: Float }
        let record: Record = ["value": .double(Double(bitPattern: 0x7FF8_0000_0000_0001))]
        #expect(throws: StorageError.self) {
            try RecordDecoder().decode(Short.self, from: record.bytes)
        }
    }
}
