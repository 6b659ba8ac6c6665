import Foundation
import TestSupport
import Testing

/// A browser without a window, where there is one.
enum Chromium {
    /// What the probe saw in a page.
    struct Found: Decodable {
        /// The texts of the cells of each table's body, by the table's id.
        let tables: [String: [[String]]]
        let score: String
        /// The number of rows of checks that are seen when a button is pressed, by its name.
        let visible: [String: Int]
        /// How many pixels the page is wider than its window.
        let overhang: Int
    }

    private static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isInstalled: Bool { path != nil }

    /// Reads the tables and presses the buttons, as a person does.
    static let probe = """
        const texts = row => [...row.cells].map(cell => cell.innerText.trim());
        const tables = {}, visible = {};
        for (const table of document.querySelectorAll("table"))
          tables[table.id] = [...table.tBodies[0].rows].map(texts);
        for (const button of document.querySelectorAll("input[name=show]")) {
          button.click();
          visible[button.id.replace("show-", "")] =
            [...document.querySelectorAll("#checks tbody tr")]
              .filter(row => row.getClientRects().length > 0).length;
        }
        const found = {
          tables, visible, score: document.getElementById("score").innerText,
          overhang: document.documentElement.scrollWidth - innerWidth,
        };
        document.body.innerHTML = "";
        document.body.setAttribute("data-found", JSON.stringify(found));
        """

    /// The page with the probe in it, which its policy would not let run.
    static func probed(_ page: String) throws -> String {
        let policy = "http-equiv=\"Content-Security-Policy\""
        try #require(page.contains(policy))
        return page.replacingOccurrences(of: policy, with: "http-equiv=\"x\"")
            .replacingOccurrences(of: "</body>", with: "<script>\(probe)</script></body>")
    }

    /// What the probe left in a page.
    static func found(_ dump: String) throws -> Found {
        let attribute = try #require(dump.firstMatch(of: #/data-found="([^"]*)"/#)).1
        let json = attribute.replacingOccurrences(of: "&quot;", with: "\"")
            .replacingOccurrences(of: "&lt;", with: "<")
            .replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&nbsp;", with: "\u{A0}")
            .replacingOccurrences(of: "&amp;", with: "&")
        return try JSONDecoder().decode(Found.self, from: Data(json.utf8))
    }

    /// The page as the browser understands it, and what the browser says meanwhile.
    static func dump(
        _ page: String, width: Int, in folder: TemporaryFolder
    ) throws -> (output: String, errors: String) {
        try run(["--dump-dom", "--window-size=\(width),900", url(page)], in: folder)
    }

    /// A picture of the page.
    static func picture(
        _ page: String, width: Int, height: Int, in folder: TemporaryFolder
    ) throws -> Data {
        let file = folder.file("picture.png")
        _ = try run(
            ["--screenshot=\(file)", "--window-size=\(width),\(height)", url(page)], in: folder)
        return try Data(contentsOf: URL(filePath: file))
    }

    /// The page on paper, as PDF.
    static func print(_ page: String, in folder: TemporaryFolder) throws -> Data {
        let file = folder.file("page.pdf")
        _ = try run(["--print-to-pdf=\(file)", "--no-pdf-header-footer", url(page)], in: folder)
        return try Data(contentsOf: URL(filePath: file))
    }

    private static func url(_ path: String) -> String { URL(filePath: path).absoluteString }

    private static func run(
        _ arguments: [String], in folder: TemporaryFolder
    ) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments =
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--enable-logging=stderr", "--user-data-dir=\(folder.file("profile"))",
            ] + arguments
        func file(_ name: String) throws -> FileHandle {
            try Data().write(to: URL(filePath: folder.file(name)))
            return try FileHandle(forUpdating: URL(filePath: folder.file(name)))
        }
        process.standardOutput = try file("out")
        process.standardError = try file("err")
        try process.run()
        process.waitUntilExit()
        return (
            try String(contentsOfFile: folder.file("out"), encoding: .utf8),
            try String(contentsOfFile: folder.file("err"), encoding: .utf8)
        )
    }
}
