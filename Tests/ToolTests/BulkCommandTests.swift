import Foundation
import TestSupport
import Testing

struct BulkCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
        try Tool.run(arguments, in: folder.path, input: input)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    @Test(arguments: urls)
    func `An array, an object and JSON Lines are imported`(url: String) throws {
        try write(#"[{"code":"de","n":1},{"code":"en","n":2}]"#, to: "array.json")
        try write(#"{"fr":{"n":3},"it":{"n":4}}"#, to: "object.json")
        try write("{\"code\":\"ja\"}\n\n{\"code\":\"ko\"}\n", to: "lines.jsonl")
        #expect(
            try run("import", url, "c", "array.json", "--key", "code").output
                == "imported 2 records into 'c'\n")
        #expect(try run("import", url, "c", "object.json", "--json").output == "{\"imported\":2}\n")
        #expect(try run("import", url, "c", "lines.jsonl", "--key", "code").status == 0)
        let keys = try run("scan", url, "c").lines.map { $0.dropFirst(8).prefix(2) }
        #expect(keys == ["de", "en", "fr", "it", "ja", "ko"])
    }

    @Test(arguments: [
        (
            "bad.jsonl", "{\"key\":1,\"record\":{}}\n{\"key\":2,\"record\":{]}\n",
            "line 2 of the file"
        ),
        ("bad.json", "[{\"code\":\"a\"},{\"kode\":\"b\"}]", "element 1 has no field 'code'"),
        ("text.json", "\"text\"", "neither an array nor an object"),
        ("float.json", "[{\"code\":1.5}]", "a key is a Boolean, an integer"),
    ])
    func `A fault anywhere in a file keeps all of it out`(
        name: String, text: String, message: String
    ) throws {
        try write(text, to: name)
        let arguments = ["import", "sqlite:data.db", "c", name]
        let result = try Tool.run(
            arguments + (name.hasSuffix("l") ? [] : ["--key", "code"]), in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("data.db")))
    }

    @Test func `Copies through all backends export byte by byte the same`() throws {
        let records = (0..<3_000).map { number in
            #"{"key":\#(number),"record":{"n":\#(number),"t":"\#(String(number, radix: 2))"}}"#
        }
        try write(records.joined(separator: "\n"), to: "in.jsonl")
        #expect(try run("import", "sqlite:a.db", "numbers", "in.jsonl").status == 0)
        #expect(
            try run(
                "put", "sqlite:a.db", "über", "[\"x\",{\"$uint\":\"18446744073709551615\"}]", "{}"
            ).status == 0)
        for (from, to) in [
            ("sqlite:a.db", "lmdb:b"), ("lmdb:b", "file:c.json"), ("file:c.json", "sqlite:d.db"),
        ] {
            let copy = try run("copy", from, to)
            #expect(copy.status == 0, "\(copy.errors)")
            #expect(copy.output == "copied 3001 records in 2 collections; both sides are equal\n")
            #expect(try run("verify", to).output == "no fault found\n")
        }
        let first = try run("export", "sqlite:a.db").output
        #expect(first.split(separator: "\n").count == 3_001)
        for url in ["lmdb:b", "file:c.json", "sqlite:d.db"] {
            #expect(try run("export", url).output == first)
        }
        #expect(try run("export", "lmdb:b", "numbers", "--output", "out.jsonl").status == 0)
        let file = try String(contentsOfFile: folder.file("out.jsonl"), encoding: .utf8)
        #expect(file.split(separator: "\n").count == 3_000)
        let again = try run("export", "lmdb:b", "--output", "out.jsonl")
        #expect(again.status == 1)
        #expect(again.errors.hasPrefix("error: alreadyExists: "))
    }

    @Test func `A copy onto records is refused unless they may be overwritten`() throws {
        _ = try run("put", "sqlite:a.db", "c", "1", "{\"from\":\"a\"}")
        _ = try run("put", "lmdb:b", "c", "2", "{\"from\":\"b\"}")
        let refused = try run("copy", "sqlite:a.db", "lmdb:b")
        #expect(refused.status == 1)
        #expect(refused.errors.hasPrefix("error: alreadyExists: "))
        #expect(try run("export", "lmdb:b").output.contains("\"from\":\"b\""))
        #expect(try run("copy", "sqlite:a.db", "lmdb:b", "--overwrite").status == 0)
        #expect(try run("export", "lmdb:b").output == run("export", "sqlite:a.db").output)
    }

    @Test(arguments: urls)
    func `Info says what a storage holds`(url: String) throws {
        _ = try run("put", url, "users", "1", "{}")
        let text = try run("info", url)
        #expect(text.status == 0)
        #expect(text.output.contains("users: 1 records"))
        #expect(text.output.contains("durability:  full"))
        let json = try run("info", url, "--json").output
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(value?["backend"] as? String == url.split(separator: ":").first.map(String.init))
        #expect((value?["size"] as? Int ?? 0) > 0)
    }

    @Test func `Drivers lists every backend with its options`() throws {
        let output = try run("drivers").output
        for word in [
            "sqlite", "lmdb", "file", "memory", "durability=full", "map_size", "480 bytes",
        ] {
            #expect(output.contains(word))
        }
        let json = try run("drivers", "--json").output
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        #expect(value?.count == 4)
    }

    @Test func `Conformance runs the selected checks and writes its reports`() throws {
        let result = try run(
            "conformance", "memory", "sqlite:x.db?durability=none", "--only", "KEY-01*,TXN",
            "--seed", "7", "--junit", "j.xml", "--tap", "t.tap", "--html", "m.html", "--report",
            "r.json")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.lines.last?.contains(" 0 failed, ") == true)
        for name in ["j.xml", "t.tap", "m.html", "r.json"] {
            #expect(FileManager.default.fileExists(atPath: folder.file(name)))
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["j.xml", "m.html", "r.json", "t.tap"])
        let unknown = try run("conformance", "--only", "NOPE")
        #expect(unknown.status == 2)
        #expect(try run("conformance", "--list").lines.count >= 120)
    }

    @Test func `The matrix has the kit's own score, and a column that is broken on purpose`()
        throws
    {
        let result = try run("conformance", "memory", "--only", "KEY-01", "--html", "m.html")
        #expect(result.status == 0, "\(result.output)")
        let html = try String(contentsOfFile: folder.file("m.html"), encoding: .utf8)
        #expect(
            html.contains("<th scope=\"col\">memory</th><th scope=\"col\">broken on purpose</th>"))
        #expect(html.contains("<td class=\"bad\">✗ fail</td>"))
        let score = try #require(html.firstMatch(of: #/>(\d+) of (\d+)</span> planted faults/#))
        #expect(score.1 == score.2)
        #expect(Int(score.1).map { $0 > 200 } == true)
    }

    @Test func `A worker is started by the tool itself only`() throws {
        #expect(try !run("help").output.contains("conformance-worker"))
        let result = try run("conformance-worker", "memory", "{}")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("error: invalidArgument: '{}' is no request to a worker"))
    }

    @Test func `The self-test is right about every storage, and says what they are`() throws {
        let result = try run("conformance", "--selftest")
        #expect(result.status == 0, "\(result.output)")
        let (titles, numbers) = (result.lines.dropLast(3), result.lines.suffix(3))
        #expect(!titles.contains { $0.hasPrefix("✗ ") })
        #expect(titles.contains("✓ degenerate: hangs in a put"))
        #expect(titles.contains("✓ odd but legal: declares nothing"))
        let kinds = [
            "planted faults found", "degenerate storages fail in every group",
            "odd but legal storages pass every check",
        ]
        for (line, kind) in zip(numbers, kinds) {
            let found = try #require(line.firstMatch(of: #/^(\d+) of (\d+) (.*)$/#))
            #expect(found.1 == found.2 && found.3 == kind)
        }
    }

    @Test func `A waiver on the command line or in a file allows a check to fail until its day`()
        throws
    {
        // The check passes, so that its waiver is what fails.
        let waiver = "KEY-01/get-missing 2999-12-31 #7 for a test"
        let id = try #require(try run("conformance", "--list", "--only", "KEY-01").lines.first)
            .prefix { $0 != " " }
        let line = waiver.replacing("KEY-01/get-missing", with: id)
        let passed = try run("conformance", "memory", "--only", "KEY-01", "--waive", line)
        #expect(passed.status == 3)
        #expect(passed.output.contains("remove the waiver; it was waived until 2999-12-31: for a"))
        try Data("# known\n\(line)\n".utf8).write(to: URL(filePath: folder.file("waivers")))
        let read = try run("conformance", "memory", "--only", "KEY-01", "--waivers", "waivers")
        #expect(read.status == 3)
        #expect(read.output.contains("remove the waiver"))

        for (words, says) in [
            (["--waive", "NOPE 2999-12-31 #7 why"], "there is no check 'NOPE' to be waived"),
            (["--waive", "\(id) tomorrow #7 why"], "'tomorrow' is no day"),
            (["--waivers", "nowhere"], "cannot read the waivers in 'nowhere'"),
        ] {
            let result = try Tool.run(["conformance", "memory"] + words, in: folder.path)
            #expect(result.status == 2)
            #expect(result.errors.contains(says), "\(result.errors)")
        }
    }

    @Test(arguments: urls)
    func `A damaged file is reported and left as it is`(url: String) throws {
        _ = try run("put", url, "c", "1", "{\"a\":\"b\"}")
        let name = String(url.split(separator: ":")[1])
        let path = folder.file(url.hasPrefix("lmdb") ? name + "/data.mdb" : name)
        let damaged = Data("this is not what it was".utf8)
        try damaged.write(to: URL(filePath: path))
        for words in [["verify", url], ["get", url, "c", "1"], ["put", url, "c", "1", "{}"]] {
            let result = try Tool.run(words, in: folder.path)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("error: "))
            #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
        }
    }
}
