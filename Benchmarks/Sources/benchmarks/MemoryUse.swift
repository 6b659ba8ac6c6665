import BenchmarkKit
import StorageCore

/// How much memory one workload took with one contender, in a process of its own.
struct MemoryUse: Sendable {
    let workload: String
    let engine: String
    let path: String
    let records: Int
    /// Bytes of the heap and the stacks before the workload, and the most while it ran. Pages of a
    /// mapped file are not among them: the system takes those back when it needs them.
    let base: Int
    let peak: Int
    /// The most bytes that the process had in memory at all, with pages of mapped files.
    let resident: Int
}
