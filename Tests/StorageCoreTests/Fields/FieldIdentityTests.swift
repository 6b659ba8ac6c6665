import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

/// What `@Entity` writes and reads, beside `Codable`.
struct FieldIdentityTests {
    private let translator = Everything.schema.translator

    @Test func `The bytes are those of Codable, and each reads the other's`() throws {
        var random = try seededGenerator("FieldIdentityTests")
        for _ in 0..<500 {
            let model = Everything(using: &random)
            let bytes = try RecordEncoder().encode(model)
            #expect(try translator.encode(model).bytes == bytes)
            let read = try translator.read(bytes.span)
            #expect(try RecordEncoder().encode(read) == bytes)
            let decoded = try RecordDecoder().decode(Everything.self, from: bytes)
            #expect(try translator.encode(decoded).bytes == bytes)
        }
    }

    @Test func `Damaged records are refused as by Codable`() throws {
        var random = try seededGenerator("FieldIdentityTests.damage")
        for _ in 0..<400 {
            var bytes = try translator.encode(Everything(using: &random)).bytes
            for _ in 0...random.below(2) { damage(&bytes, &random) }
            let (read, refusal) = outcome { try translator.read(bytes.span) }
            let (decoded, error) = outcome {
                try RecordDecoder().decode(Everything.self, from: bytes)
            }
            #expect(refusal?.code == error?.code, "\(bytes)")
            if error?.code == .decodingFailed { #expect(refusal?.message == error?.message) }
            if let read, let decoded {
                #expect(try translator.encode(read) == translator.encode(decoded))
            }
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        // The first damage may have taken all bytes away.
        guard !bytes.isEmpty else { return }
        let place = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes[place] = random.integer()
        case 1: bytes[place] = UInt8(random.below(14))
        case 2: bytes.removeSubrange(place..<min(place + 1 + random.below(9), bytes.count))
        case 3: bytes.insert(random.integer(), at: place)
        default: bytes.removeLast(bytes.count - place)
        }
    }

    private func outcome(_ body: () throws -> Everything) -> (Everything?, StorageError?) {
        do {
            return (try body(), nil)
        } catch {
            return (nil, error as? StorageError)
        }
    }

    @Test func `Fields of other names and those that are not kept are as with coding keys`() throws
    {
        let model = Renamed(id: 1, b: "x", flags: [true], cache: 5)
        let twin = Twin(id: 1, b: "x", flags: [true])
        let bytes = try RecordEncoder().encode(twin)
        #expect(try Renamed.schema.translator.encode(model).bytes == bytes)
        let read = try Renamed.schema.translator.read(bytes.span)
        #expect(read.b == "x" && read.flags == [true] && read.cache == 7 && read.isSecret)
        let longName = String(repeating: "long", count: 64)
        #expect(try Record(encoded: bytes).value(of: longName) == "x")
    }

    @Entity
    struct Renamed {
        var id: Int
        // swift-format-ignore
        @Field("longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong")
        var b: String
        @Field("é/\"\\\n") var flags: [Bool]
        @Transient var cache = 7
        private var secret = true
        var isSecret: Bool { secret }

        init(id: Int, b: String, flags: [Bool], cache: Int) {
            (self.id, self.b, self.flags, self.cache) = (id, b, flags, cache)
        }
    }

    struct Twin: Codable {
        var id: Int
        var b: String
        var flags: [Bool]
        var secret = true

        enum CodingKeys: String, CodingKey {
            case id, secret
            // swift-format-ignore
            case b = "longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong"
            case flags = "é/\"\\\n"
        }
    }
}
