import Foundation
import StorageCore
import Testing

/// What cannot be kept, and how the error says so.
struct EncodingErrorTests {
    struct Refusal: Error, Equatable {
        var reason: String
    }

    /// Throws the error from its `encode(to:)`, after some output.
    struct Refusing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode("some output", forKey: "before")
            throw Refusal(reason: "not today")
        }
    }

    struct Order<Item: Encodable>: Encodable {
        var id = 1
        var lines: [[String: Item]]
    }

    /// The error of encoding a value, which must fail.
    static func error(_ value: some Encodable) throws -> StorageError {
        do {
            let bytes = try RecordEncoder().encode(value)
            throw Refusal(reason: "\(value) was encoded as \(bytes)")
        } catch let error as StorageError {
            return error
        }
    }

    @Test func `An error of the value's own is the cause, and the path is that of the value`()
        throws
    {
        let error = try Self.error(Order(lines: [[:], ["x": Refusing()]]))
        #expect(error.code == .invalidValue)
        #expect(error.field == "lines.1.x")
        #expect(error.cause as? Refusal == Refusal(reason: "not today"))
        #expect(error.message.contains("'lines.1.x'") && error.message.contains("not today"))
        #expect(try Self.error(Refusing()).field == nil)
    }

    @Test func `The path and the reason of an EncodingError are kept`() throws {
        struct Strict: Encodable {
            func encode(to encoder: any Encoder) throws {
                let context = EncodingError.Context(
                    codingPath: encoder.codingPath + [AnyKey("inner")],
                    debugDescription: "it is odd")
                throw EncodingError.invalidValue(7, context)
            }
        }
        let error = try Self.error(Order(lines: [["x": Strict()]]))
        #expect(error.code == .invalidValue && error.field == "lines.0.x.inner")
        #expect(error.message.contains("it is odd (7)"))
        #expect(error.cause is EncodingError)
    }

    @Test func `A storage error keeps its code and gets the path`() throws {
        struct Full: Encodable {
            func encode(to encoder: any Encoder) throws { throw StorageError(.full, "no room") }
        }
        let error = try Self.error(Order(lines: [["x": Full()]]))
        #expect(error.code == .full && error.message == "no room" && error.field == "lines.0.x")
    }

    @Test(arguments: [Int128(UInt64.max) + 1, Int128(Int64.min) - 1, .max, .min])
    func `An integer of more than 64 bits is refused by its path`(value: Int128) throws {
        struct Wide: Encodable { var a = 1, wide: Int128 }
        let error = try Self.error(Wide(wide: value))
        #expect(error.code == .invalidValue && error.field == "wide")
        #expect(error.message.contains("\(value)"))
        let inner = try Self.error(Order(lines: [["x": [UInt128.max]]]))
        #expect(inner.code == .invalidValue && inner.field == "lines.0.x.0")
    }

    @Test func `What has no names for its fields is refused`() throws {
        #expect(try Self.error([1]).code == .invalidValue)
        #expect(try Self.error("text").message.contains("String"))
        #expect(try Self.error(Date()).code == .invalidValue)
        #expect(try Self.error(Int?.none).code == .invalidValue)
        #expect(try Self.error([Order<Int>]()).message.contains("make it a field of a struct"))
        #expect(try RecordEncoder().encode(Optional(["a": 1])) == RecordEncoder().encode(["a": 1]))
    }

    @Test func `An error that the value catches leaves no trace`() throws {
        struct Lenient: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode("kept", forKey: "b")
                #expect(throws: Refusal.self) {
                    try container.encode([["x": Refusing()]], forKey: "a")
                }
                #expect(throws: StorageError.self) {
                    try container.encode(Int128.max, forKey: "a")
                }
                var list = container.nestedUnkeyedContainer(forKey: "c")
                #expect(throws: Refusal.self) { try list.encode(Refusing()) }
                #expect(list.count == 0)
                try list.encode(1)
            }
        }
        let bytes = try RecordEncoder().encode(Lenient())
        #expect(try Record(encoded: bytes) == ["b": "kept", "c": [1]])
    }

    @Test func `An optional that holds nil in an optional is refused`() throws {
        struct Doubtful: Encodable {
            var value: Int??
            var list: [Int??] = []
        }
        #expect(try Record(encoded: RecordEncoder().encode(Doubtful(value: nil))) == ["list": []])
        let five = try RecordEncoder().encode(Doubtful(value: 5, list: [nil, 6]))
        #expect(try Record(encoded: five) == ["list": [nil, 6], "value": 5])
        let error = try Self.error(Doubtful(value: .some(nil)))
        #expect(error.code == .invalidValue && error.field == "value")
        #expect(try Self.error(Doubtful(value: 1, list: [.some(nil)])).field == "list.0")
    }

    @Test func `A value that encodes itself in two forms is refused`() throws {
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: "a")
                var other = encoder.unkeyedContainer()
                #expect(throws: StorageError.self) { try other.encode(2) }
            }
        }
        struct Again: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        #expect(try Self.error(Order(lines: [["x": Both()]])).field == "lines.0.x")
        #expect(try Self.error(Order(lines: [["x": Again()]])).field == "lines.0.x")
        #expect(try Self.error(Both()).message.contains("twice"))
    }

    final class Keeper {
        var keyed: KeyedEncodingContainer<AnyKey>?
        var unkeyed: (any UnkeyedEncodingContainer)?
        var single: (any SingleValueEncodingContainer)?
        var encoder: (any Encoder)?
        var nested: (any UnkeyedEncodingContainer)?
    }

    /// Hands its containers out, and writes to them when it is told to.
    struct Leaking: Encodable {
        var keeper: Keeper
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            keeper.encoder = encoder
            keeper.keyed = container
            keeper.nested = container.nestedUnkeyedContainer(forKey: "nested")
            let inner = container.superEncoder(forKey: "inner")
            keeper.unkeyed = inner.unkeyedContainer()
            keeper.single = inner.singleValueContainer()
            try container.encode(1, forKey: "a")
        }
    }

    @Test func `Containers that outlive their value throw and change nothing`() throws {
        struct Outer: Encodable {
            var keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(Leaking(keeper: keeper), forKey: "first")
                #expect(throws: StorageError.self) { try keeper.keyed?.encode(1, forKey: "late") }
                #expect(throws: StorageError.self) { try keeper.nested?.encode("late") }
                #expect(throws: StorageError.self) { try keeper.unkeyed?.encode("late") }
                #expect(throws: StorageError.self) { try keeper.single?.encode("late") }
                var late = keeper.keyed?.nestedContainer(keyedBy: AnyKey.self, forKey: "late")
                #expect(throws: StorageError.self) { try late?.encode(1, forKey: "late") }
                var reopened = keeper.encoder?.unkeyedContainer()
                #expect(throws: StorageError.self) { try reopened?.encode(1) }
                #expect(keeper.unkeyed?.codingPath.isEmpty == true && keeper.nested?.count == 0)
                try container.encode(2, forKey: "second")
            }
        }
        let keeper = Keeper()
        #expect(throws: StorageError.self) { try RecordEncoder().encode(Outer(keeper: keeper)) }

        // Without the attempts to open containers where none can be, all of it is kept.
        let bytes = try RecordEncoder().encode(["first": Leaking(keeper: keeper)])
        let inside: Record = ["a": 1, "inner": [], "nested": []]
        #expect(try Record(encoded: bytes) == ["first": .object(inside)])
        #expect(throws: StorageError.self) { try keeper.keyed?.encode(1, forKey: "late") }
        #expect(throws: StorageError.self) { try keeper.nested?.encode(1) }
        #expect(throws: StorageError.self) {
            var late = keeper.encoder?.container(keyedBy: AnyKey.self)
            try late?.encode(1, forKey: "late")
        }
    }

    @Test func `A container does not write while an inner value is being written`() throws {
        struct Inner: Encodable {
            var keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: "b")
                #expect(throws: StorageError.self) { try keeper.keyed?.encode(2, forKey: "x") }
                try container.encode(3, forKey: "a")
            }
        }
        struct Outer: Encodable {
            func encode(to encoder: any Encoder) throws {
                let keeper = Keeper()
                var container = encoder.container(keyedBy: AnyKey.self)
                keeper.keyed = container
                try container.encode(Inner(keeper: keeper), forKey: "inner")
            }
        }
        let bytes = try RecordEncoder().encode(Outer())
        #expect(try Record(encoded: bytes) == ["inner": .object(["a": 3, "b": 1])])
    }
}

extension AnyKey {
    init(_ name: String) { stringValue = name }
}
