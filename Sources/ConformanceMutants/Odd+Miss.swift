import ConformanceKit

extension Odd {
    /// Which checks demand too much of the storage, or nil if none does.
    func miss() async -> String? {
        await Self.miss(of: harness)
    }

    /// Which checks a storage does not pass that is taken to be legal, or nil if it passes all.
    static func miss(of harness: any Harness) async -> String? {
        // All checks, those that are not core ones too, with as little random work as they do.
        let profile = Profile(effort: .smoke)
        let entries = await Runner(harness, profile: profile, seed: 1).entries(for: Check.all)
        let failed = entries.filter { entry in
            entry.verdict.isRed || entry.verdict.name == "inconclusive"
        }
        guard failed.isEmpty else {
            return failed.map { "\($0.check.id): \($0.verdict)" }.joined(separator: "; ")
        }
        let passed = entries.count { $0.verdict.name == "pass" }
        return passed > entries.count / 2 ? nil : "only \(passed) checks mean anything for it"
    }
}
