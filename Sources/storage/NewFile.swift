import Foundation
import StorageCore

/// A file that appears whole or not at all, under a name that is not taken.
final class NewFile {
    private static let capacity = 1 << 16

    private let path: String
    private let temporaryPath: String
    private let handle: FileHandle
    private var buffer = Data()

    init(_ path: String) throws {
        self.path = path
        temporaryPath = path + "-new-\(getpid())"
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StorageError(
                .alreadyExists,
                "the file '\(path)' exists already; remove it or choose another name")
        }
        guard FileManager.default.createFile(atPath: temporaryPath, contents: nil),
            let handle = FileHandle(forWritingAtPath: temporaryPath)
        else {
            throw StorageError(
                .io, "cannot create '\(path)'; check that its folder exists and may be written")
        }
        self.handle = handle
    }

    func line(_ text: String) throws {
        buffer += text.utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.capacity { try flush() }
    }

    func publish() throws {
        try flush()
        try handle.synchronize()
        try handle.close()
        try FileManager.default.moveItem(atPath: temporaryPath, toPath: path)
    }

    /// Removes what was written so far.
    func discard() {
        do {
            try FileManager.default.removeItem(atPath: temporaryPath)
        } catch _ {
            // What is left is a file with a name of its own, and the first error is told.
        }
    }

    private func flush() throws {
        try handle.write(contentsOf: buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
