import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Recording {
    /// Proves that the recorder saw everything: what it noted, done again, gives the files that are
    /// there.
    ///
    /// - Parameters:
    ///   - files: The folder that was recorded.
    ///   - base: What it held before.
    ///   - scratch: A folder that is there and empty.
    /// - Throws: ``Inconclusive`` if something is missing.
    func expectComplete(_ files: String, base: String? = nil, scratch: String) throws {
        guard missed.isEmpty else {
            throw Inconclusive("the recorder cannot note what \(missed[0]) does")
        }
        for name in ["image", "files"] { try FileSystem.createFolders("\(scratch)/\(name)") }
        var image = try DiskImage(self, scratch: scratch + "/image", base: base)
        for (index, operation) in operations.enumerated() { try image.apply(operation, at: index) }
        let state = CrashState(
            names: image.nameChanges.count,
            data: image.data.map { _ in .whole })
        let copy = scratch + "/files"
        try image.write(state, to: copy)
        let mapped = image.mappedNames(in: state)
        let names = try Self.names(files)
        guard try Self.names(copy) == names else {
            throw Inconclusive("the recorder missed how a file got its name or lost it")
        }
        for name in names where !mapped.contains(name) {
            guard
                FileManager.default.contentsEqual(
                    atPath: files + "/" + name, andPath: copy + "/" + name)
            else { throw Inconclusive("the recorder missed what was written to '\(name)'") }
        }
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            try FileSystem.status(folder + "/" + name)?.isFolder == false
        }.sorted()
    }

    /// Fails if a commit returned while something of it was not on disk for certain.
    ///
    /// - Parameter scratch: A folder that is there and empty.
    /// - Returns: How many commits were looked at.
    /// - Throws: ``CheckFailure`` as said.
    func expectSynchronized(scratch: String) throws -> Int {
        var image = try DiskImage(self, scratch: scratch)
        var start = 0
        var written: Set<FileNumber> = []
        var commits = 0
        for (index, operation) in operations.enumerated() {
            try image.apply(operation, at: index)
            switch operation {
            case .data(let file, .write): written.insert(file)
            case .word(.began): start = index
            case .word(.acknowledged(let number)):
                commits += 1
                try expectNothingPending(image, since: start, written, number)
            default: break
            }
        }
        return commits
    }

    private func expectNothingPending(
        _ image: DiskImage, since start: Int, _ written: Set<FileNumber>, _ number: Int
    ) throws {
        let subject = "commit \(number), when it returned"
        let writes = image.data.filter { pending in
            pending.index > start && !image.mapped.contains(pending.file)
        }
        if let first = writes.first {
            throw CheckFailure(
                subject, expected: "that all it wrote is synchronized",
                got: "\(writes.count) writes that are not, the first to "
                    + "'\(name(of: first.file))'")
        }
        for pending in image.nameChanges {
            let files: [FileNumber] =
                switch pending.operation {
                case .create(let file, _): [file]
                case .rename(_, let name): [file(named: name, before: pending.index)]
                case .remove, .makeFolder, .removeFolder: []
                }
            for file in files where written.contains(file) && !image.mapped.contains(file) {
                throw CheckFailure(
                    subject, expected: "that the names of its files are synchronized",
                    got: "a folder that is not since '\(name(of: file))' got its name")
            }
        }
    }

    private func file(named name: String, before index: Int) -> FileNumber {
        var names: [String: FileNumber] = [:]
        for operation in operations[...index] {
            switch operation {
            case .opened(let file, let name), .name(.create(let file, let name)):
                names[name] = file
            case .name(.rename(let source, let target)):
                names[target] = names.removeValue(forKey: source)
            case .name(.remove(let name)): names[name] = nil
            default: break
            }
        }
        return names[name] ?? 0
    }

    /// The first name of a file, for messages.
    private func name(of file: FileNumber) -> String {
        for case .created(file, let name) in operations where !name.isEmpty { return name }
        for case .opened(file, let name) in operations { return name }
        return "a file without a name"
    }
}
