import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Record {
    /// A record with values of random kinds, in fields whose names promise other ones.
    static func random(using generator: inout SplitMix64) throws -> Record {
        var fields: [(name: String, value: Value)] = []
        for kind in FieldKind.allCases where Bool.random(using: &generator) {
            fields.append((kind.rawValue, try .random(using: &generator, depth: 0)))
        }
        for number in 0..<Int.random(in: 0..<4, using: &generator) {
            fields.append(("field \(number)", try .random(using: &generator, depth: 0)))
        }
        return try Record(fields)
    }
}

extension Value {
    /// A value of a random kind.
    static func random(using generator: inout SplitMix64, depth: Int) throws -> Value {
        let bits = generator.next()
        switch Int.random(in: 0..<(depth < 3 ? 13 : 11), using: &generator) {
        case 0: return .null
        case 1: return .bool(bits & 1 == 0)
        case 2: return .int(Int64(bitPattern: bits))
        case 3: return .int(Int64(bitPattern: bits) % 100)
        case 4: return .uint(bits | 1 << 63)
        case 5: return .double(Double(bitPattern: bits))
        case 6: return .decimal(Decimal(Int64(bitPattern: bits)) / 1_000)
        case 7: return .string(.random(using: &generator))
        case 8: return .bytes(bytes(bits, count: Int(bits % 40)))
        case 9: return .date(Date(timeIntervalSinceReferenceDate: Double(bits >> 20) / 1_000))
        case 10: return .uuid(ConformanceKit.uuid(bits))
        case 11:
            return .array(
                try (0..<Int(bits % 4)).map { _ in
                    try random(using: &generator, depth: depth + 1)
                })
        default:
            return .object(
                try Record(
                    try (0..<Int(bits % 4)).map {
                        ("member \($0)", try random(using: &generator, depth: depth + 1))
                    }))
        }
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 % 57)) }
    }
}

extension String {
    /// A short text of scalars from everywhere.
    static func random(using generator: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &generator) {
            let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x11_0000
            // Surrogates are no scalars.
            let scalar = UnicodeScalar(UInt32.random(in: 0..<limit, using: &generator))
            text.unicodeScalars.append(scalar ?? "\u{FFFD}")
        }
        return text
    }
}
