import ConformanceKit
import StorageCore
import Testing

/// A backend by somebody who has not seen the kit, ``NaiveStorage``: the kit has to say what is
/// wrong with it.
@Suite struct NaiveStorageTests {
    /// The checks that find its faults, and what of each the failure has to say.
    static let faults: KeyValuePairs = [
        "KEY-02/one-byte": "with U+FFFD: bytes were read as UTF-8 text",
        "UNI-01/normal-forms": "keys in different normal forms",
        "UNI-05/not-collated": "scan of keys with accents",
        "TXN-18/threads": "the counter of four threads",
        "LIF-04/closed": "beginRead after close",
        "LIF-11/same-place": "expected the error alreadyOpen or locked, got a second storage",
        "DUR-15/synchronized": "that the names of its files are synchronized",
        "MPR-01/exclusive": "opening a storage that another process has open",
    ]

    @Test func `A naive backend is told what is wrong with it`() async throws {
        let ids = Self.faults.map(\.key)
        let report = await Runner(
            ConformanceSuite(name: "naive") { _ in MemoryStorage() }, profile: Profile(only: ids),
            seed: 1, worker: WorkerTests.worker("naive")
        ).run()
        #expect(!report.isConformant)
        for (id, says) in Self.faults {
            let entry = try #require(report.entries.first { $0.check.id == id })
            guard case .fail(let failure) = entry.verdict else {
                Issue.record("\(id): \(entry.verdict)")
                continue
            }
            #expect(failure.description.contains(says), "\(id): \(failure)")
        }
    }
}
