import BenchmarkKit
import Foundation
import StorageCore

/// Measures, prints what it found beside the goals, and says by its exit status whether all of them
/// are met: 0 if so, 1 if not, 2 if the words are off, 3 if something failed.
@main
struct Benchmarks {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case MemoryRun.word: try await MemoryRun.serve(Array(words.dropFirst()))
            case InstructionCount.word: try InstructionCount.serve(Array(words.dropFirst()))
            default: exit(try await run(words))
            }
        } catch {
            note("error: \(error)")
            exit(3)
        }
    }

    private static func run(_ words: [String]) async throws -> CInt {
        if words.contains("--help") {
            print(Options.usage)
            return 0
        }
        let options: Options
        do throws(Misuse) {
            options = try Options(words)
        } catch {
            note("error: \(error.message)\n\(Options.usage)")
            return 2
        }
        let figures = try await measure(options)
        let verdicts = Goal.all.flatMap { $0.verdicts(figures) }
        report(figures, verdicts)
        try write(figures, verdicts, options)
        return verdicts.allSatisfy(\.isMet) ? 0 : 1
    }

    private static func measure(_ options: Options) async throws -> Figures {
        var figures = Figures(count: options.count)
        figures.timings = try await Run(
            options.contenders, options.workloads, plan: Plan(count: options.count),
            rounds: options.rounds
        ).measure(note)
        if options.measuresGrowth { figures.timings += try await growth(options) }
        if options.countsProcessorTime { figures.timings = figures.timings.map(\.ofProcessor) }
        if options.measuresMemory {
            figures.memory = try MemoryRun(
                contenders: options.contenders, workloads: options.workloads, count: 1_000_000
            ).measure()
        }
        if options.countsInstructions { figures.instructions = try InstructionCount.measure() }
        return figures
    }

    /// The same with other numbers of records. One engine after the other: a million people in each
    /// of the forms that contenders want take much memory.
    private static func growth(_ options: Options) async throws -> [Timing] {
        var timings: [Timing] = []
        for count in options.growthCounts {
            for engine in options.engines {
                let contenders = Contender.all(engine: engine).filter {
                    [Contender.plainC, Contender.entity].contains($0.path)
                }
                timings += try await Run(
                    contenders, options.workloads, plan: Plan(count: count),
                    rounds: options.rounds
                ).measure(note)
            }
        }
        return timings
    }

    private static func report(_ figures: Figures, _ verdicts: [Verdict]) {
        var lines = Table(figures.timings, verdicts: verdicts).lines
        if !figures.memory.isEmpty {
            lines += ["", "memory above the base:"] + figures.memory.table.lines
        }
        if !figures.instructions.isEmpty {
            lines += ["", "instructions of a translation:"] + figures.instructions.table.lines
        }
        lines.append("")
        for verdict in verdicts where verdict.workload == nil {
            lines.append("\(verdict.engine): \(verdict.title): \(verdict.summary)")
        }
        let missed = verdicts.count { !$0.isMet }
        lines.append("\(verdicts.count) goals, \(missed) missed")
        for line in lines { print(line) }
    }

    private static func write(
        _ figures: Figures, _ verdicts: [Verdict], _ options: Options
    ) throws {
        if let path = options.html {
            var sections: [BenchmarkPage.Section] = []
            if !figures.memory.isEmpty {
                sections.append(
                    BenchmarkPage.Section("Memory above the base", figures.memory.table))
            }
            if !figures.instructions.isEmpty {
                sections.append(
                    BenchmarkPage.Section(
                        "Instructions of a translation", figures.instructions.table))
            }
            try BenchmarkPage(
                options.summary, figures.timings, verdicts: verdicts, sections: sections
            ).html.write(toFile: path, atomically: true, encoding: .utf8)
        }
        if let path = options.svg {
            let chart = RatioChart(
                "\(figures.count) records: how many times as long as plain C; shorter is better",
                figures.timings.filter { $0.records == figures.count },
                paths: [Contender.plainSwift, Contender.entity])
            try chart.svg.write(toFile: path, atomically: true, encoding: .utf8)
        }
        if let path = options.json {
            let rows = try figures.timings.rows() + figures.memory.rows()
            try ((rows + figures.instructions.rows()).json() + "\n").write(
                toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
