import BenchmarkKit
import Foundation
import StorageCore

/// Measures, prints what it found beside the goals, and says by its exit status whether all of them
/// are met: 0 if so, 1 if not, 2 if the words are off, 3 if something failed.
@main
struct Benchmarks {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.contains("--help") { return print(Options.usage) }
        let options: Options
        do throws(Misuse) {
            options = try Options(words)
        } catch {
            note("error: \(error.message)\n\(Options.usage)")
            exit(2)
        }
        do {
            let figures = try await measure(options)
            let verdicts = Goal.all.flatMap { $0.verdicts(figures) }
            report(figures, verdicts)
            try write(figures, verdicts, options)
            exit(verdicts.allSatisfy(\.isMet) ? 0 : 1)
        } catch {
            note("error: \(error)")
            exit(3)
        }
    }

    private static func measure(_ options: Options) async throws -> Figures {
        var figures = Figures()
        let run = Run(
            options.contenders, options.workloads, plan: Plan(count: options.count),
            rounds: options.rounds)
        figures.timings = try await run.measure(note)
        return figures
    }

    private static func report(_ figures: Figures, _ verdicts: [Verdict]) {
        let table = Table(figures.timings) { workload, engine, records in
            verdicts.filter {
                $0.workload == workload && $0.engine == engine && $0.records == records
            }.map { "\($0.title) \($0.summary)" }.joined(separator: "; ")
        }
        for line in table.lines { print(line) }
        for verdict in verdicts where verdict.workload == nil {
            print("\(verdict.engine): \(verdict.title): \(verdict.summary)")
        }
        let missed = verdicts.count { !$0.isMet }
        print("\(verdicts.count) goals, \(missed) missed")
    }

    private static func write(
        _ figures: Figures, _ verdicts: [Verdict], _ options: Options
    ) throws {
        if let path = options.json {
            try figures.timings.rows().json().write(
                toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
