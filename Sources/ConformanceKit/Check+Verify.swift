import StorageCore

extension Check {
    /// Runs the check on a storage of its own.
    ///
    /// Afterwards the storage is closed; one that is persistent is opened once more and looked
    /// through for damage, whatever the rule was about. Nothing is left behind.
    ///
    /// - Parameters:
    ///   - harness: How the storage is opened.
    ///   - seed: What the random numbers follow from.
    ///   - worker: The program that takes a part in checks that need a second process. Without one
    ///     they are not run.
    /// - Returns: What became of it.
    public func verdict(
        on harness: any Harness, seed: UInt64, worker: Worker? = nil
    ) async -> Verdict {
        await entry(on: harness, seed: seed, worker: worker).verdict
    }

    /// Runs the check on a storage of its own, and returns what a report says of it.
    func entry(
        on harness: any Harness, seed: UInt64, effort: Effort = .standard, worker: Worker? = nil
    ) async -> Report.Entry {
        let clock = ContinuousClock()
        let start = clock.now
        var verdict: Verdict
        var observations: [Observation] = []
        var calls: [String] = []
        var survey: Survey?
        do {
            let context = try CheckContext(
                harness, check: id, seed: seed, effort: effort, worker: worker)
            (verdict, calls) = await self.verdict(in: context)
            observations = context.observations
            survey = context.survey
            do {
                try context.destroy()
            } catch  where verdict.isPass {
                verdict = .error(error)
            }
        } catch {
            verdict = .error(error)
        }
        return Report.Entry(
            check: self, verdict: verdict, observations: observations, survey: survey,
            lastCalls: calls, duration: clock.now - start)
    }

    /// The verdict, and the last calls before the storage was found to be at fault.
    private func verdict(in context: CheckContext) async -> (Verdict, calls: [String]) {
        var verdict = Verdict.pass
        var calls: [String] = []
        do {
            let missing = requirements.subtracting(try context.storage.capabilities)
            guard missing.isEmpty else {
                try context.finish()
                return (.notApplicable(reason: "not declared: \(missing)"), [])
            }
            try await body(context)
        } catch let error as NotApplicable {
            verdict = .notApplicable(reason: error.reason)
        } catch let error as NotRun {
            verdict = .notRun(reason: error.reason)
        } catch let error as Inconclusive {
            verdict = .inconclusive(reason: error.reason)
        } catch {
            verdict = Verdict(error)
            calls = context.log.lines
        }
        do {
            try context.finish()
        } catch  where !verdict.isBad {
            return (Verdict(error), context.log.lines)
        } catch {
            // What the check itself found says more than what follows from it.
        }
        return (verdict, calls)
    }
}

extension Verdict {
    fileprivate init(_ error: any Error) {
        self = (error as? CheckFailure).map(Verdict.fail) ?? .error(error)
    }
}
