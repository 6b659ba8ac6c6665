import Foundation
import TestSupport
import Testing

/// Each backend's URL, relative to the folder that the tool runs in.
let urls = ["sqlite:data.db", "lmdb:data.lmdb", "file:data.json"]

struct RecordCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
        try Tool.run(arguments, in: folder.path, input: input)
    }

    @Test(arguments: urls)
    func `A record is put, printed with its members sorted, replaced and deleted`(
        url: String
    ) throws {
        let put = try run("put", url, "users", "1", #"{"name":"Ada","age":36,"é":null}"#)
        #expect(put.status == 0)
        #expect(put.output == "inserted\n")
        let get = try run("get", url, "users", "1")
        #expect(get.output == #"{"age":36,"name":"Ada","é":null}"# + "\n")
        #expect(get.errors.isEmpty)
        #expect(try run("put", url, "users", "1", #"{"a":1}"#).output == "replaced\n")
        #expect(try run("get", url, "users", "1").output == #"{"a":1}"# + "\n")
        #expect(try run("delete", url, "users", "1").output == "deleted\n")
        let missing = try run("delete", url, "users", "1")
        #expect(missing.status == 1)
        #expect(missing.output.isEmpty)
        #expect(missing.errors == "error: notFound: no record with key 1 in 'users'\n")
    }

    @Test(arguments: urls)
    func `Getting what is not there is an error and creates nothing`(url: String) throws {
        let result = try run("get", url, "users", "1")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("error: notFound: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        _ = try run("put", url, "users", "1", "{}")
        let absent = try run("get", url, "users", #""1""#)
        #expect(absent.status == 1)
        #expect(absent.errors == "error: notFound: no record with key \"1\" in 'users'\n")
    }

    @Test(arguments: urls)
    func `Every kind of value comes back as it was written`(url: String) throws {
        let record =
            #"{"array":[1,1.0,"1",null,[],{}],"bool":true,"bytes":{"$bytes":"AP8="},"#
            + #""date":{"$date":"2026-11-30T02:52:16.123Z"},"decimal":{"$decimal":"0.1"},"#
            + #""double":1e300,"int":-9223372036854775808,"minus":-0.0,"#
            + #""nan":{"$double":"NaN"},"object":{"$object":{"$bytes":"no"}},"#
            + #""uint":{"$uint":"18446744073709551615"},"#
            + #""uuid":{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}}"#
        #expect(try run("put", url, "c", #"["eu",2026]"#, record).status == 0)
        #expect(try run("get", url, "c", #"["eu",2026]"#).output == record + "\n")
    }

    @Test(arguments: urls)
    func `A scan takes bounds, prefix, direction and limit`(url: String) throws {
        let lines = (1...20).map { #"{"key":\#($0),"record":{"n":\#($0)}}"# }
        let texts = ["a", "ab", "abc", "b"].map { #"{"key":"\#($0)","record":{}}"# }
        let input = (lines + texts).shuffled().joined(separator: "\n")
        #expect(try run("import", url, "c", "-", input: input).status == 0)
        func keys(_ options: String...) throws -> [String] {
            let result = try Tool.run(["scan", url, "c"] + options, in: folder.path)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.map { line in
                String(line.dropFirst(7).prefix { $0 != "," })
            }
        }
        #expect(try keys() == (1...20).map(String.init) + ["\"a\"", "\"ab\"", "\"abc\"", "\"b\""])
        #expect(try keys("--from", "18", "--to", "20") == ["18", "19", "20"])
        #expect(try keys("--after", "18", "--until", "20") == ["19"])
        #expect(try keys("--prefix", "\"ab\"") == ["\"ab\"", "\"abc\""])
        #expect(try keys("--prefix", "[\"ab\"]") == ["\"ab\""])
        #expect(try keys("--to", "20", "--reverse", "--limit", "2") == ["20", "19"])
        #expect(try keys("--limit", "0") == [])
        #expect(try keys("--from", "9", "--to", "3") == [])
    }

    @Test(arguments: [
        (["put", "sqlite:x", "c", "1"], "usage: RECORD is missing"),
        (["put", "sqlite:x", "c", "one", "{}"], "line 1, column 1"),
        (["put", "sqlite:x", "c", "1", "[]"], "invalidValue: "),
        (["put", "sqlite:x", "c", "1", #"{"a":1,}"#], "line 1, column 8"),
        (["put", "sqlite:x", "c", "1", #"{"a":1,"a":2}"#], "invalidValue: "),
        (["put", "nosql:x", "c", "1", "{}"], "registered: file, lmdb, memory, sqlite"),
        (["put", "x.db", "c", "1", "{}"], "not a storage URL"),
        (["get", "sqlite:x", "c", "1", "2"], "'2' is one word too many"),
        (["scan", "sqlite:x", "c", "--form", "1"], "no option '--form'; it has: --from"),
        (["scan", "sqlite:x", "c", "--limit", "-1"], "a number from 0 up"),
        (["scan", "sqlite:x", "c", "--from", "1", "--after", "1"], "not both"),
        (["scan", "sqlite:x", "c", "--from"], "write a value behind '--from'"),
        (["import", "sqlite:x", "c", "f", "--format", "csv"], "is json or jsonl"),
        (["frobnicate"], "there is no command 'frobnicate'"),
        ([], "a command is missing"),
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

    @Test(arguments: [
        ("sqlite:x?cache=1", "known: durability, layout, mode, timeout"),
        ("lmdb:x?mapsize=1", "known: durability, map_size, mode, timeout"),
        ("file:x?mode=w", "rwc, rw, ro"),
        ("memory:?x=1", "it has none"),
    ])
    func `An unknown option of a URL is refused, listing the known ones`(
        url: String, message: String
    ) throws {
        let result = try run("put", url, "c", "1", "{}")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("error: invalidConfiguration: "))
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: ["$catalog", ""])
    func `A reserved or empty collection name is refused`(name: String) throws {
        let result = try run("put", "memory:", name, "1", "{}")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("error: invalidName: "))
    }

    @Test func `Help and version go to standard output`() throws {
        #expect(try run("--version").output.hasPrefix("storage "))
        for words in [["help"], ["--help"], ["help", "scan"], ["scan", "--help"]] {
            let result = try Tool.run(words, in: folder.path)
            #expect(result.status == 0)
            #expect(result.output.contains("usage: storage"))
            #expect(result.errors.isEmpty)
        }
    }
}
