import ConformanceKit
import ConformanceTesting
import FileBackend
import StorageCore
import Testing

struct ConformanceTests {
    @Test(arguments: Check.all)
    func conforms(_ check: Check) async throws {
        let suite = ConformanceSuite(.file) { folder in
            try StorageURL(scheme: "file", path: folder + "/data.json")
        }
        try await check.verify(suite)
    }
}
