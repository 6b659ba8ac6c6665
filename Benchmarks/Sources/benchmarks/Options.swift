import BenchmarkKit

/// The words on the command line are off.
struct Misuse: Error {
    let message: String
}

/// The words on the command line.
struct Options {
    var isQuick = false
    var rounds = 7
    var json: String?
    var html: String?
    var engines: [String] = []
    var workloads: [Workload] = []

    static let usage = """
        usage: script/bench [--quick] [--rounds N] [--workload NAME] [--json FILE] [--html FILE]
                            [SCHEME …]
          --quick          20,000 records in place of 100,000
          --rounds N       7 are the default, and the least for figures to rely on
          --workload NAME  only this one; can be given several times
          --json FILE      write the rows as JSON
          --html FILE      write a page with plots
        schemes: \(Contender.engines.joined(separator: ", "))
        workloads: \(Workload.all.map(\.name).joined(separator: ", "))
        """

    init(_ words: [String]) throws(Misuse) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--rounds": rounds = try Self.number(word, &rest)
            case "--json": json = try Self.value(word, &rest)
            case "--html": html = try Self.value(word, &rest)
            case "--workload": workloads.append(try Self.workload(try Self.value(word, &rest)))
            case _ where Contender.engines.contains(word): engines.append(word)
            default: throw Misuse(message: "'\(word)' is neither an option nor a scheme")
            }
        }
        if engines.isEmpty { engines = Contender.engines }
        if workloads.isEmpty { workloads = Workload.all }
    }

    var count: Int { isQuick ? 20_000 : 100_000 }

    var contenders: [Contender] { engines.flatMap(Contender.all(engine:)) }

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

    private static func workload(_ name: String) throws(Misuse) -> Workload {
        guard let workload = Workload.all.first(where: { $0.name == name }) else {
            throw Misuse(message: "there is no workload '\(name)'")
        }
        return workload
    }
}
