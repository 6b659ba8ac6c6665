import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct KeyColumnTests {
    static let kinds: [[KeyKind]?] = [[.int], [.string], [.bytes], [.uuid], nil, [.int, .string]]

    @Test func `A single native kind has a native column, and everything else an encoded one`() {
        let columns = Self.kinds.map { KeyColumn($0) }
        #expect(columns == [.int, .string, .bytes, .uuid, .encoded, .encoded])
        for kind in [KeyKind.bool, .uint, .date] { #expect(KeyColumn([kind]) == .encoded) }
    }

    @Test(arguments: kinds)
    func `SQLite ranges hold exactly the keys that the range contains`(
        kinds: [KeyKind]?
    ) throws {
        var generator = try seededGenerator("\(kinds.map { "\($0)" } ?? "any")")
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("a.db"))
        var keys: Set<Key> = []
        while keys.count < 120 { keys.insert(try Self.key(kinds, &generator)) }
        let sorted = keys.sorted()
        try storage.write { driver in
            let collection = try driver.prepare(CollectionSchema("c", key: kinds))
            for key in keys { try driver.put(key, [:], in: collection) }
            var bounds: [[UInt8]?] = [nil]
            for _ in 0..<400 { bounds.append(try Self.bound(sorted, &generator)) }
            for _ in 0..<1500 {
                let range = KeyRange(
                    from: bounds.randomElement(using: &generator) ?? nil,
                    until: bounds.randomElement(using: &generator) ?? nil)
                let expected = sorted.filter { range.contains($0.bytes) }
                let found = try driver.entries(range, in: collection).map(\.0)
                try #require(found == expected, "\(range)")
                let backwards = try driver.entries(range, in: collection, reversed: true).map(\.0)
                try #require(backwards == expected.reversed(), "\(range)")
                try #require(try driver.count(range, in: collection) == expected.count)
            }
            for range in bounds.prefix(60).map({ KeyRange(from: $0, until: nil) }) {
                try driver.savepoint()
                let expected = sorted.filter { !range.contains($0.bytes) }
                #expect(
                    try driver.delete(range, in: collection) == sorted.count - expected.count)
                #expect(try driver.entries(in: collection).map(\.0) == expected)
                try driver.rollBackToSavepoint()
            }
        }
        try storage.close()
    }

    /// A key of the kinds, from few values, so that many are neighbours.
    private static func key(
        _ kinds: [KeyKind]?, _ generator: inout SplitMix64
    ) throws -> Key {
        let kinds = kinds ?? Array(KeyKind.allCases.shuffled(using: &generator).prefix(2))
        return try Key(
            kinds.map { kind in
                switch kind {
                case .bool: return .bool(.random(using: &generator))
                case .int:
                    let edges: [Int64] = [.min, .min + 1, -1, 0, 1, 255, 256, .max - 1, .max]
                    return .int(
                        (edges.randomElement(using: &generator) ?? 0)
                            &+ .random(in: -40...40, using: &generator))
                case .uint: return .uint(UInt64.max - .random(in: 0...9, using: &generator))
                case .string:
                    let scalars: [Unicode.Scalar] = ["\0", "a", "b", "\u{7F}", "é", "\u{10FFFF}"]
                    var text = String.UnicodeScalarView()
                    for _ in 0..<Int.random(in: 0...5, using: &generator) {
                        text.append(scalars.randomElement(using: &generator) ?? "x")
                    }
                    return .string(String(text))
                case .bytes:
                    return .bytes(
                        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                            [0, 0, 1, 0x7F, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
                        })
                case .date:
                    return .date(
                        Date(
                            timeIntervalSinceReferenceDate: .random(
                                in: -5...5, using: &generator)))
                case .uuid:
                    let edge: UInt64 = Bool.random(using: &generator) ? 0 : .max - 9
                    return .uuid(
                        UUID(
                            edge + .random(in: 0...9, using: &generator),
                            edge + .random(in: 0...9, using: &generator)))
                }
            })
    }

    /// Bytes near a key: itself, cut, continued, one off, of another kind, or nothing.
    private static func bound(
        _ keys: [Key], _ generator: inout SplitMix64
    ) throws -> [UInt8] {
        var bytes = keys.randomElement(using: &generator)?.bytes ?? []
        switch Int.random(in: 0...8, using: &generator) {
        case 0: break
        case 1: bytes.append(0)
        case 2: bytes.append(contentsOf: [0xFF, 0x01])
        case 3: bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
        case 4: bytes[bytes.count - 1] &+= 1
        case 5: bytes[Int.random(in: 0..<bytes.count, using: &generator)] &-= 1
        case 6: bytes[0] = .random(in: 0...255, using: &generator)
        case 7:
            let index = Int.random(in: 1...bytes.count, using: &generator)
            bytes.insert(.random(in: 0...2, using: &generator), at: index)
        default:
            let index = Int.random(in: 1...bytes.count, using: &generator)
            bytes.insert(contentsOf: [0, 0xFF], at: index)
        }
        return bytes
    }
}
