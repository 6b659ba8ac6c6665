import Foundation

/// What the compiler's own parser says about the structs of a file.
struct CompilerTree {
    struct Struct {
        let name: String
        /// The text of the declaration.
        let text: String
        /// The names of the properties that are stored, in order.
        var stored: [String] = []
    }

    private(set) var structs: [Struct] = []
    private let lines: [[UInt8]]

    /// Has the compiler parse `text`.
    init(parsing text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-frontend", "-swift-version", "6", "-dump-parse", file.path,
        ]
        let output = Pipe()
        compiler.standardOutput = output
        compiler.standardError = FileHandle.nullDevice
        try compiler.run()
        let dump = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        for line in String(decoding: dump, as: UTF8.self).split(separator: "\n") { read(line) }
    }

    /// Reads a line of the dump; what is declared how deeply is known by its indentation.
    private mutating func read(_ line: Substring) {
        if line.hasPrefix("  (struct_decl"), let range = range(of: line), let name = name(in: line)
        {
            structs.append(Struct(name: name, text: text(range)))
        } else if line.hasPrefix("    (var_decl"), let name = name(in: line), !structs.isEmpty {
            let isStatic = line.firstMatch(of: /" (let )?static/) != nil
            current = isStatic ? nil : name
            if let current { structs[structs.count - 1].stored.append(current) }
        } else if line.hasPrefix("    ("), !line.hasPrefix("     ") {
            current = nil
        } else if line.hasPrefix("      (accessor_decl"), current != nil {
            // A property that has other accessors than observers is computed.
            if line.contains("> willSet ") || line.contains("> didSet ") { return }
            structs[structs.count - 1].stored.removeLast()
            current = nil
        }
    }

    /// The property whose accessors come next.
    private var current: String?

    private func name(in line: Substring) -> String? {
        guard let range = line.firstRange(of: "] ") else { return nil }
        let parts = line[range.upperBound...].split(
            separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? String(parts[1]) : nil
    }

    /// The lines and columns of `range=[file:1:2 - line:3:4]`.
    private func range(of line: Substring) -> [Int]? {
        guard let range = line.firstMatch(of: /\.swift:(\d+):(\d+) - line:(\d+):(\d+)\]/) else {
            return nil
        }
        return [range.1, range.2, range.3, range.4].compactMap { Int($0) }
    }

    private func text(_ range: [Int]) -> String {
        var part = Array(lines[range[0] - 1...range[2] - 1])
        part[part.count - 1] = Array(part[part.count - 1].prefix(range[3]))
        part[0] = Array(part[0].dropFirst(range[1] - 1))
        return String(decoding: Array(part.joined(separator: [10])), as: UTF8.self)
    }
}
