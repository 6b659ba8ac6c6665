extension [Report] {
    /// The reports as JUnit XML: a test suite for each group of a backend, a test case for each
    /// check.
    public var junit: String {
        let suites = flatMap { report in groups.map { report.suite($0) } }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            \(suites.joined(separator: "\n"))
            </testsuites>

            """
    }
}

extension Report {
    fileprivate func suite(_ group: String) -> String {
        let entries = entries.filter { $0.check.group == group }
        let errors = entries.count { $0.verdict.isJUnitError }
        let failures = entries.count { $0.verdict.isRed } - errors
        let skipped = entries.count { $0.verdict.isJUnitSkip }
        let seconds = entries.map(\.seconds).reduce(0, +)
        let name = "\(backend).\(group)".escapedForXML
        return """
              <testsuite name="\(name)" tests="\(entries.count)" failures="\(failures)" \
            errors="\(errors)" skipped="\(skipped)" time="\(seconds)">
                <properties><property name="seed" value="\(seed)"/></properties>
            \(entries.map { testCase($0) }.joined(separator: "\n"))
              </testsuite>
            """
    }

    private func testCase(_ entry: Entry) -> String {
        let name = entry.check.id.escapedForXML
        let start =
            "    <testcase name=\"\(name)\" classname=\"\(backend.escapedForXML)."
            + "\(entry.check.group)\" time=\"\(entry.seconds)\"><properties><property name=\"rules\" "
            + "value=\"\(entry.check.ruleNumbers)\"/></properties>"
        let text = (explanation(of: entry) ?? "").escapedForXML
        let message = (entry.verdict.sentence ?? "").escapedForXML
        switch entry.verdict {
        case .pass:
            return start + "</testcase>"
        case .notApplicable, .notRun, .inconclusive, .waived:
            return start + "<skipped message=\"\(message)\"/></testcase>"
        case .fail, .unexpectedPass:
            return start + "<failure message=\"\(message)\">\(text)</failure></testcase>"
        case .error, .timeout, .crashed:
            return start + "<error message=\"\(message)\">\(text)</error></testcase>"
        }
    }
}

extension Verdict {
    /// JUnit tells tests that found something wrong from tests that could not go on.
    fileprivate var isJUnitError: Bool {
        switch self {
        case .error, .timeout, .crashed: true
        default: false
        }
    }

    fileprivate var isJUnitSkip: Bool {
        if case .waived = self { true } else { isSkip }
    }
}

extension Report.Entry {
    /// The check's duration with millisecond resolution, as JUnit has it.
    fileprivate var seconds: Double {
        (duration / .milliseconds(1)).rounded() / 1000
    }
}
