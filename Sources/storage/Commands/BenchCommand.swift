import BenchmarkKit
import CommandLineTool
import Foundation
import StorageCore

/// `storage bench`: measures BenchmarkKit's workloads.
struct BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure the fixed workloads on backends, each in a fresh folder"
    static let usage = "[SCHEME …] [--records N] [--json] [--html FILE]"
    static let options = [
        OptionName("records", "N", "how many records: 20000, or another number from 1000 up"),
        OptionName.json,
        OptionName("html", "FILE", "write a page with plots"),
    ]

    // The least for medians to rely on.
    private static let rounds = 7

    private let backends: [Backend]
    private let count: Int
    private let isJSON: Bool
    private let page: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        count = try arguments.number("records") ?? 20_000
        guard count >= Plan.minimumCount else {
            throw UsageError(
                "'--records' takes a number from \(Plan.minimumCount) up, not \(count)")
        }
        isJSON = arguments.has("json")
        page = arguments.value("html")
        var backends: [Backend] = []
        while let scheme = arguments.takeOptional() {
            let backend = try arguments.read { () throws(StorageError) in
                try StorageTool.backends.backend(for: scheme)
            }
            guard !backends.contains(where: { $0.scheme == scheme }) else {
                throw UsageError("the scheme '\(scheme)' is given twice")
            }
            backends.append(backend)
        }
        self.backends = backends.isEmpty ? StorageTool.backends.all : backends
    }

    func run(_ output: Output) async throws -> ExitStatus {
        #if DEBUG
            output.note(
                "the tool was built without optimisation, and the figures tell nothing; build it "
                    + "with 'swift build -c release'")
        #endif
        let progress = CountedProgress(
            "bench", total: Self.rounds * Workload.all.count, of: "workloads")
        defer { progress.finish() }
        let run = Run(
            backends.flatMap { Contender.all($0) }, plan: Plan(count: count), rounds: Self.rounds)
        let timings = try await run.measure { _ in progress.step() }
        progress.finish()
        if isJSON {
            output.line(try timings.rows().json())
        } else {
            for line in Table(timings).lines { output.line(line) }
        }
        output.flush()
        if let page {
            let introduction =
                "\(count) records of eight fields with an index on one of them, "
                + "\(Self.rounds) interleaved rounds."
            try ReportFile.write(BenchmarkPage(introduction, timings).html, to: page)
        }
        return .done
    }
}
