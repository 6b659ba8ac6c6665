import StorageCore
import Testing

/// Reading a large text piece by piece.
struct JSONWalkingTests {
    @Test func `Arrays and objects are walked with what is in them`() throws {
        var reader = try JSONReader(
            Array(#"{"n":12,"list":[{"a":1},{"b":[[]]}],"none":[],"s":"x\n"} "#.utf8))
        var found: [String] = []
        try reader.beginObject()
        while let name = try reader.nextMember() {
            switch name {
            case "n": found.append("n \(try reader.integer())")
            case "s": found.append("s \(try reader.string())")
            default:
                found.append(name)
                try reader.beginArray()
                while try reader.nextElement() {
                    found.append(Record(trusted: try reader.record()).json)
                }
            }
        }
        try reader.finish()
        #expect(found == ["n 12", "list", #"{"a":1}"#, #"{"b":[[]]}"#, "none", "s x\n"])
    }

    @Test func `Lines are read one by one, and errors name theirs`() throws {
        let text = "{\"a\":1}\n\r\n{\"a\":2} \r\n{\"a\":3} 4\n"
        var reader = try JSONReader(Array(text.utf8), source: "in 'x.jsonl'", code: .damaged)
        var count = 0
        let error = try #require(throws: StorageError.self) {
            while !reader.isAtEnd {
                _ = try reader.record()
                try reader.endLine()
                count += 1
            }
        }
        #expect(count == 2)
        #expect(error.code == .damaged)
        #expect(
            error.message
                == "in 'x.jsonl', line 4, column 9: expected the end of the line, not '4'; "
                + "write one value on each line")
    }

    @Test(arguments: [
        ("[1,]", "line 1, column 4"), ("[1 1]", "line 1, column 4"), ("[,]", "line 1, column 2"),
        ("[1", "line 1, column 3"), ("{}", "line 1, column 1"), ("[1.0]", "line 1, column 2"),
        ("[\"1\"]", "line 1, column 2"),
    ])
    func `Faults between the elements are found`(text: String, place: String) throws {
        let error = try #require(throws: StorageError.self) {
            var reader = try JSONReader(Array(text.utf8))
            try reader.beginArray()
            while try reader.nextElement() { _ = try reader.integer() }
        }
        #expect(error.message.hasPrefix(place), "\(error)")
    }
}
