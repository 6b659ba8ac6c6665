import Foundation
import TestSupport
import Testing

struct BenchCommandTests {
    private struct Row: Decodable {
        let workload, engine, path: String
        let records: Int
    }

    @Test func `Bench measures all workloads on the backends that are named`() throws {
        let folder = try TemporaryFolder()
        let result = try Tool.run(
            ["bench", "memory", "--records", "1000", "--json", "--html", "page.html"],
            in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
        #expect(Set(rows.map(\.engine)) == ["memory"])
        #expect(Set(rows.map(\.path)) == ["@Entity", "Codable", "records"])
        #expect(rows.allSatisfy { $0.records == 1000 })
        #expect(rows.count { $0.workload == "scan" } == 3)
        // What is kept in memory cannot be opened again.
        #expect(rows.count { $0.workload == "open" } == 0)
        let page = try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
        #expect(page.contains("<svg"))
    }

    @Test(arguments: [
        (["bench", "lmbd"], "registered: file, lmdb, memory, sqlite"),
        (["bench", "memory", "memory"], "given twice"),
        (["bench", "--records", "999"], "from 1000 up"),
    ]) func `Bench refuses words that are off`(_ words: [String], _ message: String) throws {
        let folder = try TemporaryFolder()
        let result = try Tool.run(words, in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains(message))
    }

    @Test func `A page that cannot be written fails the command, which has printed its table`()
        throws
    {
        let folder = try TemporaryFolder()
        let result = try Tool.run(
            ["bench", "memory", "--records", "1000", "--html", "missing/page.html"],
            in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("cannot write the report to 'missing/page.html'"))
        let header = result.lines.first?.split(separator: " ").map(String.init)
        #expect(header == ["workload", "engine", "records", "@Entity", "Codable", "records"])
        #expect(result.lines.contains { $0.hasPrefix("scan ") })
    }
}
