import Foundation
import StorageCore
import TestSupport
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

@Suite struct MatrixTests {
    static func matrix() async throws -> Matrix {
        let sample = try SampleReport.make()
        let broken = await Runner(
            Degenerate.refuses.harness(), checks: sample.entries.map(\.check).map(\.writing),
            seed: 7
        ).run()
        return Matrix(
            [sample, try SampleReport.make(backend: "two")], broken: broken,
            score: Matrix.Score(found: 119, planted: 120, unproven: ["AAA-01/pass"]),
            day: try Day("2026-11-30"))
    }

    @Test func `The page needs nothing from elsewhere and runs no scripts`() async throws {
        let html = try await Self.matrix().html
        for word in ["<script", "http://", "src=", "@import", "url(", "onclick"] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("default-src 'none'"))
        #expect(html.contains("@media print"))
        #expect(html.contains("prefers-color-scheme: dark"))
    }

    @Test func `The page shows what holds each rule up, and which checks nothing proves`()
        async throws
    {
        let html = try await Self.matrix().html
        #expect(html.contains("<summary>2 rules</summary>"))
        #expect(html.contains("<b>K-1</b> \(Rule.everyKeyByteCounts.sentence)"))
        #expect(html.contains("<small>K-1, V-1</small>"))
        #expect(html.contains("Checks that no fault is planted for: 1, <code>AAA-01"))
        let proved = Matrix(
            [try SampleReport.make()], score: Matrix.Score(found: 1, planted: 1)
        ).html
        #expect(proved.contains("Each check finds a planted fault."))
        let untested = Matrix([try SampleReport.make()]).html
        #expect(!untested.contains("id=\"unproven\""))
    }

    @Test func `Nothing that a report says can become markup`() async throws {
        let html = try await Self.matrix().html
        #expect(html.contains("a&lt;b&gt; &amp; &quot;c&quot;"))
        #expect(!html.contains("<b> &"))
        #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    }

    @Test(
        .enabled(if: Chromium.isInstalled, "chromium is not installed, so no browser looks at it"))
    func `A browser shows every cell, and the buttons leave what they say`() async throws {
        let folder = try TemporaryFolder()
        let page = try await Self.matrix().html
        try page.write(toFile: folder.file("page.html"), atomically: true, encoding: .utf8)
        try Chromium.probed(page).write(
            toFile: folder.file("probed.html"), atomically: true, encoding: .utf8)

        let plain = try Chromium.dump(folder.file("page.html"), width: 1280, in: folder)
        #expect(!plain.errors.contains("CONSOLE"), "\(plain.errors)")
        #expect(plain.output.contains("<h1>Conformance</h1>"))

        let result = try Chromium.dump(folder.file("probed.html"), width: 1280, in: folder)
        #expect(!result.errors.contains("CONSOLE"), "\(result.errors)")
        let found = try Chromium.found(result.output)
        #expect(found.tables["summary"]?.count == 3)
        #expect(found.tables["summary"]?[0][1] == "✗ no")
        #expect(
            found.tables["capabilities"]?.map { $0[1] } == [
                "not declared, ! but works", "declared, ? untested", "not declared, absent",
                "480 B, ? untested", "1 MiB, ? untested",
            ])
        #expect(
            found.tables["anomalies"] == [
                ["G0", "✓ prevented", "✓ prevented", "–"], ["G1a", "✗ seen", "✗ seen", "–"],
            ])
        #expect(found.tables["groups"]?.map { $0[0] } == ["AAA", "BBB", "all"])
        #expect(
            found.tables["checks"]?.map { $0[1] } == [
                "✓ pass", "✗ fail", "✗ error", "✗ timeout", "✗ crashed", "~ waived",
                "✗ unexpectedPass", "? inconclusive", "– notApplicable", "· notRun",
            ])
        #expect(found.tables["checks"]?.map { $0[3] } == Array(repeating: "✗ error", count: 10))
        #expect(found.tables["waivers"]?.count == 4)
        #expect(found.tables["timings"]?[0][1] == "8.64 s")
        #expect(found.score == "119 of 120 planted faults were found by the check named for them.")
        #expect(
            found.visible
                == Dictionary(
                    uniqueKeysWithValues: Verdict.names.map { ($0, 1) } + [("all", 10)]))
    }

    @Test(
        .enabled(if: Chromium.isInstalled, "chromium is not installed, so no browser looks at it"),
        arguments: [(390, 844), (1280, 900)])
    func `The page fits a phone and a desk`(width: Int, height: Int) async throws {
        let folder = try TemporaryFolder()
        let html = try await Self.matrix().html
        try html.write(toFile: folder.file("page.html"), atomically: true, encoding: .utf8)
        try Chromium.probed(html).write(
            toFile: folder.file("probed.html"), atomically: true, encoding: .utf8)
        try "<!DOCTYPE html>".write(
            toFile: folder.file("blank.html"), atomically: true, encoding: .utf8)
        func picture(_ name: String) throws -> Data {
            try Chromium.picture(folder.file(name), width: width, height: height, in: folder)
        }
        let (page, blank) = (try picture("page.html"), try picture("blank.html"))
        // A picture of the size that was asked for, with much more in it than an empty page has.
        #expect(page.count > 5 * blank.count, "\(page.count) bytes, blank \(blank.count)")
        let dump = try Chromium.dump(folder.file("probed.html"), width: width, in: folder)
        #expect(try Chromium.found(dump.output).overhang <= 0)
        #expect(page[16..<20].reduce(0) { $0 << 8 | Int($1) } == width)
        #expect(page[20..<24].reduce(0) { $0 << 8 | Int($1) } == height)
    }

    @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed, so nobody prints it"))
    func `The page fits on paper`() async throws {
        let folder = try TemporaryFolder()
        let html = try await Self.matrix().html
        try html.write(toFile: folder.file("page.html"), atomically: true, encoding: .utf8)
        let pdf = String(
            decoding: try Chromium.print(folder.file("page.html"), in: folder), as: UTF8.self)
        #expect(pdf.hasPrefix("%PDF-"))
        // A page that scrolls sideways is cut off on paper, or made so small that it takes one sheet.
        let sheets = pdf.matches(of: #/\/Type\s*\/Page\b/#).count
        #expect((2...9).contains(sheets), "\(sheets) sheets")
    }
}

extension Check {
    /// The same check, but for one that looks whether a storage works at all.
    fileprivate var writing: Check {
        Check(id, rule, level: level) {
            try $0.database.write { try $0.put([:], key: try Key(1), in: "c") }
        }
    }
}
