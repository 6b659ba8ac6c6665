import ConformanceKit
import ConformanceMutants
import Foundation
import StorageCore

/// A program that tests start as a worker for the degenerate storages, as `Degenerate KIND PUT`.
@main
struct DegenerateWorker {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch words.first {
        case "silent": exit(4)
        case "honest": try await Worker.serve(Selftest.honest)
        case "fault": try await Selftest.serve(Array(words.dropFirst()))
        case "afterwards":
            // Every check passes, and then the process ends badly.
            atexit { abort() }
            try await Worker.serve(ConformanceSuite(name: "afterwards") { _ in MemoryStorage() })
        case let kind?:
            guard let degenerate = Degenerate(rawValue: kind),
                let put = words.dropFirst().first.flatMap({ Int($0) })
            else { throw StorageError(.invalidArgument, "there is no kind '\(kind)'") }
            print("what a program prints is no event")
            try await Worker.serve(degenerate.harness(inPut: put))
        case nil: throw StorageError(.invalidArgument, "name the kind of storage")
        }
    }
}
