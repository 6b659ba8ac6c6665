import Foundation
import StorageCore
import TestSupport
import Testing

@testable import FileBackend

/// The JSON file: what is written, what is read, what is refused.
struct FileFormatTests {
    static let example = """
        {
          "format": "swift-storage",
          "version": 1,
          "checkpoint": 2,
          "collections": {
            "Zoo": [],
            "languages": [
              {"key":1,"record":{}},
              {"key":"en","record":{"name":"English","tags":["a",{"$uint":"18446744073709551615"}]}},
              {"key":["eu",2026],"record":{"at":{"$date":"2026-11-30T02:52:16.123Z"}}}
            ],
            "é": [
              {"key":true,"record":{"$a":1,"b":-0.0}}
            ]
          }
        }

        """

    private let folder: TemporaryFolder
    private var path: String { folder.file("x.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fill(_ storage: FileStorage) throws {
        try storage.put("é", [entry(true, ["$a": 1, "b": .double(-0.0)])])
        let date = Date(timeIntervalSinceReferenceDate: 817_699_936.123)
        let compound = try Key([.string("eu"), .int(2026)])
        try storage.put(
            "languages",
            [
                entry(compound, ["at": .date(date)]),
                entry("en", ["tags": ["a", .uint(.max)], "name": "English"]),
                entry(1, [:]),
            ])
        try storage.put("Zoo", [])
    }

    @Test func `A closed storage is one file, sorted, a record a line`() throws {
        let storage = try open(path)
        try fill(storage)
        try storage.close()
        #expect(try names(in: folder) == ["x.json"])
        #expect(try text(path) == Self.example)
    }

    @Test func `A storage with the same content has the same file, however it came about`() throws {
        let first = try open(path)
        try fill(first)
        try first.close()
        let other = folder.file("y.json")
        let second = try open(other)
        try second.write { driver in
            let handle = try driver.prepare(CollectionSchema("languages"))
            for key in try ["x", "y", "en"].map({ try Key($0) }) {
                try driver.put(key, [:], in: handle)
            }
            #expect(try driver.delete(KeyRange.all, in: handle) == 3)
        }
        try fill(second)
        try second.close()
        #expect(try bytes(path) == bytes(other))
    }

    @Test func `A file edited by hand is read, with any white space and order of members`() throws {
        let edited = """
            {"collections":{"c":[{"recor\\u0064":{"n":2},\t"\\u006bey": 2 } ,\r
            {"key":1,"record":{"n":1}}]},\r\n\r\n"version":1,"format":"swift-storage"}
            """
        try write(edited, to: path)
        let storage = try open(path)
        #expect(try storage.numbers() == [1: 1, 2: 2])
        #expect(try storage.check() == [])
        try storage.put(3, 3)
        try storage.close()
        #expect(try text(path).contains("\"checkpoint\": 1,"))
        #expect(!(try text(path).contains("\r")))
        #expect(try open(path).numbers() == [1: 1, 2: 2, 3: 3])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var content: [UInt8]
        var code: StorageError.Code
        var says: String

        init(_ content: [UInt8], _ code: StorageError.Code, _ says: String) {
            self.content = content
            self.code = code
            self.says = says
        }

        init(_ text: String, _ code: StorageError.Code, _ says: String) {
            self.init(Array(text.utf8), code, says)
        }

        var testDescription: String { "\(code): \(says)" }
    }

    private static let start = "{\"format\":\"swift-storage\",\"version\":1,\n\"collections\":"

    static let refusals = [
        Refusal("", .notAStorage, "line 1, column 1: expected '{', but the text ends"),
        Refusal([UInt8](repeating: 0, count: 4096), .notAStorage, "line 1, column 1"),
        Refusal("SQLite format 3\0", .notAStorage, "line 1, column 1: expected '{', not 'S'"),
        Refusal("[1]", .notAStorage, "line 1, column 1"),
        Refusal("{}", .notAStorage, "has no member \"format\""),
        Refusal("{\"name\":\"x\",\"version\":\"1.0\"}", .notAStorage, "line 1, column 23"),
        Refusal("{\"format\":\"other\"}", .notAStorage, "another program's format"),
        Refusal([0xEF, 0xBB, 0xBF] + Array(example.utf8), .damaged, "byte-order mark (EF BB BF)"),
        Refusal([0xFF, 0xFE, 0x7B, 0x00], .damaged, "UTF-16"),
        Refusal(
            "{\"format\":\"swift-storage\",\"version\":2,\"collections\":7}", .newerFormat,
            "its format is 2"),
        Refusal("{\"format\":\"swift-storage\",\"version\":0}", .damaged, "no version 0"),
        Refusal("{\"format\":\"swift-storage\"}", .damaged, "add what is missing"),
        Refusal(
            "{\"format\":\"swift-storage\",\"version\":1}", .damaged, "add what is missing"),
        Refusal(
            "{\"format\":\"swift-storage\",\"version\":1,\"checkpoint\":-1}", .damaged,
            "not negative"),
        Refusal("\(start){},\n\"more\":[1]}", .damaged, "line 3, column 1: there is no member"),
        Refusal("\(start){},\"version\":1}", .damaged, "'version' occurs twice"),
        Refusal("\(start){}} x", .damaged, "line 2, column 19: expected the end"),
        Refusal("\(start){\"\":[]}}", .damaged, "line 2, column 16: a collection's name"),
        Refusal("\(start){\"a\":[],\"a\":[]}}", .damaged, "line 2, column 23: the collection 'a'"),
        Refusal("\(start){\"a\":[,]}}", .damaged, "line 2, column 21"),
        Refusal("\(start){\"a\":[{\"key\":1}]}}", .damaged, "line 2, column 21: an entry has"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"record\":{},\"x\":1}]}}", .damaged,
            "line 2, column 42: an entry has"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"key\":1,\"record\":{}}]}}", .damaged,
            "line 2, column 30: an entry has"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"k\\u0065y\":1,\"record\":{}}]}}", .damaged,
            "line 2, column 30: an entry has the members \"key\" and \"record\", each once, and not "
                + "'key' here"),
        Refusal(
            "\(start){\"a\":[{\"key\\u0000\":1,\"record\":{}}]}}", .damaged,
            "line 2, column 22: an entry has"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"record of more\":{}}]}}", .damaged,
            "line 2, column 30: an entry has the members \"key\" and \"record\", each once, and not "
                + "'record of more' here"),
        Refusal("\(start){\"a\":[{\"key\":null,\"record\":{}}]}}", .damaged, "expected a key"),
        Refusal("\(start){\"a\":[{\"key\":1,\"record\":[]}]}}", .damaged, "expected a record"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"record\":{}},\n{\"key\":1,\"record\":{}}]}}", .damaged,
            "line 3, column 1: the key 1 occurs twice"),
        Refusal(
            "\(start){\"a\":[{\"key\":1,\"record\":{\"b\":\"\\uD83D\"}}]}}", .damaged,
            "line 2, column 45: half a surrogate pair"),
    ]

    @Test(arguments: refusals)
    func `A file that is not a storage is refused, and left as it is`(refusal: Refusal) throws {
        try write(refusal.content, to: path)
        for mode in OpenMode.allCases {
            let error = try #require(failure { _ = try open(path, mode) })
            #expect(error.code == refusal.code, "\(error)")
            #expect(error.message.contains(refusal.says), "\(error)")
            #expect(error.message.contains(path))
        }
        #expect(try bytes(path) == Data(refusal.content))
        #expect(try names(in: folder) == ["x.json"])
    }

    @Test func `A file cut off anywhere is refused, and left as it is`() throws {
        let whole = Array(Self.example.utf8)
        for length in 0..<whole.count - 2 {
            try write(whole[..<length], to: path)
            let error = try #require(failure { _ = try open(path) }, "\(length)")
            #expect([.damaged, .notAStorage].contains(error.code), "\(error)")
            #expect(error.message.contains(", column "), "\(error)")
            #expect(try bytes(path) == Data(whole[..<length]))
        }
        try write(whole, to: path)
        #expect(try open(path).contents("languages").count == 3)
    }

    @Test func `100,000 records come back`() throws {
        let storage = try open(path)
        let entries = try (0..<100_000).map { number in
            try entry(number, ["n": .int(Int64(number)), "s": .string("text \(number)")])
        }
        try storage.put("c", entries)
        #expect(try storage.check() == [])
        try storage.close()
        let again = try open(path)
        #expect(try again.contents() == Dictionary(uniqueKeysWithValues: entries))
        try again.write { driver in
            let handle = try #require(try driver.collection(named: "c"))
            #expect(try driver.delete(KeyRange(after: Key(0)), in: handle) == 99_999)
        }
        try again.close()
        let last = try open(path)
        #expect(try last.numbers() == [0: 0])
        #expect(try bytes(path).count < 300)
    }
}
