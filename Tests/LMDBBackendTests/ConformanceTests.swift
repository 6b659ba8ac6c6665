import ConformanceKit
import ConformanceTesting
import LMDBBackend
import StorageCore
import Testing

struct ConformanceTests {
    @Test(arguments: Check.all)
    func conforms(_ check: Check) async throws {
        let suite = ConformanceSuite(.lmdb) { folder in
            try StorageURL(scheme: "lmdb", path: folder + "/data")
        }
        try await check.verify(suite)
    }
}
