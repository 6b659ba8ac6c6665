/// What a process had the system do to the files of a folder, in the order in which it took effect.
struct Recording {
    /// A file, whatever its names are.
    typealias FileNumber = Int

    enum Operation {
        /// A file that was there before is opened; paths are relative to the folder.
        case opened(FileNumber, String)
        /// A file is made, with a name or without.
        case created(FileNumber, String)
        case data(FileNumber, DataOperation)
        case synchronized(FileNumber)
        case synchronizedFolder(String)
        case synchronizedAll
        case name(NameOperation)
        /// The memory of a file may be written to by the process, which nobody sees.
        case mapped(FileNumber)
        case word(Word)
    }

    /// A change of a file's content.
    enum DataOperation {
        /// The bytes are those of the log. `isSynchronized`: they were on disk when the call
        /// returned.
        case write(offset: Int, bytes: Range<Int>, isSynchronized: Bool)
        case truncate(Int)
        case allocate(end: Int)
    }

    /// A change of names.
    enum NameOperation {
        case create(FileNumber, String)
        case rename(String, String)
        case remove(String)
        case makeFolder(String)
        case removeFolder(String)
    }

    let operations: [Operation]

    /// The log, in which the bytes of writes are.
    let bytes: [UInt8]

    /// How many calls were hit by the fault.
    let faults: Int

    /// The calls whose effect was not noted.
    let missed: [String]

    /// Reads a log.
    ///
    /// - Throws: ``Inconclusive`` if it ends within a record.
    init(_ bytes: [UInt8], folder: String) throws {
        var reader = RecordingReader(bytes, folder: folder)
        while try reader.readRecord() {}
        self.bytes = bytes
        operations = reader.operations
        faults = reader.faults
        missed = reader.missed
    }
}

/// Reads the records of a log, whose form is in `recorder.h`.
private struct RecordingReader {
    private let bytes: [UInt8]
    private let prefix: String
    private var position = 0
    // The system gives the number of a file to another one when it is gone.
    private var numbers: [UInt64: Recording.FileNumber] = [:]
    private var count = 0
    private var pendingWord: [UInt8] = []
    var operations: [Recording.Operation] = []
    var faults = 0
    var missed: [String] = []

    init(_ bytes: [UInt8], folder: String) {
        self.bytes = bytes
        prefix = folder + "/"
    }

    mutating func readRecord() throws -> Bool {
        guard position < bytes.count else { return false }
        guard position + 40 <= bytes.count else { throw Self.torn }
        let kind = integer(0, 4)
        let flags = integer(4, 4)
        let file = UInt64(bitPattern: Int64(integer(8, 8)))
        let (offset, size) = (integer(16, 8), integer(24, 8))
        let (pathLength, dataLength) = (integer(32, 4), integer(36, 4))
        let path = position + 40
        let data = path + pathLength..<path + pathLength + dataLength
        guard data.upperBound <= bytes.count else { throw Self.torn }
        let names = bytes[path..<path + pathLength].split(separator: 0).map(relative)
        position = data.upperBound
        switch kind {
        case 1: operations.append(.opened(number(file), names[0]))
        case 2: create(file, names.first)
        case 3:
            operations.append(
                .data(
                    number(file),
                    .write(offset: offset, bytes: data, isSynchronized: flags & 1 != 0)))
        case 4: operations.append(.data(number(file), .truncate(size)))
        case 5: operations.append(.data(number(file), .allocate(end: offset + size)))
        case 6: operations.append(.synchronized(number(file)))
        case 7: operations.append(.synchronizedFolder(names[0]))
        case 8: operations.append(.synchronizedAll)
        case 9: operations.append(.name(.rename(names[0], names[1])))
        case 10: operations.append(.name(.create(number(file), names[0])))
        case 11: operations.append(.name(.remove(names[0])))
        case 12: operations.append(.name(.makeFolder(names[0])))
        case 13: operations.append(.name(.removeFolder(names[0])))
        case 14: mark(bytes[data])
        case 15: faults += 1
        case 16: operations.append(.mapped(number(file)))
        default: missed.append(names.first ?? "?")
        }
        return true
    }

    private static let torn = Inconclusive("the recorder's log ends within a record")

    private func integer(_ offset: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { value, index in
            value | Int(bytes[position + offset + index]) << (8 * index)
        }
    }

    private func relative(_ path: ArraySlice<UInt8>) -> String {
        let path = String(decoding: path, as: UTF8.self)
        return path.hasPrefix(prefix)
            ? String(path.dropFirst(prefix.count)) : path == prefix.dropLast() ? "" : path
    }

    private mutating func number(_ file: UInt64) -> Recording.FileNumber {
        if let number = numbers[file] { return number }
        count += 1
        numbers[file] = count
        return count
    }

    private mutating func create(_ file: UInt64, _ name: String?) {
        numbers[file] = nil
        let number = number(file)
        operations.append(.created(number, name ?? ""))
        if let name { operations.append(.name(.create(number, name))) }
    }

    /// Takes what the process said. Only whole lines of JSON are words.
    private mutating func mark(_ data: ArraySlice<UInt8>) {
        pendingWord += data
        while let end = pendingWord.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: pendingWord[..<end], as: UTF8.self)
            pendingWord.removeSubrange(...end)
            do {
                operations.append(.word(try Word(jsonLine: line)))
            } catch {
                // Something that the program said before it began to serve.
            }
        }
    }
}
