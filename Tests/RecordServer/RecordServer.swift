import ConformanceKit
import ConformanceTool
import Foundation

/// `RecordServer serve SOCKET` is the server; anything else is the conformance program of its
/// client.
@main
struct RecordServer {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "serve", words.count == 2 { try Server().run(at: words[1]) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        await ConformanceProgram.main(
            // The self-test has a storage of this name, too, which must not take the place of this one.
            ServerHarness(name: "log") { place in
                ServerCommand(
                    program, ["serve", place.socket], readyWhen: .line(containing: "is ready"))
            } open: { place, namespace in
                try RemoteStorage(socket: place.socket, namespace: namespace)
            })
    }
}
