import Foundation
import StorageCore
import Testing

/// The forms that `Codable` has beside the synthesised one.
struct EncodingFormTests {
    class Animal: Codable {
        var name: String
        init(name: String) { self.name = name }
    }

    /// Keeps the fields of its superclass in an object of their own.
    final class Dog: Animal {
        var tricks: [String]

        enum CodingKeys: CodingKey { case tricks, base }

        init(name: String, tricks: [String]) {
            self.tricks = tricks
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try super.encode(to: container.superEncoder())
            try container.encode(tricks, forKey: .tricks)
        }
    }

    /// Keeps the fields of its superclass among its own.
    final class Cat: Animal {
        var lives: Int

        enum CodingKeys: CodingKey { case lives }

        init(name: String, lives: Int) {
            self.lives = lives
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(lives, forKey: .lives)
        }
    }

    @Test func `A superclass is kept in an object of its own or among the fields`() throws {
        let dog = Dog(name: "Rex", tricks: ["sit"])
        let bytes = try RecordEncoder().encode(dog)
        #expect(
            try Record(encoded: bytes) == ["super": .object(["name": "Rex"]), "tricks": ["sit"]])
        let dogAgain = try RecordDecoder().decode(Dog.self, from: bytes)
        #expect(dogAgain.name == "Rex" && dogAgain.tricks == ["sit"])

        let cat = try RecordEncoder().encode(Cat(name: "Tom", lives: 7))
        #expect(try Record(encoded: cat) == ["lives": 7, "name": "Tom"])
        let catAgain = try RecordDecoder().decode(Cat.self, from: cat)
        #expect(catAgain.name == "Tom" && catAgain.lives == 7)
    }

    /// Writes into containers of its own making, in turns.
    struct Interleaved: Encodable {
        func encode(to encoder: any Encoder) throws {
            var root = encoder.container(keyedBy: AnyKey.self)
            var z = root.nestedContainer(keyedBy: AnyKey.self, forKey: "z")
            var empty = root.nestedUnkeyedContainer(forKey: "")
            try root.encode(1, forKey: "m")
            var a = root.nestedUnkeyedContainer(forKey: "a")
            try z.encode("late", forKey: "y")
            try a.encode(true)
            var inA = a.nestedContainer(keyedBy: AnyKey.self)
            try a.encode(2.5)
            _ = a.nestedUnkeyedContainer()
            try inA.encode([1, 2], forKey: "q")
            try empty.encodeNil()
            try z.encode("early", forKey: "b")
            try "value".encode(to: root.superEncoder(forKey: "s"))
            var again = root.nestedContainer(keyedBy: AnyKey.self, forKey: "z")
            try again.encode("shared", forKey: "x")
            #expect(a.count == 4)
        }
    }

    @Test func `Containers may be filled in turns until the value ends`() throws {
        let record = try Record(encoded: try RecordEncoder().encode(Interleaved()))
        #expect(
            record == [
                "": [nil], "a": [true, .object(["q": [1, 2]]), 2.5, []], "m": 1, "s": "value",
                "z": .object(["b": "early", "x": "shared", "y": "late"]),
            ])
    }

    @Test func `Nested containers are read as they were written`() throws {
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                let root = try decoder.container(keyedBy: AnyKey.self)
                #expect(root.allKeys.map(\.stringValue) == ["", "a", "m", "s", "z"])
                let z = try root.nestedContainer(keyedBy: AnyKey.self, forKey: "z")
                #expect(try z.decode(String.self, forKey: "x") == "shared")
                #expect(z.codingPath.map(\.stringValue) == ["z"])
                var a = try root.nestedUnkeyedContainer(forKey: "a")
                #expect(a.count == 4)
                #expect(try !a.decodeNil())
                #expect(try a.decode(Bool.self))
                let inA = try a.nestedContainer(keyedBy: AnyKey.self)
                #expect(inA.codingPath.map(\.stringValue) == ["a", "1"])
                #expect(inA.codingPath.map(\.intValue) == [nil, 1])
                var q = try inA.nestedUnkeyedContainer(forKey: "q")
                #expect(try q.decode(Int.self) == 1)
                #expect(try q.decode(Int.self) == 2)
                #expect(q.isAtEnd)
                #expect(throws: DecodingError.self) { try q.decode(Int.self) }
                let single = try root.superDecoder(forKey: "s").singleValueContainer()
                #expect(try single.decode(String.self) == "value")
                #expect(single.codingPath.map(\.stringValue) == ["s"])
                #expect(try root.decodeNil(forKey: "m") == false)
                #expect(!root.contains("nothing"))
            }
        }
        _ = try RecordDecoder().decode(Reader.self, from: try RecordEncoder().encode(Interleaved()))
    }

    @Test func `A type that wraps another one is kept as that one`() throws {
        struct Wrapper<Content: Codable & Equatable>: Codable, Equatable {
            var content: Content
            init(_ content: Content) { self.content = content }
            init(from decoder: any Decoder) throws {
                content = try decoder.singleValueContainer().decode(Content.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(content)
            }
        }
        struct Inner: Codable, Equatable { var b = 1, a = Wrapper("x") }
        let value = Wrapper(Wrapper(Inner()))
        let bytes = try RecordEncoder().encode(value)
        #expect(try Record(encoded: bytes) == ["a": "x", "b": 1])
        #expect(try RecordDecoder().decode(type(of: value), from: bytes) == value)
    }

    @Test func `A field that is encoded twice has the last value`() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode("first", forKey: "b")
                try container.encode(0, forKey: "a")
                try container.encode("second, longer", forKey: "b")
                try container.encode(1, forKey: "a")
                try container.encode("third", forKey: "b")
            }
        }
        #expect(
            try Record(encoded: try RecordEncoder().encode(Twice())) == ["a": 1, "b": "third"])
    }

    @Test func `The path of containers is right while they are written`() throws {
        struct Leaf: Encodable {
            func encode(to encoder: any Encoder) throws {
                #expect(encoder.codingPath.map(\.stringValue) == ["list", "1", "deep", "leaf"])
                var container = encoder.container(keyedBy: AnyKey.self)
                #expect(container.codingPath.map(\.intValue) == [nil, 1, nil, nil])
                var inner = container.nestedUnkeyedContainer(forKey: "in")
                try inner.encode(0)
                #expect(inner.codingPath.count == 5)
                let last = inner.superEncoder()
                #expect(
                    last.codingPath.map(\.stringValue) == ["list", "1", "deep", "leaf", "in", "1"])
            }
        }
        struct Root: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                var list = container.nestedUnkeyedContainer(forKey: "list")
                try list.encode("x")
                var element = list.nestedContainer(keyedBy: AnyKey.self)
                try element.encode(["leaf": Leaf()], forKey: "deep")
            }
        }
        _ = try RecordEncoder().encode(Root())
    }

    @Test func `Foundation's other types keep their own form`() throws {
        struct Others: Codable, Equatable {
            var locale = Locale(identifier: "de_CH")
            var measure = Measurement(value: 2.5, unit: UnitLength.meters)
            var range = 1..<5
            var interval = DateInterval(start: .distantPast, duration: 5)
            var relative = URL(string: "b?c", relativeTo: URL(string: "https://example.com/a/"))
            var components = DateComponents(year: 2024, month: 2)
        }
        let value = Others()
        let bytes = try RecordEncoder().encode(value)
        let again = try RecordDecoder().decode(Others.self, from: bytes)
        #expect(again == value)
        #expect(again.relative?.relativeString == "b?c")
        #expect(again.relative?.baseURL?.absoluteString == "https://example.com/a/")
    }

    @Test func `A type without fields is an empty record`() throws {
        struct Empty: Codable, Equatable {}
        struct Outer: Codable, Equatable { var empty = Empty() }
        #expect(try RecordEncoder().encode(Empty()) == [])
        #expect(try RecordDecoder().decode(Empty.self, from: []) == Empty())
        let outer = try RecordEncoder().encode(Outer())
        #expect(try Record(encoded: outer) == ["empty": .object([:])])
        #expect(try RecordDecoder().decode(Outer.self, from: outer) == Outer())
    }
}

/// A key of any name.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
    init(stringLiteral value: String) { stringValue = value }
}
