import Foundation
import StorageCore
import TestSupport
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

@Suite struct CallLogTests {
    static let memory = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    /// A failure after `body` was run.
    private static func entry(
        on suite: any Harness = memory, _ body: @escaping @Sendable (CheckContext) throws -> Void
    ) async -> Report.Entry {
        let check = Check("TST-01/fails", "It fails.") { context in
            try body(context)
            throw CheckFailure("what was done", expected: "nothing", got: "something")
        }
        return await check.entry(on: suite, seed: 1)
    }

    @Test func `The last calls are Swift that calls the storage so again`() async throws {
        let first = await Self.entry { try PastedCalls.run(on: $0.database) }
        #expect(try first.lastCalls == PastedCalls.lines())
    }

    @Test func `Twenty calls are shown at most, with the transaction that they are of`() async {
        let entry = await Self.entry { context in
            try context.database.write { transaction in
                for number in 0..<100 {
                    try transaction.put(.number(number), key: try Key(number), in: items)
                }
            }
        }
        #expect(
            entry.lastCalls.prefix(2) == [
                "// Transaction 1 had begun before.",
                "    try transaction.put([\"n\": 81], key: Key(81), in: \"items\")",
            ])
        #expect(entry.lastCalls.count == 21)
        #expect(entry.lastCalls.last == "}")
    }

    @Test func `Transactions beside each other, and storages, are told apart`() async throws {
        let entry = await Self.entry { context in
            let reader = try context.storage.beginRead()
            let writer = try context.storage.beginWrite()
            let other = try context.openOther().storage.beginRead()
            _ = try reader.collection(named: items)
            let handle = try writer.prepare(CollectionSchema(items))
            _ = try reader.count(.all, in: handle)
            try writer.savepoint()
            _ = try writer.put(Entry(try Key(1), Record.sized(5_000)), in: handle, if: .absent)
            try writer.rollBackToSavepoint()
            other.end()
            reader.end()
            writer.end()
        }
        #expect(
            entry.lastCalls == [
                "try database.read { transaction in",
                "try database.write { transaction in  // transaction 2",
                "try database2.read { transaction in  // transaction 3",
                "    try transaction.prepare(CollectionSchema(\"items\"))  // transaction 2",
                "    _ = try transaction.count(.all, in: \"items\")  // transaction 1",
                "    try transaction.savepoint { transaction in  // transaction 2",
                "        try transaction.put([:] /* 5009 bytes */, key: Key(1), in: \"items\")"
                    + "  // if absent  // transaction 2",
                "    }  // rolled back  // transaction 2",
                "}  // transaction 3", "}  // transaction 1", "}  // rolled back",
            ])
    }

    @Test func `Calls from several threads lose none`() async throws {
        let log = CallLog()
        await withTaskGroup { group in
            for number in 1...8 {
                group.addTask { for _ in 0..<1_000 { log.note(.savepoint, number, of: 1) } }
            }
        }
        #expect(log.entries.count == CallLog.limit)
        log.note(.commit, 9, of: 1)
        #expect(log.entries.last?.transaction == 9)
    }

    @Test func `Text, JSON and page show the last calls of what failed, and of nothing else`()
        async throws
    {
        let suite = Fault.overwritesNothing.harness(Tripwire())
        let runner = Runner(
            suite, checks: Check.all, profile: Profile(only: ["VAL-15"]), seed: 1)
        let report = await runner.run()
        let failed = report.entries.filter { $0.verdict.name == "fail" }
        #expect(failed.map(\.check.id).contains("VAL-15/random-steps"))
        for entry in report.entries {
            #expect(entry.lastCalls.isEmpty == !entry.verdict.isBad, "\(entry.check)")
        }
        let calls = try #require(failed.first).lastCalls
        let put = try #require(calls.first { $0.contains("put([\"n\": 1], key: Key(1)") })
        let text = report.text
        #expect(text.contains("    did:\n"))
        #expect(text.contains("        \(put)\n"))
        #expect(text.contains("    list:\n        try OperationList([\n"))
        let json = try JSONSerialization.jsonObject(with: Data(report.json(timings: true).utf8))
        let members = try #require(json as? [String: Any])
        let shown = try #require(members["lastCalls"] as? [String: [String]])
        #expect(Set(shown.keys) == Set(failed.map(\.check.id)))
        #expect(shown["VAL-15/random-steps"] == calls)
        #expect(!report.json().contains("\"lastCalls\""))
        #expect(report.json().contains("\"list\": \"try OperationList(["))
        let page = Matrix([report]).html
        #expect(page.contains("put([&quot;n&quot;: 1], key: Key(1)"))
    }
}
