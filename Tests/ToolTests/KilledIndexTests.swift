import Foundation
import TestSupport
import Testing

/// What is left of an index whose making was killed.
struct KilledIndexTests {
    @Test(arguments: ["sqlite:app.db", "lmdb:app", "file:app.json"])
    func `An index whose making is killed is there whole or not at all`(_ url: String) throws {
        let folder = try TemporaryFolder()
        func run(_ arguments: String...) throws -> Tool.Result {
            try Tool.run(arguments, in: folder.path)
        }
        let lines = (0..<20_000).map {
            #"{"key":\#($0),"record":{"age":\#($0 % 100),"tags":["a\#($0 % 7)","b"]}}"#
        }
        let imported = try Tool.run(
            ["import", url, "people", "-"], in: folder.path,
            input: lines.joined(separator: "\n"))
        #expect(imported.status == 0, "\(imported.errors)")
        var kills = 0
        // A longer life each time, until it is long enough to finish.
        for attempt in 1... {
            let wasKilled = try Tool.runAndKill(
                ["index", url, "people", "create", "byAge", "tags[],age"], in: folder.path,
                after: .milliseconds(attempt * attempt * 2))
            if wasKilled { kills += 1 }
            let listed = try run("index", url, "people", "list")
            #expect(listed.status == 0, "\(listed.errors)")
            let isThere = listed.output.contains("byAge")
            let condition = #"any tags ($element == "a3") and age == 45"#
            let plan = try run("query", url, "people", "--where", condition, "--explain")
            #expect(plan.output.contains("index byAge") == isThere, "\(plan.output)")
            let count = try run("query", url, "people", "--where", condition, "--count")
            #expect(count.output == "29\n", "after \(attempt) attempts")
            if !wasKilled {
                #expect(isThere)
                break
            }
        }
        #expect(kills > 0, "no process was killed: the test proves nothing")
        let verified = try run("verify", url)
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
}
