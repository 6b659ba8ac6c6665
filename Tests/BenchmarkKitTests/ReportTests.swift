import BenchmarkKit
import Foundation
import StorageCore
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct ReportTests {
    @Test func `The median is the number in the middle`() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 2, 3].median == 2.5)
        #expect([Double]().median == 0)
    }

    @Test(arguments: [
        (0.044, "0.04 ns"), (999.4, "999 ns"), (999.6, "1.0 us"), (45_678, "45.7 us"),
        (999_600, "1.0 ms"), (2_345_000_000, "2.35 s"),
    ]) func `Times have three digits`(_ nanoseconds: Double, _ text: String) {
        #expect(nanoseconds.shortTime == text)
    }

    @Test func `A goal is met on its bound, and says what was measured and asked for`() {
        func verdict(_ figure: Double, _ bound: Verdict.Bound) -> Verdict {
            Verdict("scan", engine: "lmdb", records: 1000, figure: figure, bound: bound)
        }
        #expect(verdict(1.1, .atMost(1.1)).isMet)
        #expect(!verdict(1.2, .atMost(1.1)).isMet)
        #expect(verdict(25, .atLeast(25)).isMet)
        #expect(!verdict(24, .atLeast(25)).isMet)
        #expect(verdict(1.2, .atMost(1.1)).summary == "1.2, at most 1.1: MISSED")
        #expect(verdict(30, .atLeast(25)).summary == "30.0, at least 25.0: met")
    }

    private static func timings() async throws -> [Timing] {
        let workloads = Workload.all.filter { ["scan", "range"].contains($0.name) }
        return try await Run(
            [shelf("C", Diary()), shelf("<ours>", Diary())], workloads, plan: Plan(count: 1000),
            rounds: 3
        ).measure { _ in }
    }

    @Test func `Rows have the times of the rounds and the ratio to plain C`() async throws {
        let timings = try await Self.timings()
        let json = try timings.rows().json()
        struct Row: Decodable {
            struct Times: Decodable {
                let median, min, max: Double
            }
            let workload, engine, path: String
            let records: Int
            let nsPerOp: Times
            let ratioToC: Double?
        }
        let rows = try JSONDecoder().decode([Row].self, from: Data(json.utf8))
        #expect(rows.map(\.workload) == ["scan", "scan", "range", "range"])
        #expect(rows.map(\.path) == ["C", "<ours>", "C", "<ours>"])
        for (row, timing) in zip(rows, timings) {
            #expect(row.engine == "shelf" && row.records == 1000)
            let times = row.nsPerOp
            #expect(times.min <= times.median && times.median <= times.max)
            #expect(abs(times.median - timing.median) < 0.001)
        }
        #expect(rows.filter { $0.path == "C" }.allSatisfy { $0.ratioToC == 1 })
        let ratio = timings[1].median / timings[0].median
        #expect(abs((rows[1].ratioToC ?? 0) - ratio) < 0.001)
    }

    @Test func `The time of the processor replaces that of the clock unless a workload waits`()
        async throws
    {
        let workloads = Workload.all.filter { ["scan", "durable-insert"].contains($0.name) }
        let run = Run(
            [shelf("C", Diary())], workloads, plan: Plan(count: 1000), rounds: 3)
        for timing in try await run.measure({ _ in }) {
            let other = timing.ofProcessor.nanoseconds
            #expect(other.count == 3)
            #expect((other == timing.nanoseconds) == (timing.workload == "durable-insert"))
        }
    }

    @Test func `The table has a line for each workload, with its goals behind it`() async throws {
        let verdict = Verdict(
            "scan : C", engine: "shelf", workload: "scan", records: 1000, figure: 2,
            bound: .atMost(1.5))
        let lines = Table(try await Self.timings(), verdicts: [verdict]).lines
        #expect(lines.count == 3)
        let header = lines[0].split(separator: " ").map(String.init)
        #expect(header == ["workload", "engine", "records", "C", "<ours>"])
        #expect(lines[1].hasPrefix("scan "))
        #expect(lines[1].hasSuffix("scan : C 2.0, at most 1.5: MISSED"))
        #expect(lines[2].hasPrefix("range "))
        #expect(!lines[2].contains("at most"))
    }

    @Test func `The picture is well-formed, and has a bar for each ratio to plain C`()
        async throws
    {
        let timings = try await Self.timings()
        let picture = RatioChart("a < b", timings, paths: ["<ours>", "nobody"]).svg
        let parser = XMLParser(data: Data(picture.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        // A key for each path, and a bar for each workload of the one that ran.
        #expect(picture.split(separator: "<rect").count - 1 == 2 + 2)
        for workload in ["scan", "range"] { #expect(picture.contains(">\(workload)<")) }
        let ratio = try #require(timings.ratioToC(timings[1]))
        #expect(picture.contains(">\(ratio.shortNumber)<"))
        #expect(!picture.contains("<ours>"))
    }

    @Test func `The page is well-formed, has a plot for each workload, and loads nothing`()
        async throws
    {
        let timings = try await Self.timings()
        let more = try await Run(
            [shelf("C", Diary())], Workload.all.filter { $0.name == "scan" },
            plan: Plan(count: 2000), rounds: 1
        ).measure { _ in }
        let page = BenchmarkPage("a < b & c", timings + more).html
        #expect(page.contains("a &lt; b &amp; c") && page.contains("&lt;ours&gt;"))
        #expect(!page.contains("<ours>"))
        // A bar chart each, and a curve for the one with two numbers of records.
        #expect(page.split(separator: "<svg").count - 1 == 3)
        #expect(page.split(separator: "<polyline").count - 1 == 1)
        for outside in ["http", "src=", "href=", "url(", "@import"] {
            #expect(!page.contains(outside), "\(outside)")
        }
        let parser = XMLParser(
            data: Data(
                page.replacing("<!DOCTYPE html>", with: "").replacing(
                    "<meta charset=\"utf-8\">", with: ""
                ).replacing(
                    #"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
                    with: ""
                ).utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }
}
