import FileBackend
import Foundation
import LMDBBackend
import SQLiteBackend
import StorageCore

/// Keeps the ISO code lists in each backend, asks each the same questions, and fails if the answers
/// differ.
@main
struct Languages {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: languages FOLDER\n".utf8))
            exit(2)
        }
        let folder = CommandLine.arguments[1]
        let urls = [
            "memory:", "sqlite://\(folder)/languages.db", "lmdb://\(folder)/languages.lmdb",
            "file://\(folder)/languages.json",
        ]
        let codes = try ISOCodes()
        let runs = try urls.map { try run($0, codes) }
        print(Table(runs).text)
        for run in runs where run.answers != runs[0].answers {
            FileHandle.standardError.write(
                Data("error: the answers of '\(run.name)' differ from those of memory\n".utf8))
            exit(1)
        }
        print("every backend gives the same answers")
    }

    /// What one backend answered, and how long it took.
    struct Run {
        let name: String
        var questions: [String] = []
        var answers: [String] = []
        var durations: [Duration] = []

        mutating func time(_ question: String, _ body: () throws -> String) rethrows {
            let clock = ContinuousClock()
            let start = clock.now
            answers.append(try body())
            durations.append(clock.now - start)
            questions.append(question)
        }
    }

    private static func run(_ url: String, _ codes: ISOCodes) throws -> Run {
        var run = Run(name: String(url.prefix { $0 != ":" }))
        let database = try Database.open(url, backends: [.sqlite, .lmdb, .file, .memory])
        let atlas = try Atlas(database)
        try run.time("import everything") {
            try atlas.load(codes)
            return "done"
        }
        for question in Atlas.questions {
            try run.time(question.text) { try question.answer(atlas) }
        }
        try run.time("close") {
            try database.close()
            return "done"
        }
        return run
    }
}
