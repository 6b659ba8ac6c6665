import Foundation
import StorageCore
import Testing

/// The limit to nesting, which is the same for writing, reading and checking.
struct DepthTests {
    final class Chain: Codable {
        var next: Chain?
        init(next: Chain?) { self.next = next }

        static func of(_ length: Int) -> Chain {
            (1..<length).reduce(Chain(next: nil)) { chain, _ in Chain(next: chain) }
        }

        var length: Int { 1 + (next?.length ?? 0) }
    }

    indirect enum Tree: Codable {
        case leaf
        case list([Tree])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = container.decodeNil() ? .leaf : .list(try container.decode([Tree].self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .leaf: try container.encodeNil()
            case .list(let list): try container.encode(list)
            }
        }

        static func of(_ depth: Int) -> Tree {
            (0..<depth).reduce(.leaf) { tree, _ in .list([tree]) }
        }
    }

    /// The encoding of as many objects or arrays inside one another, the innermost one empty.
    private func nested(_ depth: Int, _ tag: UInt8, _ name: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<depth {
            let count = UInt32(bytes.count)
            let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(8 * $0)) }
            bytes = name + [tag] + length + bytes
        }
        return bytes
    }

    @Test(arguments: [1, 2, 64, 250, 256, 257])
    func `Values nest up to the limit`(length: Int) throws {
        // The record itself does not count.
        let bytes = try RecordEncoder().encode(Chain.of(length))
        #expect(try Record(encoded: bytes).bytes == bytes)
        #expect(try RecordDecoder().decode(Chain.self, from: bytes).length == length)
        let tree = try RecordEncoder().encode(["tree": Tree.of(length - 1)])
        #expect(try Record(encoded: tree).bytes == tree)
        let again = try RecordDecoder().decode([String: Tree].self, from: tree)
        #expect(try RecordEncoder().encode(again) == tree)
    }

    @Test(arguments: [258, 300, 10_000])
    func `Values that nest deeper are refused when they are written`(length: Int) throws {
        let error = try EncodingErrorTests.error(Chain.of(length))
        #expect(error.code == .invalidValue && error.message.contains("256"))
        #expect(error.field?.hasPrefix("next.next") == true)
        let tree = try EncodingErrorTests.error(["tree": Tree.of(length - 1)])
        #expect(tree.code == .invalidValue && tree.field?.hasPrefix("tree.0.0.0") == true)
    }

    @Test func `A list of texts counts as a level, and so do containers handed out`() throws {
        #expect(throws: Never.self) { try RecordEncoder().encode(["a": Wrapped(levels: 255)]) }
        #expect(try EncodingErrorTests.error(["a": Wrapped(levels: 256)]).code == .invalidValue)
        #expect(throws: Never.self) { try RecordEncoder().encode(Handed(levels: 256)) }
        #expect(try EncodingErrorTests.error(Handed(levels: 257)).code == .invalidValue)
        #expect(try EncodingErrorTests.error(Handed(levels: 10_000)).code == .invalidValue)
    }

    struct Wrapped: Encodable {
        var levels: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if levels == 1 {
                try container.encode(["text"])
            } else {
                try container.encode(Wrapped(levels: levels - 1))
            }
        }
    }

    struct Handed: Encodable {
        var levels: Int
        func encode(to encoder: any Encoder) throws {
            var root = encoder.container(keyedBy: AnyKey.self)
            var container = root.nestedUnkeyedContainer(forKey: "a")
            for _ in 1..<levels { container = container.nestedUnkeyedContainer() }
        }
    }

    @Test(arguments: [257, 258, 10_000])
    func `Bytes that nest deeper are refused when they are read`(depth: Int) throws {
        let objects = nested(depth, 0x0C, [4] + Array("next".utf8))
        let arrays =
            nested(1, 0, [1] + Array("tree".utf8.prefix(1))).prefix(2)
            + nested(depth, 0x09 + 2, [])
        #expect(throws: StorageError.self) { try Record(encoded: objects) }
        #expect(throws: StorageError.self) { try Record(encoded: Array(arrays)) }
        #expect(throws: StorageError.self) {
            try RecordDecoder().decode(Chain.self, from: objects)
        }
        #expect(throws: StorageError.self) {
            try RecordDecoder().decode([String: Tree].self, from: Array(arrays))
        }
    }

    @Test func `A value that wraps itself for ever is refused`() throws {
        struct Endless: Codable {
            init() {}
            init(from decoder: any Decoder) throws {
                self = try decoder.singleValueContainer().decode(Endless.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Endless())
            }
        }
        #expect(try EncodingErrorTests.error(["a": Endless()]).code == .invalidValue)
        let record: Record = ["a": 1]
        #expect(throws: StorageError.self) {
            try RecordDecoder().decode([String: Endless].self, from: record.bytes)
        }
    }

    @Test func `The limit holds on a thread with a small stack`() async throws {
        // What the system gives a thread on macOS; optimised code needs far less.
        let outcome = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: Result { () throws(StorageError) in
                        let bytes = try RecordEncoder().encode(Chain.of(257))
                        return try RecordDecoder().decode(Chain.self, from: bytes).length
                    })
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
        #expect(try outcome.get() == 257)
    }
}
