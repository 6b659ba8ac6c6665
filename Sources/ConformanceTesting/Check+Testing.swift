public import ConformanceKit
public import Testing

extension Check: CustomTestStringConvertible {
    /// The check's name, under which it stands in the list of tests.
    public var testDescription: String { id }
}

extension Check {
    /// Runs the check as the present test.
    ///
    /// This is all that the author of a backend writes:
    ///
    /// ```swift
    /// @Suite struct Conformance {
    ///     static let suite = ConformanceSuite(name: "mine") { try MyStorage(folder: $0) }
    ///     @Test(arguments: Check.all) func conforms(to check: Check) async throws {
    ///         try await check.verify(Self.suite)
    ///     }
    /// }
    /// ```
    ///
    /// A failure is recorded as an issue with the rule, what was expected and what came. A check
    /// that means nothing for the storage leaves a warning with the reason, and is cancelled.
    ///
    /// - Parameters:
    ///   - harness: How a storage of the backend is opened.
    ///   - seed: What the check's random numbers follow from; nil for new ones. A failure shows it.
    ///   - waivers: The breaches that are known. One whose day has passed does not count.
    ///   - sourceLocation: Where an issue is shown.
    /// - Throws: The error of `Test.cancel`, if the check means nothing for the storage.
    public func verify(
        _ harness: any Harness, seed: UInt64? = nil, waivers: [Waiver] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let runner = Runner(harness, checks: [self], seed: seed, waivers: waivers)
        let entry = await runner.entry(for: self)
        switch entry.verdict {
        case .pass: break
        case .fail, .error, .timeout, .crashed, .unexpectedPass:
            let text = runner.explanation(
                of: entry, replay: "this test with 'verify(…, seed: \(runner.seed))'")
            Issue.record(Comment(rawValue: text ?? id), sourceLocation: sourceLocation)
        case .waived(let waiver, _):
            let comment = Comment(rawValue: "\(id): \(waiver)")
            Issue.record(comment, severity: .warning, sourceLocation: sourceLocation)
        case .notApplicable(let reason), .notRun(let reason), .inconclusive(let reason):
            // Swift Testing prints a cancelled case as passed, so that the warning has to say it.
            let comment = Comment(rawValue: "skipped \(id): \(reason)")
            Issue.record(comment, severity: .warning, sourceLocation: sourceLocation)
            try Test.cancel(comment, sourceLocation: sourceLocation)
        }
    }
}
