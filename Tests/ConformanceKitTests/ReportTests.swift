import Foundation
import StorageCore
import Testing

@testable import ConformanceKit

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ReportTests {
    @Test func `A failure shows rule, difference, usual cause and how to see it again`() throws {
        let entry = Report.Entry(
            check: try #require(Check.named("RNG-03/bounds")),
            verdict: .fail(
                CheckFailure(
                    "scan after 10", expected: "[11, 12, 13, 14, 15, 16, 17]",
                    got: "[11, 12, 13, 99, 15, 16, 17]")))
        func report(_ backend: String, _ effort: Effort = .standard) -> Report {
            Report(backend: backend, seed: 7, effort: effort, entries: [entry])
        }
        let text = report("sqlite:x.db?durability=none").explanation(of: entry)
        let lines = try #require(text).split(separator: "\n")
        #expect(lines[0] == "✗ RNG-03/bounds")
        #expect(lines[1].hasPrefix("    rule:     "))
        #expect(lines[2] == "    contract: \(Rule.boundsHold.rawValue)")
        #expect(
            lines[3...5].map { $0.prefix(14) }
                == ["    at:       ", "    expected: ", "    got:      "])
        #expect(
            lines[6]
                == "    differ:   from character 14 on: expected '14, 15, 16, 17]', "
                + "got '99, 15, 16, 17]'")
        #expect(lines[7].hasPrefix("    cause:    usually an exclusive bound taken for"))
        #expect(
            lines[8]
                == "    replay:   storage conformance 'sqlite:x.db?durability=none' "
                + "--only RNG-03/bounds --seed 7")
        #expect(
            report("it's", .nightly).explanation(of: entry)?.hasSuffix(
                "storage conformance 'it'\\''s' --only RNG-03/bounds --seed 7 --profile nightly")
                == true)
    }

    @Test func `A failure shows every rule that was broken, and where the fault was met`() throws {
        let entry = Report.Entry(
            check: try #require(Check.named("UNI-01/normal-forms")),
            verdict: .fail(CheckFailure("keys", expected: "2", got: "1")))
        let text = try #require(entry.explanation(replay: ""))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines[2...3] == [
                "    contract: \(Rule.equivalentTexts.rawValue)",
                "              \(Rule.everyKeyByteCounts.rawValue)",
            ])
        #expect(lines.suffix(2)[8].hasPrefix("    origin:   == of Swift's String"))
    }

    @Test func `A difference is shown where it is not seen at a glance`() {
        #expect(Difference(expected: "1", got: "2") == nil)
        let long = String(repeating: "x", count: 40)
        #expect(Difference(expected: "a" + long, got: "b" + long) == nil)
        #expect(
            Difference(expected: long + "ab", got: long)?.description
                == "from character 41 on: expected 'ab', got the end")
        #expect(
            Difference(expected: long, got: "x" + "y" + long)?.description
                == "from character 2 on: expected 'xxxxxxxxxxxxxxxxxxxxxxxx'…, "
                + "got 'yxxxxxxxxxxxxxxxxxxxxxxx'…")
    }

    @Test func `JUnit is XML with one test case for each check`() throws {
        let junit = [try SampleReport.make(), try SampleReport.make(backend: "two")].junit
        let parser = XMLParser(data: Data(junit.utf8))
        let reader = JUnitReader()
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.counts["testcase"] == 20)
        #expect(reader.counts["testsuite"] == 4)
        #expect(reader.counts["failure"] == 4)
        #expect(reader.counts["error"] == 6)
        #expect(reader.counts["skipped"] == 8)
        #expect(reader.properties["rules"] == Array(repeating: "K-1, V-1", count: 20))
        #expect(reader.sums == ["tests": 20, "failures": 4, "errors": 6, "skipped": 8])
        let message = try #require(reader.messages.first { $0.contains("left") })
        #expect(message.contains("\\u{0}\\u{1}") && message.contains("]]>"))
    }

    @Test func `TAP has its plan, a line for each check, and no control characters`() throws {
        let tap = [try SampleReport.make()].tap
        let lines = tap.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["TAP version 14", "1..10"])
        let results = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
        #expect(results.count == 10)
        #expect(results.count { $0.hasPrefix("not ok") } == 6)
        #expect(results.count { $0.contains(" # SKIP ") } == 3)
        #expect(results.count { $0.contains(" # TODO ") } == 1)
        #expect(results[7].hasSuffix("# SKIP never fired"))
        #expect(results[9].hasSuffix("# SKIP not selected: \\# AAA"))
        #expect(lines.count { $0 == "  ---" } == 5)
        #expect(lines.count { $0 == "  ..." } == 5)
        #expect(tap.unicodeScalars.allSatisfy { $0 == "\n" || !(0..<32).contains($0.value) })
    }

    @Test func `JSON says everything, versioned`() throws {
        let json = [try SampleReport.make()].json(timings: true)
        let reports = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        let report = reports[0]
        #expect(report["format"] as? Int == 1)
        #expect(report["conformant"] as? Bool == false)
        let totals = try #require(report["totals"] as? [String: Int])
        #expect(totals.count == 11)
        #expect(totals["registered"] == 10)
        #expect(totals.values.reduce(0, +) == 20)
        let checks = try #require(report["checks"] as? [[String: Any]])
        #expect(checks.map { $0["verdict"] as? String } == Verdict.names)
        #expect(
            checks[0]["observations"] as? [String: String] == ["G0": "prevented", "G1a": "seen"])
        #expect(checks[1]["cause"] as? String == "a \"cause\"")
        #expect(checks[1]["origin"] as? String == "<origin>")
        #expect(checks[1]["rules"] as? [String] == ["K-1", "V-1"])
        #expect(checks[4]["signal"] as? Int == 11)
        #expect((checks[5]["found"] as? [String: Any])?["verdict"] as? String == "fail")
        let storage = try #require(report["storage"] as? [String: Any])
        #expect(storage["maximumRecordSize"] as? Int == 1 << 20)
        let guarantees = try #require(report["guarantees"] as? [[String: Any]])
        #expect(
            guarantees.map { $0["evidence"] as? String } == ["undeclared", "untested", "absent"])
        #expect((report["warnings"] as? [String])?.count == 1)
    }

    @Test func `The summary ends with numbers that add up`() throws {
        let summary = [try SampleReport.make()].summary
        #expect(
            summary.hasSuffix("1 passed, 5 failed, 1 waived, 1 inconclusive, 2 skipped"))
        #expect(summary.contains("~ AAA-06/waived: waived until 9999-12-31"))
        #expect(summary.contains("warning: 'persistent' <works>"))
    }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var sums: [String: Int] = [:]
    var messages: [String] = []
    var properties: [String: [String]] = [:]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        if let message = attributes["message"] { messages.append(message) }
        if name == "property" {
            properties[attributes["name"] ?? "", default: []].append(attributes["value"] ?? "")
        }
        guard name == "testsuite" else { return }
        for key in ["tests", "failures", "errors", "skipped"] {
            sums[key, default: 0] += Int(attributes[key] ?? "") ?? 0
        }
    }
}
