import ConformanceKit

extension Odd {
    /// Which checks demand too much of the storage, or nil if none does.
    func miss() async -> String? {
        await Self.miss(of: harness)
    }

    /// Which checks a storage does not pass that is taken to be legal, or nil if it passes all.
    static func miss(of harness: any Harness) async -> String? {
        let report = await Runner(harness, seed: 1).run()
        let failed = report.entries.filter { entry in
            entry.verdict.isRed || entry.verdict.name == "inconclusive"
        }
        guard failed.isEmpty else {
            return failed.map { "\($0.check.id): \($0.verdict)" }.joined(separator: "; ")
        }
        return report.isConformant ? nil : "it passed, and is not conformant"
    }
}
