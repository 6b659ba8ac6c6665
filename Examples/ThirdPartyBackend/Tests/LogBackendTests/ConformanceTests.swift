import ConformanceKit
import ConformanceTesting
import Foundation
import LogBackend
import Testing

@Test(arguments: Check.all)
func `The log keeps the contract`(_ check: Check) async throws {
    let suite = ConformanceSuite(name: "log") { folder in try LogStorage(path: folder + "/log") }
    let waivers = URL(filePath: "../../waivers.txt", relativeTo: URL(filePath: #filePath))
    try await check.verify(suite, waivers: [Waiver](contentsOfFile: waivers.path))
}
