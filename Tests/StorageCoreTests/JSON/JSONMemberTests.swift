import SeededNumbers
import StorageCore
import TestSupport
import Testing

/// Members of objects, whose names come in any order and spelling.
struct JSONMemberTests {
    /// Names that begin alike, are part of each other, or have what sorts first and last.
    private func name(_ generator: inout SplitMix64) -> String {
        let characters = ["\0", "a", "a", "b", "é", "\u{7F}", "🦊", "\""]
        let size = Int.random(in: 0...12, using: &generator)
        return (0..<size).map { _ in characters[Int.random(in: 0..<8, using: &generator)] }.joined()
    }

    private func isSorted(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    @Test func `Members are put into the order of their names`() throws {
        var generator = try seededGenerator("members")
        for _ in 0..<3000 {
            let names = Set(
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in name(&generator) })
            let members = names.sorted(by: isSorted).enumerated().map { place, name in
                "\(Value.string(name).json):\([#"{"b":1,"é":[{}]}"#, "1.5", "true"][place % 3])"
            }
            let shuffled = members.shuffled(using: &generator).joined(separator: ",")
            let sorted = members.joined(separator: ",")
            #expect(try Record(json: "{\(shuffled)}").json == "{\(sorted)}")
            #expect(
                try Value(json: #"[{"x":1,"a":{\#(shuffled)}}]"#).json
                    == #"[{"a":{\#(sorted)},"x":1}]"#)
        }
    }

    @Test func `A name that occurs twice is refused where it does, in any order`() throws {
        var generator = try seededGenerator("twice")
        for _ in 0..<1000 {
            var names = Array("abcdefgh".prefix(Int.random(in: 1...8, using: &generator)))
            let twice = names[0]
            names.append(twice)
            names.shuffle(using: &generator)
            let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
            let error = try #require(throws: StorageError.self) { try Record(json: text) }
            let second = try #require(names.lastIndex(of: twice))
            let place = "in the record, line 1, column \(2 + 6 * second): "
            #expect(
                error.message.hasPrefix("\(place)the member '\(twice)' occurs twice"), "\(text)")
        }
    }

    @Test func `Names and texts of any size are kept, wherever the text ends`() throws {
        for size in 0...300 {
            let text = String(repeating: "é", count: size / 3) + String(repeating: "x", count: size)
            let record = try Record(json: "{\"\(text)\":\"\(text)\"}")
            #expect(record == [text: .string(text)])
            #expect(try Value(json: "\"\(text)\"") == .string(text))
            #expect(try Value(json: "\"\\n\(text)\"") == .string("\n\(text)"))
            #expect(try Key(json: "\"\(text.prefix(200))\"") == Key(String(text.prefix(200))))
        }
    }

    @Test func `An escape in a name is what it means`() throws {
        var reader = try JSONReader(Array(#"{"k\u0065y":1,"x":2}"#.utf8))
        try reader.beginObject()
        #expect(try reader.nextMemberName() == JSONName("key"))
        #expect(reader.memberText == "key")
        #expect(try reader.integer() == 1)
        #expect(try reader.nextMemberName() != JSONName("key"))
        #expect(try reader.integer() == 2)
        #expect(try reader.nextMemberName() == nil)
        #expect(JSONName("key") != JSONName("key\0"))
    }
}
