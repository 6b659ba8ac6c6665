import ConformanceKit
import Testing

@testable import ConformanceMutants

/// The checks of which no planted fault shows that they find what they are for.
@Suite struct UnprovenTests {
    @Test func `A check that no fault is named for is on the list, and no other one`() {
        #expect(Selftest.unproven.map(\.id).sorted() == Self.unproven.flatMap(\.checks).sorted())
    }

    private static let unproven: [(reason: String, checks: [String])] = [
        (
            "StorageCore refuses it, or does it, without asking the storage",
            [
                "KEY-16/no-place", "KEY-18/other-kinds", "VAL-06/lent-record", "VAL-11/depth",
                "RNG-05/inverted", "TXN-02/rethrown", "TXN-03/cancelled-before",
                "TXN-03/cancelled-in-queue", "TXN-15/nested", "TXN-15/other-database",
                "BAT-10/same-keys", "ERR-03/impossible-names", "ERR-01/names", "ERR-02/where",
                "QRY-18/negative", "QRY-28/no-meaning", "IDX-26/plan", "IDX-20/taken-name",
                "PAG-07/foreign", "PAG-07/tampered", "PAG-11/size",
            ]
        ),
        ("a fault would have to keep memory that it is only lent", ["KEY-13/caller-buffer"]),
        ("a fault would hang", ["SNP-09/writer-goes-on"]),
    ]
}
