import BenchmarkKit
import StorageCore

/// How much memory one workload took with one contender, in a process of its own.
struct MemoryUse: Codable, Sendable {
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

    /// The most bytes beyond the base.
    var growth: Int { peak - base }
}

extension [MemoryUse] {
    /// A row of JSON for each.
    func rows() throws -> [Record] {
        try map { use in
            let bytes = try Record([
                ("base", .integer(use.base)), ("peak", .integer(use.peak)),
                ("resident", .integer(use.resident)),
            ])
            return try Record([
                ("workload", .string(use.workload)), ("engine", .string(use.engine)),
                ("path", .string(use.path)), ("records", .integer(use.records)),
                ("memory", .object(bytes)),
            ])
        }
    }

    /// The growth, with a column for each way.
    var table: Table {
        Table(map { Table.Cell($0.workload, $0.engine, $0.records, $0.path, $0.growth.mebibytes) })
    }
}

extension Int {
    fileprivate var mebibytes: String { "\((Double(self) / 1_048_576).shortNumber) MiB" }
}
