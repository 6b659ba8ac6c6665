import Foundation

/// The times of one workload with one contender, a round each.
struct Measurement: Sendable {
    let workload: String
    let engine: String
    let path: String
    let records: Int
    private(set) var nanoseconds: [Double] = []

    init(_ workload: String, _ contender: Contender, records: Int) {
        self.workload = workload
        engine = contender.engine
        path = contender.path
        self.records = records
    }

    mutating func add(_ duration: Duration, operations: Int) {
        let (seconds, attoseconds) = duration.components
        nanoseconds.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(operations))
    }

    var median: Double {
        let sorted = nanoseconds.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    var minimum: Double { nanoseconds.min() ?? 0 }
    var maximum: Double { nanoseconds.max() ?? 0 }
}

/// Runs every workload with every contender, a round after the other, so that what disturbs the
/// machine disturbs all of them.
struct Run {
    let contenders: [Contender]
    let count: Int
    let rounds: Int

    func measure(_ progress: (String) -> Void) throws -> [Measurement] {
        var measurements: [String: Measurement] = [:]
        let plan = Workload.Plan(count: count)
        var sums: [String: UInt64] = [:]
        for round in 0..<rounds {
            // Whoever goes first finds the caches as the last round left them.
            for contender in round.isMultiple(of: 2) ? contenders : contenders.reversed() {
                progress("round \(round + 1) of \(rounds): \(contender.engine), \(contender.path)")
                let folder = NSTemporaryDirectory() + "benchmarks-\(UUID().uuidString)"
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
                defer { remove(folder) }
                let store = try contender.open(folder)
                store.prepare(count, changing: plan.changed)
                for workload in Workload.all {
                    let clock = ContinuousClock()
                    let start = clock.now
                    let sum = try workload.run(store, plan)
                    let duration = clock.now - start
                    let name = "\(contender.engine)/\(workload.name)"
                    guard sums[name, default: sum] == sum else {
                        throw StoreFailure(
                            description: "\(name): \(contender.path) read something else")
                    }
                    sums[name] = sum
                    measurements[
                        name + contender.path,
                        default: Measurement(workload.name, contender, records: count)
                    ].add(duration, operations: workload.operations(count))
                }
                try store.close()
            }
        }
        return Workload.all.flatMap { workload in
            contenders.compactMap {
                measurements["\($0.engine)/\(workload.name)" + $0.path]
            }
        }
    }

    private func remove(_ folder: String) {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder): \(error)\n".utf8))
        }
    }
}
