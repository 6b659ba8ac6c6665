import BenchmarkKit
import Foundation

/// The words on the command line are off.
struct Misuse: Error {
    let message: String
}

/// The words on the command line.
struct Options {
    var isQuick = false
    var measuresMemory = false
    var measuresGrowth = false
    var countsInstructions = false
    var countsProcessorTime = false
    var rounds = 7
    var json: String?
    var html: String?
    var svg: String?
    var engines: [String] = []
    var paths: [String] = []
    var workloads = Workload.all

    static let usage = """
        usage: script/bench [--quick] [--growth] [--memory] [--instructions] [--cpu]
                            [--rounds N] [--workload NAME] [--path NAME] [--json FILE] [--html FILE]
                            [--svg FILE] [SCHEME …]
          --quick          20,000 records in place of 100,000, and no memory
          --growth         also plain C and @Entity with 1,000 to 1,000,000 records
          --memory         also the memory of a million records, which is the default unless --quick
          --instructions   also the instructions of the translation of models (needs valgrind)
          --cpu            the time of the processor in place of that of the clock, where a workload
                           does not wait: for a machine that is busy with other work
          --rounds N       7 are the default, and the least for figures to rely on
          --workload NAME  only this one; can be given several times
          --path NAME      only this way of using an engine, such as '@Entity', which makes it easy
                           to profile; can be given several times
          --json FILE      write the rows as JSON
          --html FILE      write a page with plots
          --svg FILE       write one plot of how many times as long as plain C the workloads take
        schemes: \(Contender.engines.joined(separator: ", "))
        workloads: \(Workload.all.map(\.name).joined(separator: ", "))
        """

    init(_ words: [String]) throws(Misuse) {
        var rest = words[...]
        var names: [String] = []
        while let word = rest.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--growth": measuresGrowth = true
            case "--memory": measuresMemory = true
            case "--instructions": countsInstructions = true
            case "--cpu": countsProcessorTime = true
            case "--rounds": rounds = try Self.number(word, &rest)
            case "--path": paths.append(try Self.value(word, &rest))
            case "--json": json = try Self.value(word, &rest)
            case "--html": html = try Self.value(word, &rest)
            case "--svg": svg = try Self.value(word, &rest)
            case "--workload": names.append(try Self.workload(&rest))
            case _ where Contender.engines.contains(word): engines.append(word)
            default: throw Misuse(message: "'\(word)' is neither an option nor a scheme")
            }
        }
        if engines.isEmpty { engines = Contender.engines }
        if !names.isEmpty { workloads = Workload.all.filter { names.contains($0.name) } }
        if !isQuick { measuresMemory = true }
        guard !contenders.isEmpty else {
            throw Misuse(message: "there is no such path: \(paths.joined(separator: ", "))")
        }
    }

    var count: Int { isQuick ? 20_000 : 100_000 }

    /// The numbers of records of the curves, without the one that is measured anyway.
    var growthCounts: [Int] { [1000, 10_000, 100_000, 1_000_000].filter { $0 != count } }

    /// What runs, in a sentence.
    var summary: String {
        "\(count) records of eight fields with an index on one of them, \(rounds) interleaved rounds, "
            + (countsProcessorTime ? "time of the processor where nothing waits, " : "")
            + "on \(ProcessInfo.processInfo.activeProcessorCount) cores of "
            + "\(ProcessInfo.processInfo.operatingSystemVersionString)."
    }

    var contenders: [Contender] {
        let all = engines.flatMap(Contender.all(engine:))
        return paths.isEmpty ? all : all.filter { paths.contains($0.path) }
    }

    private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse)
        -> String
    {
        guard let value = rest.popFirst() else {
            throw Misuse(message: "a value is missing behind '\(option)'")
        }
        return value
    }

    private static func number(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse)
        -> Int
    {
        let text = try value(option, &rest)
        guard let number = Int(text), number > 0 else {
            throw Misuse(message: "'\(option)' takes a number from 1 up, not '\(text)'")
        }
        return number
    }

    private static func workload(_ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        let name = try value("--workload", &rest)
        guard Workload.all.contains(where: { $0.name == name }) else {
            throw Misuse(message: "there is no workload '\(name)'")
        }
        return name
    }
}
