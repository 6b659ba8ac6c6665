import ConformanceKit
import ConformanceTool
import LogBackend

@main struct Program {
    static func main() async {
        await ConformanceProgram.main(
            ConformanceSuite(name: "log") { folder in try LogStorage(path: folder + "/log") })
    }
}
