import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The library that notes what a process has the system do to the files of a folder.
///
/// It is the product `ConformanceRecorder`, and is looked for beside the worker's program.
struct Recorder {
    private let library: String
    /// The file in which calls are noted.
    let log: String
    /// The folder that is watched, without symbolic links in its path.
    let folder: String

    fileprivate init(library: String, log: String, folder: String) {
        self.library = library
        self.log = log
        self.folder = folder
    }

    /// The variables of a process that is recorded.
    func environment(_ fault: InjectedFault? = nil) -> [String: String] {
        var variables = [
            "LD_PRELOAD": library, "CONFORMANCE_RECORDER_FOLDER": folder,
            "CONFORMANCE_RECORDER_LOG": log,
        ]
        guard let fault else { return variables }
        variables["CONFORMANCE_RECORDER_FAULT"] = fault.encoded
        variables["CONFORMANCE_RECORDER_ARMED"] = fault.isArmed ? "1" : "0"
        return variables
    }

    /// What was noted so far.
    func recording() throws -> Recording {
        try Recording(Array(try Data(contentsOf: URL(filePath: log))), folder: folder)
    }
}

extension CheckContext {
    /// Prepares to record what a process does to the files of the storage of a folder.
    ///
    /// - Throws: ``NotRun`` without a worker or its library; ``NotApplicable`` where there is no
    ///   such library.
    func recorder(of folder: String) throws -> Recorder {
        #if os(Linux)
            let executable = URL(filePath: try program.executable).resolvingSymlinksInPath()
            let library = executable.deletingLastPathComponent()
                .appending(path: "libConformanceRecorder.so").path(percentEncoded: false)
            guard FileManager.default.fileExists(atPath: library) else {
                throw NotRun(
                    "the recorder '\(library)' is not there; build the product ConformanceRecorder "
                        + "into the folder of the worker's program")
            }
            guard !library.contains(where: { $0 == " " || $0 == ":" }) else {
                throw NotRun("the system loads no library whose path has a space: '\(library)'")
            }
            let files = files(at: folder)
            try FileSystem.createFolders(files)
            guard let place = try FileSystem.resolve(files) else {
                throw Inconclusive("the storage's folder '\(files)' is not there")
            }
            let log = try makeFolder() + "/log"
            try Data().write(to: URL(filePath: log))
            return Recorder(library: library, log: log, folder: place)
        #else
            throw NotApplicable("calls of the system are recorded on Linux only")
        #endif
    }
}

/// Calls that are to fail in a process that is recorded.
struct InjectedFault: CustomStringConvertible {
    /// The kinds of calls. A fault may be in several.
    struct Calls: OptionSet {
        let rawValue: UInt32

        static let write = Calls(rawValue: 1)
        static let sync = Calls(rawValue: 2)
        static let read = Calls(rawValue: 4)
        static let open = Calls(rawValue: 8)
        /// Renaming, linking and removing files, and making folders.
        static let name = Calls(rawValue: 16)
        /// Cutting files off.
        static let cut = Calls(rawValue: 32)
        /// Making files longer, other than by writing to them.
        static let grow = Calls(rawValue: 64)
    }

    /// What becomes of them.
    enum Action {
        /// They fail with this number of the system.
        case fail(CInt)
        /// They do half of what they are asked for.
        case half
        /// The process is killed before the call is made.
        case kill
    }

    let calls: Calls
    let action: Action
    /// How many calls go well before.
    let skipped: Int
    /// How many are hit, or nil for all from then on.
    let count: Int?
    /// Whether the fault is in force from the beginning, and not only once the process has said
    /// ``Word/armed``.
    let isArmed: Bool

    init(
        _ calls: Calls, _ action: Action, skipped: Int = 0, count: Int? = nil, isArmed: Bool = false
    ) {
        self.calls = calls
        self.action = action
        self.skipped = skipped
        self.count = count
        self.isArmed = isArmed
    }

    /// The fault as the library reads it.
    var encoded: String {
        let (kind, number): (Int, CInt) =
            switch action {
            case .fail(let number): (0, number)
            case .half: (1, 0)
            case .kill: (2, 0)
            }
        return "\(calls.rawValue) \(kind) \(number) \(skipped) \(count ?? -1)"
    }

    /// The fault as people read it.
    var description: String {
        let what =
            switch action {
            case .fail(let number): "fail with \(unsafe String(cString: strerror(number)))"
            case .half: "do half of their work"
            case .kill: "kill the process"
            }
        let which = count.map { "\($0) of the" } ?? "all"
        let names = Calls.names.filter { calls.contains($0.calls) }.map(\.name)
        return
            "\(which) calls to \(names.joined(separator: " or ")) after the first \(skipped) \(what)"
    }
}

extension InjectedFault.Calls {
    fileprivate static let names: [(calls: InjectedFault.Calls, name: String)] = [
        (.write, "write"), (.sync, "synchronize"), (.read, "read"), (.open, "open"),
        (.name, "rename"), (.cut, "cut off"), (.grow, "grow"),
    ]
}
