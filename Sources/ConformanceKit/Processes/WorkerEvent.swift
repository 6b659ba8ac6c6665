#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the program of a worker is asked to do.
enum WorkerRequest: Codable, Equatable {
    /// Asked by a runner: run checks.
    case checks(CheckRequest)
    /// Asked by a check: do something to its storage in another process.
    case role(RoleRequest)
}

/// Checks that a runner wants to be run.
struct CheckRequest: Codable, Equatable {
    /// What the random numbers follow from.
    let seed: UInt64

    /// How much the checks do.
    let effort: Effort

    /// The ids of the checks, in the order in which they are run.
    let checks: [String]

    /// The program itself, for checks that start more processes.
    let worker: Worker
}

/// What a check wants another process to do.
struct RoleRequest: Codable, Equatable {
    /// The name of a ``Role``.
    let role: String

    /// The folder of the check's storage.
    let folder: String

    /// What the random numbers of both processes follow from.
    let seed: UInt64

    /// How much the check does.
    let effort: Effort

    /// What the role makes of them is its own business.
    var numbers: [Int] = []

    /// Paths, for roles that work with some.
    var paths: [String] = []
}

/// What a worker tells its runner, a line each.
enum WorkerEvent: Codable {
    case started(check: String)
    case ended(
        check: String, WorkerVerdict, [Observation], Survey?, lastCalls: [String])
}

/// The verdicts that a worker can give: the others are the runner's.
enum WorkerVerdict: Codable {
    case pass
    case fail(CheckFailure)
    case error(String)
    case inconclusive(String)
    case notApplicable(String)
    case notRun(String)

    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .pass: .pass
            case .fail(let failure): .fail(failure)
            case .inconclusive(let reason): .inconclusive(reason)
            case .notApplicable(let reason): .notApplicable(reason)
            case .notRun(let reason): .notRun(reason)
            case .error, .timeout, .crashed, .waived, .unexpectedPass:
                .error(verdict.sentence ?? verdict.name)
            }
    }

    var verdict: Verdict {
        switch self {
        case .pass: .pass
        case .fail(let failure): .fail(failure)
        case .error(let text): .error(RemoteError(text))
        case .inconclusive(let reason): .inconclusive(reason: reason)
        case .notApplicable(let reason): .notApplicable(reason: reason)
        case .notRun(let reason): .notRun(reason: reason)
        }
    }
}

/// An error in another process, of which only the words are known.
struct RemoteError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Encodable {
    /// The value as JSON in one line.
    func jsonLine() throws -> String {
        String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
}

extension Decodable {
    /// Reads what ``Swift/Encodable/jsonLine()`` wrote.
    init(jsonLine: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(jsonLine.utf8))
    }
}
