import ConformanceKit
import ConformanceMutants
import Foundation
import StorageCore

/// A program that tests start as a worker, with the name of a degenerate storage, or with a word for
/// a worker that is odd itself.
@main
struct DegenerateWorker {
    static func main() async throws {
        let honest = ConformanceSuite(name: "honest") { _ in MemoryStorage() }
        let word = CommandLine.arguments.dropFirst().first ?? ""
        switch word {
        case "silent": exit(4)
        case "naive":
            try await Worker.serve(
                ConformanceSuite(name: "naive") { try NaiveStorage(path: $0 + "/data.json") })
        case "honest": try await Worker.serve(honest)
        case "afterwards":
            // Every check passes, and then the process ends badly.
            atexit { abort() }
            try await Worker.serve(honest)
        default:
            guard let harness = Selftest.harness(named: word) else {
                throw StorageError(.invalidArgument, "there is no degenerate storage '\(word)'")
            }
            print("what a program prints is no event")
            try await Worker.serve(harness)
        }
    }
}
