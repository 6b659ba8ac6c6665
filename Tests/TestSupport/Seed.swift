import Foundation
import SeededNumbers

/// The seed of a randomised test: the environment variable `STORAGE_TEST_SEED`, or a new one.
///
/// It is printed, so that a failure can be run again.
public func seededGenerator(_ test: String) throws -> SplitMix64 {
    let text = ProcessInfo.processInfo.environment["STORAGE_TEST_SEED"]
    let seed = text.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(Int64.max))
    print("\(test): STORAGE_TEST_SEED=\(seed)")
    return SplitMix64(seed: seed)
}
