import BenchmarkKit
import Foundation
import StorageCore

/// How many instructions the translation of one model or record takes, as callgrind counts them.
///
/// The count is exact: the same on a busy machine, and comparable between commits.
struct InstructionCount: Sendable {
    let codec: Codec
    let perOperation: Double

    /// The word that makes this program the one that callgrind watches.
    static let word = "translate"

    private static let operations = 2000

    /// Counts for all codecs, or for none without valgrind.
    static func measure() throws -> [InstructionCount] {
        guard let valgrind = Subprocess.find("valgrind"), let strip = Subprocess.find("strip")
        else {
            note("instructions are not counted: that takes valgrind and binutils (of apt-get)")
            return []
        }
        let program = FileManager.default.temporaryDirectory.path + "/benchmark-\(UUID())"
        // Valgrind stops at debugging information that it does not know.
        _ = try Subprocess.output(of: strip, ["-g", "-o", program, Subprocess.executable])
        defer { discard(program) }
        return try Codec.all.map { codec in
            note("instructions of \(codec.name): \(codec.path)")
            func count(_ operations: Int) throws -> Int {
                try Self.count(
                    valgrind, [program, word, codec.name, codec.path, "\(operations)"])
            }
            // What the program does besides is in both numbers.
            let difference = try count(2 * operations) - count(operations)
            return InstructionCount(
                codec: codec, perOperation: Double(difference) / Double(operations))
        }
    }

    private static func count(_ valgrind: String, _ command: [String]) throws -> Int {
        let words = ["--tool=callgrind", "--callgrind-out-file=/dev/null"] + command
        let output = try Subprocess.output(
            of: valgrind, words, isError: true,
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let text = String(decoding: output, as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.contains("Collected :") }),
            let count = line.split(separator: " ").last.flatMap({ Int($0) })
        else { throw StoreFailure("valgrind does not say what it counted: \(text)") }
        return count
    }

    /// The program that callgrind watches.
    static func serve(_ words: [String]) throws {
        guard words.count == 3, let operations = Int(words[2]),
            let codec = Codec.all.first(where: { $0.name == words[0] && $0.path == words[1] })
        else { throw StoreFailure("cannot translate \(words)") }
        guard try codec.run(operations) > 0 else { throw StoreFailure("nothing was translated") }
    }
}

extension [InstructionCount] {
    /// A row of JSON for each.
    func rows() throws -> [Record] {
        try map { count in
            try Record([
                ("workload", .string(count.codec.name)), ("path", .string(count.codec.path)),
                ("instructionsPerOp", .double(count.perOperation.rounded())),
            ])
        }
    }

    /// The instructions, with a column for each way.
    var table: Table {
        Table(
            map { count in
                Table.Cell(
                    count.codec.name, "", 1, count.codec.path,
                    "\(Int(count.perOperation.rounded()))")
            })
    }
}
