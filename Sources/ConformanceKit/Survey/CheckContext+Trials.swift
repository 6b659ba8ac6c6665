import Dispatch
import StorageCore

extension CheckContext {
    /// Whether a guarantee holds that the storage does not declare; nil if that cannot be tried. One
    /// whose trial ends in an error does not hold.
    func works(_ capability: Capabilities) throws -> Bool? {
        do {
            switch capability {
            case .persistent: return try findsRecordsAgain()
            case .concurrentReads: return try readsBesideWriter() && writesBesideReader()
            // What a second process sees takes a program that opens the same storage.
            default: return nil
            }
        } catch is StorageError {
            return false
        }
    }

    private func findsRecordsAgain() throws -> Bool {
        let key = try Key("kept")
        try database.put(.number(1), key)
        try reopen()
        return try database.record(key) == .number(1)
    }

    private func readsBesideWriter() throws -> Bool {
        let storage = try storage
        let writer = try storage.beginWrite()
        let reading = Attempt { try storage.beginRead().end() }
        let isDone = reading.isDone(after: Self.patience)
        writer.end()
        try reading.wait()
        return isDone
    }

    private func writesBesideReader() throws -> Bool {
        let storage = try storage
        let reader = try storage.beginRead()
        let writing = Attempt { try storage.beginWrite().end() }
        let isDone = writing.isDone(after: Self.patience)
        reader.end()
        try writing.wait()
        return isDone
    }

    // Too short a time makes a guarantee that works go unnoticed, and nothing else.
    private static let patience = DispatchTimeInterval.seconds(1)
}

/// Work on a thread of its own, which may have to wait.
private final class Attempt: Sendable {
    private let result = Shared<Result<Void, any Error>?>(nil)
    private let done = DispatchGroup()

    init(_ work: @escaping @Sendable () throws -> Void) {
        let (result, done) = (result, done)
        DispatchQueue(label: "conformance.attempt").async(group: done) {
            let outcome = Result { try work() }
            result.update { $0 = outcome }
        }
    }

    func isDone(after interval: DispatchTimeInterval) -> Bool {
        done.wait(timeout: .now() + interval) == .success
    }

    func wait() throws {
        done.wait()
        try result.value?.get()
    }
}
