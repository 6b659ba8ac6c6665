import ConformanceKit
import ConformanceTesting
import StorageCore
import Testing

@Suite struct MemoryConformanceTests {
    static let suite = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    @Test(arguments: Check.all)
    func `The memory storage keeps the contract`(_ check: Check) async throws {
        try await check.verify(Self.suite)
    }
}
