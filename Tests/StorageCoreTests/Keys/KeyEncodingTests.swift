import Foundation
import StorageCore
import TestSupport
import Testing

/// The promises of a key's encoding: injective, in the order of tuples, and reversible.
struct KeyEncodingTests {
    /// A component from a small pool or at random, so that pairs are often equal or close.
    private func component(using generator: inout some RandomNumberGenerator) -> KeyComponent {
        let numbers: [Int64] = [0, 1, -1, 255, 256, -256, .max, .min, .max - 1, .min + 1]
        let texts = [
            "", "\0", "\0\0", "a", "a\0", "a\0b", "ab", "é", "e\u{301}", "\u{1F600}", "\u{FFFF}",
            "\u{FF}", "Z", "z", "10", "9",
        ]
        let strings: [[UInt8]] = [
            [], [0], [0, 0], [0, 255], [255], [255, 255], [1], [0, 1], [255, 0],
        ]
        let seconds: [Double] = [
            0, -0.0, 0.1, -0.1, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude,
            -.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e9, 1e9.nextUp,
        ]
        let random = UInt64.random(in: .min ... .max, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .bool(random & 1 == 0)
        case 1: return .int(numbers[Int(random % 10)])
        case 2: return .int(Int64(bitPattern: random))
        case 3: return .uint(random | 1 << 63)
        case 4: return .string(texts[Int(random % UInt64(texts.count))])
        case 5: return .bytes(strings[Int(random % UInt64(strings.count))])
        case 6:
            return .bytes((0..<random % 6).map { _ in .random(in: 0...255, using: &generator) })
        case 7:
            let value = seconds[Int(random % UInt64(seconds.count))]
            return .date(Date(timeIntervalSinceReferenceDate: value))
        case 8:
            let value = Double(bitPattern: random)
            return .date(Date(timeIntervalSinceReferenceDate: value.isNaN ? 5 : value))
        default: return .uuid(UUID(random & 3, random >> 62))
        }
    }

    private func tuple(using generator: inout some RandomNumberGenerator) -> [KeyComponent] {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in component(using: &generator) }
    }

    /// The order of components, from the values alone: kinds as ``KeyKind`` lists them, an unsigned
    /// integer among the signed ones.
    private func order(_ left: KeyComponent, _ right: KeyComponent) -> Int {
        func sign(_ isLess: Bool, _ isEqual: Bool) -> Int { isEqual ? 0 : isLess ? -1 : 1 }
        func lexicographic(_ a: some Swift.Collection<UInt8>, _ b: some Swift.Collection<UInt8>)
            -> Int
        {
            for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
            return sign(a.count < b.count, a.count == b.count)
        }
        func rank(_ component: KeyComponent) -> Int {
            switch component {
            case .bool: 0
            case .int, .uint: 1
            case .string: 2
            case .bytes: 3
            case .date: 4
            case .uuid: 5
            }
        }
        func number(_ component: KeyComponent) -> Int128? {
            switch component {
            case .int(let value): Int128(value)
            case .uint(let value): Int128(value)
            default: nil
            }
        }
        if let left = number(left), let right = number(right) {
            return sign(left < right, left == right)
        }
        switch (left, right) {
        case (.bool(let a), .bool(let b)): return sign(!a && b, a == b)
        case (.string(let a), .string(let b)): return lexicographic(a.utf8, b.utf8)
        case (.bytes(let a), .bytes(let b)): return lexicographic(a, b)
        case (.date(let a), .date(let b)):
            let seconds = (a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
            return sign(seconds.0 < seconds.1, seconds.0 == seconds.1)
        case (.uuid(let a), .uuid(let b)): return lexicographic(a.bytes, b.bytes)
        default: return sign(rank(left) < rank(right), false)
        }
    }

    private func order(_ left: [KeyComponent], _ right: [KeyComponent]) -> Int {
        for (a, b) in zip(left, right) {
            let order = order(a, b)
            if order != 0 { return order }
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }

    @Test func `The order of keys is the order of tuples, and only equal tuples are equal keys`()
        throws
    {
        var generator = try seededGenerator("key order")
        for _ in 0..<20_000 {
            let (a, b) = (tuple(using: &generator), tuple(using: &generator))
            // Half of the pairs share their beginning.
            let left = a
            let right = Bool.random(using: &generator) ? b : Array(a.dropLast()) + b
            let (leftKey, rightKey) = (try Key(left), try Key(right))
            let expected = order(left, right)
            #expect((leftKey < rightKey) == (expected < 0), "\(left) and \(right)")
            #expect((leftKey == rightKey) == (expected == 0), "\(left) and \(right)")
        }
    }

    @Test func `A key gives its components back and is the key of its bytes`() throws {
        var generator = try seededGenerator("key components")
        for _ in 0..<10_000 {
            let components = tuple(using: &generator)
            let key = try Key(components)
            let again = try key.components()
            #expect(again.count == components.count)
            for (component, original) in zip(again, components) {
                #expect(order(component, original) == 0 && component.kind == original.kind)
            }
            #expect(try Key(encoded: key.bytes) == key)
            #expect(try Key(again).bytes == key.bytes)
        }
    }

    @Test func `Bytes that are not a key are refused, and what is accepted has one form`() throws {
        var generator = try seededGenerator("key bytes")
        for bytes: [UInt8] in [
            [], [0], [0x12], [0x20], [0x20, 0, 0, 0, 0, 0, 0, 0], [0x30], [0x30, 0x61],
            [0x30, 0xC3, 0], [0x30, 0xFF, 0], [0x40, 0, 0xFF],
            [0x60] + Array(repeating: 0, count: 15),
            // An unsigned integer that has a signed form, a date that is not a number, minus zero.
            [0x21, 0x7F] + Array(repeating: 0xFF, count: 7),
            [0x50, 0xFF, 0xF8] + Array(repeating: 0, count: 6),
            [0x10, 0xFF], [0x50, 0x7F] + Array(repeating: 0xFF, count: 7),
        ] {
            #expect(throws: StorageError.self, "\(bytes)") { try Key(encoded: bytes) }
        }
        for _ in 0..<20_000 {
            var bytes = try Key(tuple(using: &generator)).bytes
            let place = Int.random(in: bytes.indices, using: &generator)
            bytes[place] = .random(in: 0...255, using: &generator)
            do {
                let key = try Key(encoded: bytes)
                #expect(try Key(key.components()).bytes == bytes)
            } catch {
                #expect(error.code == .invalidKey)
            }
        }
    }

    @Test func `Equal integers are equal keys, whatever their type`() throws {
        #expect(try Key(5) == Key(UInt64(5)))
        #expect(try Key(Int8(-5)) == Key(Int64(-5)))
        #expect(try Key(UInt64(Int64.max)) == Key(Int64.max))
        #expect(try Key(UInt64(Int64.max) + 1) > Key(Int64.max))
        #expect(try Key(UInt8(255)) == Key(255))
        #expect(try Key([.uint(7)]) == Key([.int(7)]))
        #expect(try Key(1) != Key("1"))
        #expect(try Key(300).decode(as: UInt16.self) == 300)
        #expect(throws: StorageError.self) { try Key(300).decode(as: UInt8.self) }
        #expect(throws: StorageError.self) { try Key(-1).decode(as: UInt64.self) }
        #expect(throws: StorageError.self) { try Key([.int(1), .int(2)]).decode(as: Int.self) }
    }

    @Test func `Minus zero is zero in a date, and what is not a number is refused`() throws {
        let zero = Date(timeIntervalSinceReferenceDate: 0)
        #expect(try Key(Date(timeIntervalSinceReferenceDate: -0.0)) == Key(zero))
        #expect(try Key(zero) < Key(Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)))
        #expect(try Key(Date(timeIntervalSinceReferenceDate: -.leastNonzeroMagnitude)) < Key(zero))
        for nan in [Double.nan, -.nan, .signalingNaN] {
            do {
                _ = try Key(Date(timeIntervalSinceReferenceDate: nan))
                Issue.record("a date that is not a number was accepted")
            } catch {
                #expect(error.code == .invalidKey)
            }
        }
    }

    @Test func `Strings are keys by their bytes, not by their canonical form`() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed)
        #expect(try Key(composed) != Key(decomposed))
        #expect(try Key("a\0") > Key("a"))
        #expect(try Key("a\0b") < Key("ab"))
        for text in ["", "\0", "a\0b\0\0", composed, decomposed, "\u{1F468}\u{200D}\u{1F469}"] {
            #expect(try Key(text).decode(as: String.self).utf8.elementsEqual(text.utf8))
        }
    }

    @Test func `A key of 480 bytes is kept and one of 481 is refused`() throws {
        #expect(Key.maximumSize == 480)
        // A string takes its bytes, a tag and an end.
        #expect(try Key(String(repeating: "x", count: 478)).bytes.count == 480)
        #expect(try Key(Array(repeating: UInt8(1), count: 478)).bytes.count == 480)
        #expect(try Key(String(repeating: "\0", count: 239)).bytes.count == 480)
        let tooLong: [() throws -> Key] = [
            { try Key(String(repeating: "x", count: 479)) },
            { try Key(String(repeating: "\0", count: 240)) },
            { try Key([.bytes(Array(repeating: 9, count: 477)), .bool(true), .bool(true)]) },
            { try Key(encoded: [0x30] + Array(repeating: 0x78, count: 479) + [0]) },
        ]
        for make in tooLong {
            do {
                _ = try make()
                Issue.record("a key that is too long was accepted")
            } catch let error as StorageError {
                #expect(error.code == .invalidKey)
                #expect(error.message.contains("1 to 480 bytes"))
            }
        }
        #expect(throws: StorageError.self) { try Key([]) }
    }
}

extension UUID {
    fileprivate var bytes: [UInt8] {
        unsafe withUnsafeBytes(of: uuid) { unsafe Array($0) }
    }
}
