extension Report {
    /// How many checks have which verdict.
    public struct Totals: Hashable, Sendable {
        /// The rule was kept.
        public private(set) var passed = 0
        /// The rule was broken.
        public private(set) var failed = 0
        /// The storage threw an error.
        public private(set) var errors = 0
        /// The check's time was up.
        public private(set) var timeouts = 0
        /// The check's process ended under it.
        public private(set) var crashed = 0
        /// The rule was broken, which is allowed for a while.
        public private(set) var waived = 0
        /// The rule was kept in spite of a waiver.
        public private(set) var unexpectedPasses = 0
        /// The check found nothing out.
        public private(set) var inconclusive = 0
        /// The rule means nothing for this storage.
        public private(set) var notApplicable = 0
        /// The check was not selected.
        public private(set) var notRun = 0

        init(_ verdicts: [Verdict]) {
            for verdict in verdicts { count(verdict) }
        }

        private mutating func count(_ verdict: Verdict) {
            switch verdict {
            case .pass: passed += 1
            case .fail: failed += 1
            case .error: errors += 1
            case .timeout: timeouts += 1
            case .crashed: crashed += 1
            case .waived: waived += 1
            case .unexpectedPass: unexpectedPasses += 1
            case .inconclusive: inconclusive += 1
            case .notApplicable: notApplicable += 1
            case .notRun: notRun += 1
            }
        }

        /// All of them: the number of checks that are registered.
        public var registered: Int { counts.map(\.count).reduce(0, +) }

        /// How many are red: what a run of the kit fails for.
        public var red: Int { failed + errors + timeouts + crashed + unexpectedPasses }

        /// Each verdict's name and how often it was given.
        var counts: [(name: String, count: Int)] {
            Array(
                zip(
                    Verdict.names,
                    [
                        passed, failed, errors, timeouts, crashed, waived, unexpectedPasses,
                        inconclusive, notApplicable, notRun,
                    ]))
        }
    }
}

extension [Report.Totals] {
    /// `N passed, N failed, N skipped`, with what was waived or inconclusive in between if there
    /// is any. The numbers add up to those of the registered checks.
    var sentence: String {
        func sum(_ number: (Report.Totals) -> Int) -> Int { map(number).reduce(0, +) }
        var parts = ["\(sum(\.passed)) passed", "\(sum(\.red)) failed"]
        if sum(\.waived) > 0 { parts.append("\(sum(\.waived)) waived") }
        if sum(\.inconclusive) > 0 { parts.append("\(sum(\.inconclusive)) inconclusive") }
        parts.append("\(sum { $0.notApplicable + $0.notRun }) skipped")
        return parts.joined(separator: ", ")
    }
}
