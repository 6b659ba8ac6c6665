import ConformanceKit
import ConformanceTesting
import StorageCore
import Synchronization
import Testing

@testable import ConformanceMutants

/// Storages that differ from the reference within what the contract allows, or in every way.
@Suite struct OddBackendTests {
    static let small = ConformanceSuite(name: "small") { _ in
        FaultyStorage(
            MemoryStorage(),
            overrides: FaultyStorage.Overrides(limits: { _ in
                Limits(maximumRecordSize: 1 << 20)
            })
        ) { _ in Hooks() }
    }

    static let shelf = Shelf.suite()

    static let exclusive = ConformanceSuite(name: "exclusive") { _ in ExclusiveStorage() }

    @Test(arguments: Check.all)
    func `A storage of short records keeps the contract`(_ check: Check) async throws {
        try await check.verify(Self.small)
    }

    @Test(arguments: Check.all)
    func `A persistent storage keeps the contract`(_ check: Check) async throws {
        try await check.verify(Self.shelf)
    }

    @Test(arguments: Check.all)
    func `A storage whose readers wait for the writer keeps the contract`(
        _ check: Check
    ) async throws {
        try await check.verify(Self.exclusive)
    }

    @Test(arguments: ["forgets", "refuses"])
    func `A storage that does nothing right fails in every group`(_ kind: String) async {
        let suite = ConformanceSuite(name: kind) { _ in
            FaultyStorage(MemoryStorage()) { _ in
                kind == "forgets" ? .forgetful : .refusing
            }
        }
        let report = await Runner(suite, seed: 1).run()
        let groups = Set(Check.all.map(\.group))
        let failing = Set(
            report.entries.filter { ["fail", "error"].contains($0.verdict.name) }
                .map(\.check.group))
        #expect(groups.subtracting(failing).isEmpty)
        #expect(report.totals.registered == Check.all.count)
    }
}
