import StorageCore

extension Report {
    /// The report for programs: one JSON object, its keys in a fixed order.
    ///
    /// Two runs with one seed on one backend give the same text, unless `timings` are asked for:
    /// they stand last.
    public func json(timings: Bool = false) -> String {
        let totals = totals
        var members: [(String, JSON)] = [
            ("format", .number(1)),
            ("backend", .string(backend)),
            ("seed", .string(String(seed))),
            (
                "totals",
                .object([
                    ("registered", .number(totals.registered)), ("passed", .number(totals.passed)),
                    ("failed", .number(totals.failed)), ("errors", .number(totals.errors)),
                    ("notApplicable", .number(totals.notApplicable)),
                    ("notRun", .number(totals.notRun)),
                ])
            ),
            ("checks", .array(entries.map { .object($0.members) })),
        ]
        if timings {
            let seconds = entries.map { ($0.check.id, JSON.number($0.duration.milliseconds)) }
            members.append(("milliseconds", .object(seconds)))
        }
        return JSON.object(members).text + "\n"
    }
}

extension Report.Entry {
    fileprivate var members: [(String, JSON)] {
        [
            ("id", .string(check.id)), ("rule", .string(check.rule)),
            ("level", .string(check.level.rawValue)),
            ("requires", .string(check.requirements.description)),
            ("verdict", .string(verdict.name)),
        ] + details + notes
    }

    private var notes: [(String, JSON)] {
        if observations.isEmpty { return [] }
        let notes = observations.map { ($0.name, JSON.string($0.outcome.rawValue)) }
        return [("observations", .object(notes))]
    }

    private var details: [(String, JSON)] {
        switch verdict {
        case .pass: []
        case .fail(let failure):
            [
                ("at", .string(failure.subject)), ("expected", .string(failure.expected)),
                ("got", .string(failure.got)),
            ]
        case .error(let error): [("error", .string(error.context))]
        case .notApplicable(let reason), .notRun(let reason): [("reason", .string(reason))]
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}

/// As much of JSON as a report needs, with members in the order in which they were given.
enum JSON {
    case number(Int)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    var text: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        switch self {
        case .number(let number): [String(number)]
        case .string(let string): [Self.quoted(string)]
        case .array(let elements): Self.enclosed("[", elements.map(\.lines), "]")
        case .object(let members):
            Self.enclosed(
                "{",
                members.map { name, value in
                    var lines = value.lines
                    lines[0] = "\(Self.quoted(name)): \(lines[0])"
                    return lines
                }, "}")
        }
    }

    private static func enclosed(
        _ opening: String, _ items: [[String]], _ closing: String
    ) -> [String] {
        if items.isEmpty { return [opening + closing] }
        var lines = [opening]
        for (index, item) in items.enumerated() {
            lines += item.map { "  " + $0 }
            if index < items.count - 1 { lines[lines.count - 1] += "," }
        }
        return lines + [closing]
    }

    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Line separators and DEL are legal, but trip tools that read line by line.
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
