import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is on disk for certain at one moment of a recording, and what may be there besides.
///
/// The certain content of each file is kept in a file of `scratch`.
struct DiskImage {
    /// A change of content that was not synchronized.
    struct PendingData {
        let index: Int
        let file: Recording.FileNumber
        let operation: Recording.DataOperation
    }

    /// A change of names whose folder was not synchronized.
    struct PendingName {
        let index: Int
        let operation: Recording.NameOperation
    }

    private let bytes: [UInt8]
    private let scratch: String
    private var names: [String: Recording.FileNumber] = [:]
    private var folders: Set<String> = []
    private(set) var data: [PendingData] = []
    private(set) var nameChanges: [PendingName] = []
    private(set) var mapped: Set<Recording.FileNumber> = []
    /// Changes whenever more is on disk for certain.
    private(set) var version = 0

    /// Begins with an empty folder, or with the files of `base`.
    ///
    /// - Parameters:
    ///   - recording: What is applied later.
    ///   - scratch: A folder of the image's own, which is there and empty.
    ///   - base: What was there before the recording began.
    /// - Throws: The system's failure.
    init(_ recording: Recording, scratch: String, base: String? = nil) throws {
        bytes = recording.bytes
        self.scratch = scratch
        guard let base else { return }
        for case .opened(let file, let name) in recording.operations
        where names[name] == nil && FileManager.default.fileExists(atPath: base + "/" + name) {
            names[name] = file
            try FileManager.default.copyItem(atPath: base + "/" + name, toPath: path(file))
        }
        // Files that the process never opened have no number.
        for (index, name) in try FileManager.default.subpathsOfDirectory(atPath: base).enumerated()
        where names[name] == nil {
            if try FileSystem.status(base + "/" + name)?.isFolder == true {
                folders.insert(name)
            } else {
                names[name] = -1 - index
                try FileManager.default.copyItem(
                    atPath: base + "/" + name, toPath: path(-1 - index))
            }
        }
    }

    /// Applies the next operation of the recording.
    mutating func apply(_ operation: Recording.Operation, at index: Int) throws {
        switch operation {
        case .opened, .word: break
        case .created(let file, _): try Data().write(to: URL(filePath: path(file)))
        case .mapped(let file): mapped.insert(file)
        case .data(let file, let operation):
            data.append(PendingData(index: index, file: file, operation: operation))
            // It is on disk, and all that came before it in the same file need not be.
            if case .write(_, _, isSynchronized: true) = operation {
                data.removeLast()
                try settle(operation, of: file)
            }
        case .name(let operation):
            nameChanges.append(PendingName(index: index, operation: operation))
        case .synchronized(let file): try synchronize { $0 == file }
        case .synchronizedFolder(let folder):
            synchronizeNames { $0.folders.contains(folder) }
        case .synchronizedAll:
            try synchronize { _ in true }
            synchronizeNames { _ in true }
        }
    }

    private mutating func synchronize(_ isMeant: (Recording.FileNumber) -> Bool) throws {
        for pending in data where isMeant(pending.file) {
            try settle(pending.operation, of: pending.file)
        }
        data.removeAll { isMeant($0.file) }
    }

    private mutating func settle(
        _ operation: Recording.DataOperation, of file: Recording.FileNumber
    ) throws {
        version += 1
        try FilePatch(path(file)).apply(operation, bytes)
    }

    private mutating func synchronizeNames(_ isMeant: (Recording.NameOperation) -> Bool) {
        for pending in nameChanges where isMeant(pending.operation) {
            version += 1
            Self.apply(pending.operation, &names, &folders)
        }
        nameChanges.removeAll { isMeant($0.operation) }
    }

    private func path(_ file: Recording.FileNumber) -> String { "\(scratch)/\(file)" }
}

extension DiskImage {
    /// Fills an empty folder with what is there after a crash.
    ///
    /// - Parameters:
    ///   - crash: What of the pending changes took place.
    ///   - folder: The folder.
    /// - Throws: The system's failure.
    func write(_ crash: CrashState, to folder: String) throws {
        let (names, folders) = names(in: crash)
        for name in folders.sorted() { try FileSystem.createFolders(folder + "/" + name) }
        for (name, file) in names {
            let target = folder + "/" + name
            try FileManager.default.copyItem(atPath: path(file), toPath: target)
            for (pending, part) in zip(data, crash.data) where pending.file == file {
                try FilePatch(target).apply(pending.operation, bytes, part)
            }
        }
    }

    /// The names of the files whose memory the process could write to.
    func mappedNames(in crash: CrashState) -> Set<String> {
        Set(names(in: crash).files.filter { mapped.contains($0.value) }.keys)
    }

    private func names(
        in crash: CrashState
    ) -> (files: [String: Recording.FileNumber], folders: Set<String>) {
        var (names, folders) = (names, folders)
        for pending in nameChanges.prefix(crash.names) {
            Self.apply(pending.operation, &names, &folders)
        }
        return (names, folders)
    }

    private static func apply(
        _ operation: Recording.NameOperation, _ names: inout [String: Recording.FileNumber],
        _ folders: inout Set<String>
    ) {
        switch operation {
        case .create(let file, let name): names[name] = file
        case .rename(let source, let target):
            if let file = names.removeValue(forKey: source) { names[target] = file }
        case .remove(let name): names[name] = nil
        case .makeFolder(let name): folders.insert(name)
        case .removeFolder(let name): folders.remove(name)
        }
    }
}

extension Recording.NameOperation {
    /// The folders whose entries it changes.
    var folders: Set<String> {
        switch self {
        case .create(_, let name), .remove(let name), .makeFolder(let name),
            .removeFolder(let name):
            [name.parentFolder]
        case .rename(let source, let target): [source.parentFolder, target.parentFolder]
        }
    }
}

extension String {
    fileprivate var parentFolder: String {
        lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
    }
}
