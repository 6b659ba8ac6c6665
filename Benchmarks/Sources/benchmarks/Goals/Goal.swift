import BenchmarkKit
import Foundation

/// What a figure of a run has to be.
struct Goal: Sendable {
    /// The figures that a goal finds in a run, none if what it needs did not run.
    let verdicts: @Sendable (Figures) -> [Verdict]

    /// How many times the time of `base` that of `path` may be, with any number of records if
    /// `isFlat`.
    static func ratio(
        _ workload: String, _ engine: String, of path: String = Contender.entity,
        to base: String = Contender.plainC, atMost limit: Double, isFlat: Bool = false
    ) -> Goal {
        Goal { figures in
            (isFlat ? figures.counts : [figures.count]).compactMap { records in
                guard let ours = figures.median(workload, engine, path, records),
                    let theirs = figures.median(workload, engine, base, records)
                else { return nil }
                return Verdict(
                    "\(workload), \(path) : \(base)", engine: engine, workload: workload,
                    records: records, figure: ours / theirs, bound: .atMost(limit))
            }
        }
    }

    /// How many times the rate of `base` that of `workload` has to be.
    static func speedup(
        _ workload: String, over base: String, _ engine: String, _ title: String,
        atLeast limit: Double
    ) -> Goal {
        Goal { figures in
            guard let many = figures.median(workload, engine, Contender.entity, figures.count),
                let one = figures.median(base, engine, Contender.entity, figures.count)
            else { return [] }
            return [
                Verdict(
                    title, engine: engine, workload: workload, records: figures.count,
                    figure: one / many, bound: .atLeast(limit))
            ]
        }
    }
}

/// What was measured in all of a run.
struct Figures: Sendable {
    /// How many records the goals are about, unless they say otherwise.
    let count: Int
    var timings: [Timing] = []
    var memory: [MemoryUse] = []
    var instructions: [InstructionCount] = []

    /// The numbers of records, ascending.
    var counts: [Int] { Set(timings.map(\.records)).sorted() }

    func median(_ workload: String, _ engine: String, _ path: String, _ records: Int) -> Double? {
        timings.first(workload, engine, path, records: records)?.median
    }
}
