import BenchmarkKit
import FileBackend
import Foundation
import StorageCore
import TestSupport
import Testing

struct RunTests {
    private static func workloads(_ names: String...) -> [Workload] {
        Workload.all.filter { names.contains($0.name) }
    }

    @Test func `A workload goes from contender to contender before the next one begins`()
        async throws
    {
        let diary = Diary()
        let run = Run(
            [shelf("one", diary), shelf("two", diary)], Self.workloads("scan", "range"),
            plan: Plan(count: 20_000), rounds: 2)
        _ = try await run.measure { _ in }
        let ranges = { (path: String) in Array(repeating: "range \(path)", count: 10) }
        #expect(
            diary.all == ["insert one", "insert two", "scan one", "scan two"]
                + ranges("one") + ranges("two") + ["close one", "close two"]
                // The second round begins with the other one.
                + ["insert two", "insert one", "scan two", "scan one"]
                + ranges("two") + ranges("one") + ["close one", "close two"])
    }

    @Test func `A contender that reads something else than the others ends the run`() async throws {
        let diary = Diary()
        let run = Run(
            [shelf("right", diary), shelf("wrong", diary, error: 1)], Self.workloads("scan"),
            plan: Plan(count: 1000), rounds: 1)
        let failure = await #expect(throws: StoreFailure.self) { try await run.measure { _ in } }
        #expect(
            failure?.description == "scan: shelf, wrong, read something else than shelf, right")
    }

    @Test func `Only the workloads that were asked for are reported, each with all rounds`()
        async throws
    {
        let run = Run(
            [shelf("one", Diary())], Self.workloads("scan"), plan: Plan(count: 1000), rounds: 3)
        let timings = try await run.measure { _ in }
        #expect(timings.map(\.workload) == ["scan"])
        #expect(timings.first?.nanoseconds.count == 3)
    }

    @Test(arguments: [1000, 7919 * 2]) func `Every id comes once, and every score`(_ count: Int) {
        let scores = (0..<count).map { PersonValues(number: $0, of: count).score }
        #expect(Set(scores).count == count)
        let plan = Plan(count: count)
        #expect(Set(plan.ids).count == min(count, 20_000))
        #expect(Set(plan.changed).isDisjoint(with: plan.deleted))
        let found = scores.count { plan.scores.contains($0) }
        #expect(found == count / 100)
    }

    @Test func `All ways through a backend do all workloads and read the same`() async throws {
        let contenders = Contender.all(.file) + Contender.all(.memory)
        let timings = try await Run(contenders, plan: Plan(count: 1000), rounds: 1).measure { _ in }
        for contender in contenders {
            let own = timings.filter {
                $0.engine == contender.engine && $0.path == contender.path
            }
            let missing = Set(Workload.all.map(\.name)).subtracting(own.map(\.workload))
            #expect(
                missing == (contender.engine == "memory" ? ["checkpoint", "open"] : []),
                "\(contender.engine), \(contender.path)")
            #expect(own.allSatisfy { $0.median > 0 })
        }
    }

    @Test func `What the workloads write is there`() async throws {
        let folder = try TemporaryFolder()
        let plan = Plan(count: 1000)
        for (index, contender) in Contender.all(.file).enumerated() {
            let place = folder.file("\(index)")
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true)
            let session = try Session(contender, plan, contender.opener(for: plan), in: place)
            for workload in Workload.all {
                guard let work = try workload.prepare(session) else { continue }
                _ = try await work.run()
                try work.finish()
            }
            try session.store.close()
            try Self.check(plan, StorageURL(scheme: "file", path: place + "/ours"))
        }
    }

    private static func check(_ plan: Plan, _ url: StorageURL) throws {
        let database = try Database.open(url, backends: [.file])
        try database.read { tx in
            // All, 50 one at a time, 64 * 8 from tasks, one before the checkpoint.
            let count = try tx.count(in: "people")
            #expect(count == plan.count + 50 + 512 + 1 - plan.deleted.count)
            for id in plan.deleted {
                let record = try tx.get(Key(id), in: "people")
                #expect(record == nil)
            }
            for id in plan.changed {
                let age = try tx.get(Key(id), in: "people")?.value(of: "age")
                #expect(age == .int(id % 90 + 1))
            }
            let indexes = try tx.indexes(in: "people").map(\.name)
            #expect(indexes == ["score"])
        }
        try database.close()
    }
}
