package import CommandLineTool
import ConformanceKit
import StorageCore

extension ConformanceRun {
    /// The options of every program that runs checks.
    package static let options = [
        OptionName("profile", "smoke|standard|nightly", "core checks, all, or all with ten seeds"),
        OptionName("seed", "N", "the seed of an earlier run, to have the same numbers again"),
        OptionName("only", "PATTERN,…", "groups (KEY), rows (KEY-04), ids, or beginnings (KEY-0*)"),
        OptionName("list", nil, "list the checks and run none"),
        OptionName(
            "waive", "'CHECK DAY ISSUE REASON'",
            "allow a check to fail until a day such as 2026-12-31; may be given several times",
            isRepeatable: true),
        OptionName("waivers", "FILE", "allow what is waived in a file, a line each, as --waive"),
        OptionName("selftest", nil, "test the kit; with a file to write, backends too"),
        OptionName("junit", "FILE", "write a JUnit report"),
        OptionName("tap", "FILE", "write a TAP report"),
        OptionName("html", "FILE", "write the matrix as a page, with the planted faults' score"),
        OptionName("report", "FILE", "write the report as JSON"),
        OptionName("json", nil, "print the report as JSON and nothing else"),
    ]

    /// The options in one line.
    package static let usage =
        "[--profile smoke|standard|nightly] [--seed N] [--only PATTERN,…] [--list] "
        + "[--waive 'CHECK DAY ISSUE REASON']… [--waivers FILE] [--selftest] [--junit FILE] "
        + "[--tap FILE] [--html FILE] [--report FILE] [--json]"

    static func profile(
        _ arguments: Arguments, of checks: [Check]
    ) throws(UsageError) -> Profile {
        let text = arguments.value("profile") ?? "standard"
        guard let effort = Effort(rawValue: text) else {
            throw UsageError("'--profile' is smoke, standard or nightly, not '\(text)'")
        }
        let patterns = arguments.value("only")?.split(separator: ",").map(String.init) ?? []
        if let unknown = patterns.first(where: { pattern in
            !checks.contains { Profile(only: [pattern]).contains($0) }
        }) {
            throw UsageError("no check matches '\(unknown)'; see '\(arguments.command) --list'")
        }
        return Profile(only: patterns, effort: effort)
    }

    static func seed(_ arguments: Arguments) throws(UsageError) -> UInt64 {
        try arguments.number("seed").map { UInt64($0) } ?? .random(in: 0...UInt64(Int64.max))
    }

    static func waivers(
        _ arguments: Arguments, of checks: [Check]
    ) throws(UsageError) -> [Waiver] {
        let waivers = try arguments.read { () throws(StorageError) in
            var waivers: [Waiver] = []
            if let path = arguments.value("waivers") {
                waivers = try [Waiver](contentsOfFile: path)
            }
            for line in arguments.all("waive") { waivers.append(try Waiver(line)) }
            return waivers
        }
        let ids = Set(checks.map(\.id))
        if let unknown = waivers.first(where: { !ids.contains($0.check) }) {
            throw UsageError(
                "there is no check '\(unknown.check)' to be waived; see "
                    + "'\(arguments.command) --list'")
        }
        return waivers
    }
}
