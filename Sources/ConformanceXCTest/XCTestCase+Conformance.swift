public import ConformanceKit
public import XCTest

// On Darwin, XCTest makes tests from methods only; ConformanceTesting lists the checks there too.
#if !canImport(ObjectiveC)
    extension XCTestCase {
        /// Runs every check as a test of its own, under its name.
        ///
        /// This is all that the author of a backend writes:
        ///
        /// ```swift
        /// final class Conformance: XCTestCase {
        ///     func testChecks() {
        ///         runChecks(on: ConformanceSuite(name: "mine") { try MyStorage(folder: $0) })
        ///     }
        /// }
        /// ```
        ///
        /// A failure shows the rule, what was expected and what came. A check that means nothing for
        /// the storage is skipped with the reason.
        ///
        /// - Parameters:
        ///   - harness: How a storage of the backend is opened.
        ///   - checks: The checks.
        ///   - seed: What the random numbers follow from; nil for new ones. A failure shows it.
        ///   - waivers: The breaches that are known. One whose day has passed does not count.
        ///   - file: Where a failure is shown.
        ///   - line: Where a failure is shown.
        public func runChecks(
            on harness: any Harness, checks: [Check] = Check.all, seed: UInt64? = nil,
            waivers: [Waiver] = [], file: StaticString = #filePath, line: UInt = #line
        ) {
            let runner = Runner(harness, checks: checks, seed: seed, waivers: waivers)
            let failed = checks.filter { check in
                let body = asyncTest { (test: XCTestCase) in
                    { try test.show(await runner.entry(for: check), runner, file, line) }
                }
                let test = type(of: self).init(name: check.id) { try body($0)() }
                test.run()
                return test.testRun?.hasSucceeded != true
            }
            // Nobody but this test knows of those that it made.
            guard !failed.isEmpty else { return }
            let names = failed.map(\.id).joined(separator: ", ")
            recordFailure(
                withDescription: "\(failed.count) of \(checks.count) checks failed: \(names)",
                inFile: "\(file)", atLine: Int(line), expected: true)
        }

        private func show(
            _ entry: Report.Entry, _ runner: Runner, _ file: StaticString, _ line: UInt
        ) throws {
            switch entry.verdict {
            case .pass: break
            case .fail, .error, .timeout, .crashed, .unexpectedPass:
                let text = runner.explanation(
                    of: entry, replay: "this test with 'runChecks(…, seed: \(runner.seed))'")
                recordFailure(
                    withDescription: text ?? entry.check.id, inFile: "\(file)", atLine: Int(line),
                    expected: true)
            case .waived(let waiver, _): throw XCTSkip("\(waiver)")
            case .notApplicable(let reason), .notRun(let reason), .inconclusive(let reason):
                throw XCTSkip(reason)
            }
        }
    }
#endif
