import ConformanceKit
import ConformanceTesting
import SQLiteBackend
import StorageCore
import Testing

struct ConformanceTests {
    @Test(arguments: Check.all)
    func conforms(_ check: Check) async throws {
        let suite = ConformanceSuite(.sqlite) { folder in
            try StorageURL(scheme: "sqlite", path: folder + "/data.db")
        }
        try await check.verify(suite)
    }

    @Test(arguments: Check.all)
    func `conforms with layout=record`(_ check: Check) async throws {
        let suite = ConformanceSuite(.sqlite) { folder in
            try StorageURL(
                scheme: "sqlite", path: folder + "/data.db", options: ["layout": "record"])
        }
        try await check.verify(suite)
    }
}
