import ConformanceKit
import ConformanceTesting
import LogBackend
import Testing

@Test(arguments: Check.all)
func `The log keeps the contract`(_ check: Check) async throws {
    try await check.verify(
        ConformanceSuite(name: "log") { folder in try LogStorage(path: folder + "/log") })
}
