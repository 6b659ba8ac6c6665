import Foundation
import TestSupport
import Testing

struct QueryCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
        try Tool.run(arguments, in: folder.path, input: input)
    }

    /// Keeps 40 people: ages 20 to 29 four times each, every second one in Oslo, some without one.
    private func fill(_ url: String) throws {
        let lines = (1...40).map { number in
            let tags = number % 3 == 0 ? #"["a","b"]"# : #"["c"]"#
            let city = number % 2 == 0 ? #","address":{"city":"Oslo"}"# : ""
            return #"{"key":\#(number),"record":{"age":\#(20 + number % 10),"#
                + #""name":"N\#(number)","tags":\#(tags)\#(city)}}"#
        }
        let result = try run("import", url, "people", "-", input: lines.joined(separator: "\n"))
        #expect(result.status == 0, "\(result.errors)")
    }

    private func keys(_ url: String, _ options: String...) throws -> [Int?] {
        let result = try Tool.run(["query", url, "people"] + options, in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        return Self.keys(result)
    }

    private static func keys(_ result: Tool.Result) -> [Int?] {
        result.lines.map { Int($0.dropFirst(7).prefix { $0 != "," }) }
    }

    /// The cursor that standard error names.
    private static func cursor(_ name: String, _ result: Tool.Result) -> String? {
        let line = result.errors.split(separator: "\n").first { $0.hasPrefix("\(name): ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }

    @Test(arguments: urls)
    func `A query filters, sorts and counts, with an index and without`(url: String) throws {
        try fill(url)
        for index in [nil, "age", "age:desc", "tags[],age"] {
            if let index {
                #expect(try run("index", url, "people", "create", index, index).status == 0)
            }
            #expect(try keys(url) == Array(1...40))
            #expect(try keys(url, "--where", "age == 23") == [3, 13, 23, 33])
            #expect(
                try keys(url, "--where", "age in [23, 21]", "--order", "age:desc,$key:desc")
                    == [33, 23, 13, 3, 31, 21, 11, 1])
            #expect(
                try keys(url, "--where", "age between 28 and 40 and address.city is missing")
                    == [9, 19, 29, 39])
            #expect(
                try keys(
                    url, "--where", #"any tags ($element == "b") and not age < 25"#, "--order",
                    "age", "--limit", "3") == [15, 6, 36])
            #expect(try keys(url, "--where", "$key > 38") == [39, 40])
            #expect(try keys(url, "--order", "age", "--offset", "38") == [29, 39])
            #expect(try keys(url, "--limit", "0") == [])
            #expect(try keys(url, "--where", "false") == [])
        }
        for (options, count) in [
            ([], "40"), (["--where", "age == 23"], "4"), (["--limit", "7"], "7"),
            (["--where", "age == 23", "--offset", "3", "--limit", "7"], "1"),
            (["--offset", "50"], "0"), (["--limit", "0"], "0"), (["--json"], "40"),
        ] {
            let result = try Tool.run(
                ["query", url, "people", "--count"] + options, in: folder.path)
            #expect(result.output == count + "\n", "\(options) \(result.errors)")
            #expect(result.errors.isEmpty)
        }
    }

    @Test(arguments: urls)
    func `A query prints entries as a scan does`(url: String) throws {
        try fill(url)
        #expect(try run("query", url, "people").output == run("scan", url, "people").output)
        #expect(
            try run("query", url, "people", "--where", #"name equals "n2" caseInsensitive"#).output
                == #"{"key":2,"record":{"address":{"city":"Oslo"},"age":22,"name":"N2","#
                + #""tags":["c"]}}"# + "\n")
    }

    @Test(arguments: urls)
    func `Pages follow each other by cursor, forwards and back`(url: String) throws {
        try fill(url)
        let query = ["query", url, "people", "--where", "age >= 25", "--order", "age:desc,name"]
        let all = Self.keys(try Tool.run(query, in: folder.path))
        #expect(all.count == 20)
        var last = try Tool.run(query + ["--limit", "6"], in: folder.path)
        var pages = [Self.keys(last)]
        #expect(Self.cursor("previous", last) == nil)
        while let next = Self.cursor("next", last), pages.count < 10 {
            last = try Tool.run(query + ["--limit", "6", "--after", next], in: folder.path)
            pages.append(Self.keys(last))
        }
        #expect(pages.map(\.count) == [6, 6, 6, 2])
        #expect(pages.flatMap { $0 } == all)
        for expected in [all[12..<18], all[6..<12], all[0..<6]] {
            let cursor = try #require(Self.cursor("previous", last))
            last = try Tool.run(query + ["--limit", "6", "--before", cursor], in: folder.path)
            #expect(Self.keys(last) == Array(expected))
        }
        #expect(Self.cursor("previous", last) == nil)
        let cursor = try #require(Self.cursor("next", last))
        let rest = try Tool.run(query + ["--after", cursor], in: folder.path)
        #expect(Self.keys(rest) == Array(all[6...]))
        #expect(rest.errors.isEmpty)
        let count = try Tool.run(query + ["--after", cursor, "--count"], in: folder.path)
        #expect(count.output == "14\n")
        let other = try run("query", url, "people", "--after", cursor)
        #expect(other.status == 1)
        #expect(other.errors.hasPrefix("error: invalidCursor: "))
    }

    @Test(arguments: urls)
    func `A plan says where records come from, and who answers`(url: String) throws {
        try fill(url)
        _ = try run("index", url, "people", "create", "byAge", "age")
        for (filter, access) in [
            ("$key == 3", "primary key"), (#"tags contains "a""#, "scan"),
            (#"age == 23 and name endsWith "3""#, "index byAge"),
        ] {
            let query = ["query", url, "people", "--where", filter, "--explain"]
            let json = try Tool.run(query + ["--json"], in: folder.path).output
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let plan = try #require(value as? [String: Any])
            let lines = try Tool.run(query, in: folder.path).lines
            // An engine that answers by itself says so in its own words.
            let engine = plan["engine"] as? String
            #expect(plan["native"] as? Bool == (engine != nil))
            #expect(lines.first == "access: \(engine ?? access)")
            #expect(lines.dropFirst().first == "by:     \(engine == nil ? "Core" : "native")")
            if engine == nil { #expect(plan["access"] as? String == access) }
        }
    }

    @Test func `The largest limit and offset are no more than that`() throws {
        try fill("sqlite:a.db")
        let query = ["query", "sqlite:a.db", "people", "--limit", "\(Int.max)", "--offset"]
        for offset in ["38", "\(Int.max)"] {
            for option in [["--explain"], ["--count"], ["--order", "age"], []] {
                let result = try Tool.run(query + [offset] + option, in: folder.path)
                #expect(result.status == 0, "\(result.errors)")
                if option.isEmpty { #expect(result.lines.count == (offset == "38" ? 2 : 0)) }
            }
        }
    }

    @Test(arguments: urls)
    func `Indexes are created, listed and dropped`(url: String) throws {
        try fill(url)
        let created = try run("index", url, "people", "create", "byName", "name:desc", "--unique")
        #expect(created.status == 0, "\(created.errors)")
        #expect(created.output == "created byName: name:desc (unique)\n")
        let again = try run("index", url, "people", "create", "byName", "name:desc", "--unique")
        #expect(again.output == "unchanged byName: name:desc (unique)\n")
        let json = try run(
            "index", url, "people", "create", "a", "address.city, `x y`[].z:desc", "--json")
        let index = #"{"name":"a","parts":["address.city","`x y`[].z:desc"],"unique":false}"#
        #expect(json.output == #"{"index":\#(index),"result":"created"}"# + "\n")
        #expect(
            try run("index", url, "people", "list").output
                == "a: address.city,`x y`[].z:desc\nbyName: name:desc (unique)\n")
        #expect(
            try run("index", url, "people", "list", "--json").output
                == #"[\#(index),{"name":"byName","parts":["name:desc"],"unique":true}]"# + "\n")
        let info = try run("info", url).output
        #expect(info.contains("\n    index byName: name:desc (unique)\n"))
        #expect(try run("info", url, "--json").output.contains(#""indexes":[\#(index),{"#))

        let taken = try run("put", url, "people", "41", #"{"name":"N1"}"#)
        #expect(taken.status == 1)
        #expect(taken.errors.hasPrefix("error: uniqueViolation: "))
        let other = try run("index", url, "people", "create", "byName", "name")
        #expect(other.status == 1)
        #expect(other.errors.hasPrefix("error: alreadyExists: "))
        let violated = try run("index", url, "people", "create", "u", "age", "--unique")
        #expect(violated.status == 1)
        #expect(violated.errors.hasPrefix("error: uniqueViolation: "))

        #expect(try run("index", url, "people", "drop", "byName").output == "dropped\n")
        #expect(
            try run("index", url, "people", "drop", "a", "--json").output
                == #"{"result":"dropped"}"# + "\n")
        #expect(try run("index", url, "people", "list", "--json").output == "[]\n")
        #expect(try run("put", url, "people", "41", #"{"name":"N1"}"#).status == 0)
        #expect(try run("verify", url).output == "no fault found\n")
    }

    @Test(arguments: urls + ["memory:"])
    func `A collection that is not there answers nothing, and an index creates it`(
        url: String
    ) throws {
        if url != "memory:" { _ = try run("put", url, "other", "1", "{}") }
        for words in [
            ["query"], ["query", "--where", "x == 1", "--limit", "2"], ["index", "list"],
        ] {
            var words = words
            words.insert(contentsOf: [url, "c"], at: 1)
            let result = try Tool.run(words, in: folder.path)
            #expect(result.status == 0)
            #expect(result.output.isEmpty && result.errors.isEmpty)
        }
        #expect(try run("query", url, "c", "--count").output == "0\n")
        #expect(try run("query", url, "c", "--explain").status == 0)
        let drop = try run("index", url, "c", "drop", "i")
        #expect(drop.status == 1)
        #expect(drop.errors.hasPrefix("error: notFound: "))
        #expect(try run("index", url, "c", "create", "i", "x").output == "created i: x\n")
        if url != "memory:" {
            #expect(
                try run("info", url).output.contains("  c: 0 records, keys: any\n    index i: x"))
        }
    }

    @Test(arguments: urls)
    func `A storage that is not there is not created by a question`(url: String) throws {
        for words in [
            ["query", url, "c"], ["index", url, "c", "list"], ["index", url, "c", "drop", "i"],
        ] {
            let result = try Tool.run(words, in: folder.path)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("error: notFound: "))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [
        (
            ["query", "sqlite:x", "c", "--where", "age = 18"],
            "invalidQuery: in the filter, line 1, column 5"
        ),
        (["query", "sqlite:x", "c", "--where", ""], "expected a condition"),
        (["query", "sqlite:x", "c", "--order", "age:down"], "in the order, line 1, column 5"),
        (["query", "sqlite:x", "c", "--after", "nonsense"], "invalidCursor: 'nonsense' is not"),
        (["query", "sqlite:x", "c", "--before", ""], "invalidCursor: '' is not"),
        (["query", "sqlite:x", "c", "--limit", "-1"], "a number from 0 up"),
        (["query", "sqlite:x", "c", "--offset", "x"], "a number from 0 up"),
        (["query", "sqlite:x", "c", "--count", "--explain"], "not both"),
        (["query", "sqlite:x", "c", "age == 18"], "is one word too many"),
        (["query", "sqlite:x"], "COLLECTION is missing"),
        (["index", "sqlite:x", "c"], "create, drop or list is missing"),
        (["index", "sqlite:x", "c", "make"], "not 'make'"),
        (["index", "sqlite:x", "c", "create", "i"], "PART,… is missing"),
        (
            ["index", "sqlite:x", "c", "create", "i", "a b"],
            "in the parts of the index, line 1, column 3"
        ),
        (["index", "sqlite:x", "c", "create", "i", "a,a"], "the same part twice"),
        (["index", "sqlite:x", "c", "create", "", "a"], "invalidName: "),
        (["index", "sqlite:x", "c", "create", "i", "$key"], "or the key"),
        (["index", "sqlite:x", "c", "drop", "i", "--unique"], "goes with 'create'"),
        (["index", "sqlite:x", "c", "drop"], "NAME is missing"),
        (["index", "sqlite:x", "c", "list", "i"], "is one word too many"),
    ])
    func `Words that are off end with status 2, one line, and nothing done`(
        words: [String], message: String
    ) throws {
        let result = try Tool.run(words, in: folder.path)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("error: "))
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `A cursor after and one before are not given at once`() throws {
        try fill("sqlite:a.db")
        let page = try run("query", "sqlite:a.db", "people", "--limit", "1")
        let cursor = try #require(Self.cursor("next", page))
        let result = try run(
            "query", "sqlite:a.db", "people", "--after", cursor, "--before", cursor)
        #expect(result.status == 2)
        #expect(result.errors == "error: usage: give '--after' or '--before', not both\n")
    }

    @Test func `Help names both commands and what they take`() throws {
        let help = try run("help").output
        #expect(help.contains("\n  query "))
        #expect(help.contains("\n  index "))
        for option in ["where", "order", "limit", "offset", "after", "before", "count", "explain"] {
            #expect(try run("help", "query").output.contains("\n  --\(option)"))
        }
        #expect(try run("index", "--help").output.contains("create NAME PART,… [--unique]"))
    }
}
