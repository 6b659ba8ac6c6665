import ConformanceKit
import ConformanceTesting
import LogBackend
import Testing

@Test(arguments: Check.all)
func `The log keeps the contract`(_ check: Check) async throws {
    let suite = ConformanceSuite(name: "log") { folder in try LogStorage(path: folder + "/log") }
    try await check.verify(suite)
}
