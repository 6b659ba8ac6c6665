import StorageCore

extension Report {
    /// The report for programs: one JSON object, its keys in a fixed order.
    ///
    /// Two runs with one seed on one backend give the same text, unless `timings` are asked for:
    /// they stand last, and with them the last calls of each check that failed, whose order may be
    /// that of threads.
    public func json(timings: Bool = false) -> String {
        var members: [(String, JSON)] = [
            ("format", .number(1)),
            ("backend", .string(backend)),
            ("seed", .string(String(seed))),
            ("profile", .string(effort.rawValue)),
            ("conformant", .bool(isConformant)),
            (
                "totals",
                .object(
                    [("registered", .number(totals.registered))]
                        + totals.counts.map { ($0.name, .number($0.count)) })
            ),
            ("storage", survey.map(\.json) ?? .null),
            ("guarantees", .array(guarantees.map(\.json))),
            ("warnings", .array(warnings.map { .string($0) })),
            ("checks", .array(entries.map { .object($0.members) })),
        ]
        if timings {
            let seconds = entries.map { ($0.check.id, JSON.number($0.duration.milliseconds)) }
            members.append(("milliseconds", .object(seconds)))
            members.append(("lastCalls", .object(lastCalls)))
        }
        return JSON.object(members).text + "\n"
    }

    private var lastCalls: [(String, JSON)] {
        entries.filter { !$0.lastCalls.isEmpty }.map { entry in
            (entry.check.id, .array(entry.lastCalls.map { .string($0) }))
        }
    }
}

extension Report.Entry {
    fileprivate var members: [(String, JSON)] {
        [
            ("id", .string(check.id)), ("rule", .string(check.rule)),
            ("rules", .array(check.proves.map { .string($0.number) })),
            ("level", .string(check.level.rawValue)),
            ("cause", check.cause.map { .string($0) } ?? .null),
            ("origin", check.origin.map { .string($0) } ?? .null),
            ("requires", .string(check.requirements.description)),
            ("verdict", .string(verdict.name)),
        ] + verdict.members + (observations.isEmpty ? [] : [("observations", outcomes)])
    }

    private var outcomes: JSON {
        .object(observations.map { ($0.name, .string($0.outcome.rawValue)) })
    }
}

extension Verdict {
    fileprivate var members: [(String, JSON)] {
        switch self {
        case .pass: []
        case .fail(let failure):
            [
                ("at", .string(failure.subject)), ("expected", .string(failure.expected)),
                ("got", .string(failure.got)),
            ] + (failure.snippet.map { [("list", .string($0))] } ?? [])
        case .error: [("error", .string(sentence ?? ""))]
        case .timeout(let limit): [("limitMilliseconds", .number(limit.milliseconds))]
        case .crashed(let crash): crash.members
        case .waived(let waiver, let verdict):
            waiver.members + [
                ("found", .object([("verdict", .string(verdict.name))] + verdict.members))
            ]
        case .unexpectedPass(let waiver): waiver.members
        case .inconclusive(let reason), .notApplicable(let reason), .notRun(let reason):
            [("reason", .string(reason))]
        }
    }
}

extension Crash {
    fileprivate var members: [(String, JSON)] {
        switch cause {
        case .signal(let number): [("signal", .number(Int(number))), ("words", .string(words))]
        case .exit(let status): [("exit", .number(Int(status))), ("words", .string(words))]
        }
    }
}

extension Waiver {
    fileprivate var members: [(String, JSON)] {
        [
            ("reason", .string(reason)), ("issue", .string(issue)),
            ("expiry", .string(expiry.description)),
        ]
    }
}

extension Survey {
    fileprivate var json: JSON {
        .object([
            ("scheme", .string(scheme)), ("durability", .string(durability)),
            ("maximumKeySize", .number(maximumKeySize)),
            ("maximumRecordSize", .number(maximumRecordSize)),
        ])
    }
}

extension Report.Guarantee {
    fileprivate var json: JSON {
        .object([
            ("name", .string(name)), ("declared", .bool(isDeclared)),
            ("evidence", .string(evidence.rawValue)),
            ("checks", .array(checks.map { .string($0) })),
        ])
    }
}
