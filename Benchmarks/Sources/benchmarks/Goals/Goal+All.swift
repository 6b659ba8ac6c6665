import BenchmarkKit
import Foundation

extension Goal {
    /// All goals, in the order in which they are shown.
    static let all = engines + concurrency + codable + file + growth + memory

    private static let engines: [Goal] =
        [
            ("bulk-insert", 1.4, 1.3), ("durable-insert", 1.1, 1.1), ("point-read", 1.3, 1.6),
            ("point-read-inside", 1.4, 1.5), ("range", 1.4, 1.6), ("filter", 1.1, 1.6),
            ("update", 1.2, 1.3), ("delete", 1.2, 1.3),
        ].flatMap { workload, sqlite, lmdb in
            [
                ratio(workload, "sqlite", atMost: sqlite),
                ratio(workload, "lmdb", atMost: lmdb),
            ]
        } + [
            ratio("scan", "sqlite", to: Contender.plainSwift, atMost: 1.15),
            ratio(
                "scan", "sqlite", of: Contender.entity + " layout=record",
                to: Contender.plainSwift, atMost: 0.8),
            ratio("scan", "lmdb", to: Contender.plainSwift, atMost: 1.1),
        ]

    private static let concurrency: [Goal] =
        ["sqlite", "lmdb"].map { engine in
            Goal { figures in
                asyncCost(engine, figures).map { [$0] } ?? []
            }
        } + [
            speedup(
                "tasks-64", over: "durable-insert", "sqlite", "64 tasks : one at a time",
                atLeast: 10),
            speedup(
                "tasks-64", over: "durable-insert", "lmdb", "64 tasks : one at a time",
                atLeast: 25),
        ] + readers

    // One core cannot read twice as fast.
    private static let readers: [Goal] =
        ProcessInfo.processInfo.activeProcessorCount < 2
        ? []
        : Contender.engines.map {
            speedup("readers-2", over: "point-read", $0, "two threads : one", atLeast: 1.8)
        }

    /// What awaiting adds to a read: the median of what it added in each round.
    private static func asyncCost(_ engine: String, _ figures: Figures) -> Verdict? {
        let (path, records) = (Contender.entity, figures.count)
        guard
            let awaited = figures.timings.first(
                "async-point-read", engine, path, records: records),
            let direct = figures.timings.first("point-read", engine, path, records: records)
        else { return nil }
        let costs = zip(awaited.nanoseconds, direct.nanoseconds).map { ($0 - $1) / 1000 }
        return Verdict(
            "await : without", engine: engine, workload: "async-point-read", records: records,
            figure: costs.median, unit: "us", bound: .atMost(0.5))
    }

    /// For each engine the workload in which `Codable` is furthest behind.
    private static let codable: [Goal] = Contender.engines.map { engine in
        Goal { figures in
            let ratios = Workload.all.compactMap { workload -> (ratio: Double, name: String)? in
                func median(_ path: String) -> Double? {
                    figures.median(workload.name, engine, path, figures.count)
                }
                guard let entity = median(Contender.entity), let codable = median(Contender.codable)
                else { return nil }
                return (codable / entity, workload.name)
            }
            guard let worst = ratios.max(by: { $0.ratio < $1.ratio }) else { return [] }
            return [
                Verdict(
                    "Codable : @Entity, worst in \(worst.name)", engine: engine,
                    records: figures.count, figure: worst.ratio, bound: .atMost(1.7))
            ]
        }
    }

    private static let file: [Goal] = [
        // A commit costs the same however many records there are.
        ratio("durable-insert", "file", atMost: 1.2, isFlat: true),
        ratio("open", "file", to: Contender.plainSwift, atMost: 0.5),
        ratio("checkpoint", "file", to: Contender.plainSwift, atMost: 0.5),
    ]

    private static let memory: [Goal] = ["sqlite", "lmdb"].map { engine in
        Goal { figures in
            figures.memory.filter {
                $0.engine == engine && $0.path == Contender.entity && $0.workload == "scan"
                    && $0.records >= 1_000_000
            }.map {
                Verdict(
                    "memory of a scan, above the base", engine: engine, records: $0.records,
                    figure: Double($0.growth) / 1_048_576, unit: "MiB",
                    bound: .atMost(32))
            }
        }
    }

    /// How a point read grows with the records: as their logarithm or, where caches have their say,
    /// as it does in plain C.
    private static let growth: [Goal] = ["sqlite", "lmdb"].map { engine in
        Goal { figures in
            let workload = "point-read-inside"
            guard let least = figures.counts.first, let most = figures.counts.last, least < most,
                let growth = figures.growth(workload, engine, Contender.entity, least, most),
                let theirs = figures.growth(workload, engine, Contender.plainC, least, most)
            else { return [] }
            let expected = max(theirs, log(Double(most)) / log(Double(least)))
            return [
                Verdict(
                    "\(workload) from \(least) records on : log n, or C", engine: engine,
                    workload: workload, records: most, figure: growth / expected,
                    bound: .atMost(1.1))
            ]
        }
    }
}

extension Figures {
    /// How many times longer a workload takes with more records.
    fileprivate func growth(
        _ workload: String, _ engine: String, _ path: String, _ least: Int, _ most: Int
    ) -> Double? {
        guard let small = median(workload, engine, path, least),
            let large = median(workload, engine, path, most)
        else { return nil }
        return large / small
    }
}
