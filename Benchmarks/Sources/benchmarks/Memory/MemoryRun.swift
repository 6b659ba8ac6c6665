import BenchmarkKit
import Foundation

/// Measures the memory of workloads, each in a process of its own: what one leaves behind does not
/// hide what the next one takes.
struct MemoryRun {
    /// The workloads whose memory is measured. The first fills the folder for the others.
    static let workloads = ["bulk-insert", "open", "scan", "filter"]

    /// The word that makes this program the process of one workload.
    static let word = "measure-memory"

    let contenders: [Contender]
    let workloads: [Workload]
    let count: Int

    func measure() throws -> [MemoryUse] {
        guard FileManager.default.fileExists(atPath: "/proc/self/statm") else {
            note("memory is not measured: it takes the /proc of Linux")
            return []
        }
        var uses: [MemoryUse] = []
        for contender in contenders {
            let folder = FileManager.default.temporaryDirectory.path + "/benchmark-\(UUID())"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { discard(folder) }
            for name in Self.workloads where isNeeded(name, contender) {
                note("\(count) records, memory of \(name): \(contender.engine), \(contender.path)")
                guard let use = try measure(name, contender, folder) else { continue }
                if workloads.contains(where: { $0.name == name }) { uses.append(use) }
            }
        }
        return uses
    }

    private func isNeeded(_ name: String, _ contender: Contender) -> Bool {
        if name == Workload.filling.name { return true }
        return contender.isPersistent && workloads.contains { $0.name == name }
    }

    private func measure(
        _ workload: String, _ contender: Contender, _ folder: String
    ) throws -> MemoryUse? {
        let words = [Self.word, contender.engine, contender.path, workload, "\(count)", folder]
        let output = try Subprocess.output(of: Subprocess.executable, words)
        return output.isEmpty ? nil : try JSONDecoder().decode(MemoryUse.self, from: output)
    }

    /// The process of one workload, which prints what it took, or nothing if the contender does not
    /// take part.
    static func serve(_ words: [String]) async throws {
        guard words.count == 5, let count = Int(words[3]),
            let contender = Contender.all(engine: words[0]).first(where: { $0.path == words[1] }),
            let workload = Workload.all.first(where: { $0.name == words[2] })
        else { throw StoreFailure("cannot measure \(words)") }
        let isReading = workload.name != Workload.filling.name
        let plan = Plan(count: count, onlyReading: isReading)
        let session = try Session(contender, plan, contender.opener(for: plan), in: words[4])
        if let work = try workload.prepare(session) {
            let base = try ProcessMemory.anonymous()
            let watch = MemoryWatch()
            _ = try await work.run()
            let use = MemoryUse(
                workload: workload.name, engine: contender.engine, path: contender.path,
                records: count, base: base, peak: try watch.stop(), resident: ProcessMemory.peak())
            FileHandle.standardOutput.write(try JSONEncoder().encode(use))
            try work.finish()
        }
        try session.store.close()
    }
}
