import ConformanceKit
import StorageCore
import Testing

@Suite struct NaiveStorageTests {
    @Test func dump() async {
        let report = await Runner(
            ConformanceSuite(name: "naive") { _ in MemoryStorage() }, seed: 1,
            worker: WorkerTests.worker("naive"), timeLimit: .seconds(60)
        ).run()
        print(report.text)
    }
}
