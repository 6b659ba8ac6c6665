import Foundation

let words = CommandLine.arguments.dropFirst()
let count = words.contains("--quick") ? 20_000 : 100_000
let only = words.first { !$0.hasPrefix("--") }
let contenders = Contender.all.filter { only == nil || $0.engine == only }
let run = Run(contenders: contenders, count: count, rounds: 7)
let measurements = try run.measure { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
for measurement in measurements {
    let base = measurements.first {
        $0.workload == measurement.workload && $0.engine == measurement.engine && $0.path == "C"
    }
    let ratio = base.map { measurement.median / $0.median } ?? .nan
    print(
        "\(measurement.engine)\t\(measurement.workload)\t\(measurement.path)\t"
            + "\(Int(measurement.median)) ns\t\((ratio * 100).rounded() / 100)")
}
