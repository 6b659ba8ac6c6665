import StorageCore

extension Check {
    /// Runs the check on a storage of its own.
    ///
    /// Afterwards the storage is closed; one that is persistent is opened once more and looked
    /// through for damage, whatever the rule was about. Nothing is left behind.
    public func verdict(on harness: any Harness, seed: UInt64) async -> Verdict {
        await finding(on: harness, seed: seed).verdict
    }

    /// Runs the check as ``verdict(on:seed:)`` does, and also returns what it took note of.
    public func finding(
        on harness: any Harness, seed: UInt64
    ) async -> (verdict: Verdict, observations: [Observation]) {
        do {
            let context = try CheckContext(harness, check: id, seed: seed)
            let verdict = await verdict(in: context)
            do {
                try context.destroy()
            } catch  where verdict.isPass {
                return (.error(error), context.observations)
            }
            return (verdict, context.observations)
        } catch {
            return (.error(error), [])
        }
    }

    private func verdict(in context: CheckContext) async -> Verdict {
        var verdict = Verdict.pass
        do {
            let missing = requirements.subtracting(try context.storage.capabilities)
            guard missing.isEmpty else {
                try context.finish()
                return .notApplicable(reason: "not declared: \(missing)")
            }
            try await body(context)
        } catch let error as NotApplicable {
            verdict = .notApplicable(reason: error.reason)
        } catch {
            verdict = Verdict(error)
        }
        do {
            try context.finish()
        } catch  where !verdict.isBad {
            return Verdict(error)
        } catch {
            // What the check itself found says more than what follows from it.
        }
        return verdict
    }
}

extension Verdict {
    fileprivate init(_ error: any Error) {
        self = (error as? CheckFailure).map(Verdict.fail) ?? .error(error)
    }

    /// Whether the rule was kept.
    var isPass: Bool {
        if case .pass = self { true } else { false }
    }

    /// Whether the storage is at fault.
    var isBad: Bool {
        switch self {
        case .fail, .error: true
        case .pass, .notApplicable, .notRun: false
        }
    }
}
