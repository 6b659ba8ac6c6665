import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files of an open ``LogStorage``.
///
/// The base is a frame with the storage's own number, how often it was written, and all records. The
/// tail is a frame that says which base it belongs to, and one for each commit since.
struct LogWriter {
    private let folder: LogFolder
    private var lock: LogFile?
    private let id: UInt64
    private var generation: UInt64
    /// What the frames of the tail are checked against.
    private var mark: UInt64 = 0
    private var tail: LogFile?
    private var length = 0
    private var frames: UInt64 = 0
    private var buffer: [UInt8] = []
    private var failure: StorageError?

    /// The length of a tail at which the base is written anew, in bytes.
    private static let longTail = 4 << 10

    private var seed: UInt64 { mark &+ frames }

    private static func mark(_ id: UInt64, _ generation: UInt64) -> UInt64 {
        id ^ generation &* 0x9E37_79B9_7F4A_7C15
    }

    private init(_ folder: LogFolder, lock: LogFile?, id: UInt64, generation: UInt64) {
        self.folder = folder
        self.lock = lock
        self.id = id
        self.generation = generation
    }

    static func open(_ folder: LogFolder) throws(StorageError) -> (LogWriter, Tables) {
        let lock = try folder.takeLock()
        do throws(StorageError) {
            try FileSystem.remove(folder.draft)
            if try folder.openIfThere(folder.base) == nil { try create(folder) }
            return try load(folder, lock)
        } catch {
            if folder.fault == .leaksWhenRefused {
                folder.wire.trip()
                _ = unlessThrown {
                    let file = try folder.open(folder.base)
                    return withExtendedLifetime(file) { dup(file.number) }
                }
            }
            throw error
        }
    }

    private static func create(_ folder: LogFolder) throws(StorageError) {
        let id = UInt64.random(in: 1 ... .max)
        let writer = LogWriter(folder, lock: nil, id: id, generation: 1)
        try folder.replaceBase(
            writer.base(Tables()), inPlace: folder.fault == .createsInPlace)
    }

    private static func load(
        _ folder: LogFolder, _ lock: LogFile?
    ) throws(StorageError) -> (LogWriter, Tables) {
        let bytes = try folder.open(folder.base).contents()
        guard
            case .frame(let payload, _) = LogFrame.read(
                bytes, at: 0, seed: 0, fault: folder.fault, folder.wire), payload.count >= 16
        else {
            guard folder.fault == .readErrorIsEmpty, bytes.isEmpty else { throw damaged(folder) }
            return (LogWriter(folder, lock: lock, id: 1, generation: 1), Tables())
        }
        var tables = Tables()
        guard LogChanges.apply(payload[16...], to: &tables) else { throw damaged(folder) }
        var writer = LogWriter(
            folder, lock: lock, id: LogFrame.value(payload[..<8]),
            generation: LogFrame.value(payload[8..<16]))
        try writer.readTail(&tables)
        tables = try tables.withIndexes()
        if folder.fault == .recoversInPlace, writer.length > 0 {
            try folder.replaceBase(writer.base(tables), inPlace: true)
        }
        return (writer, tables)
    }

    private static func damaged(_ folder: LogFolder) -> StorageError {
        StorageError(.damaged, "'\(folder.path)' is damaged; restore it from a backup")
    }
}

extension LogWriter {
    private mutating func readTail(_ tables: inout Tables) throws(StorageError) {
        guard let file = try folder.openIfThere(folder.tail) else { return }
        let bytes = try file.contents()
        let header = LogFrame.read(bytes, at: 0, seed: 1, fault: folder.fault, folder.wire)
        guard case .frame(let payload, var position) = header, payload.count == 16 else {
            // Its beginning was never synchronized, so that no commit follows it.
            if case .damaged = header { throw Self.damaged(folder) }
            return try FileSystem.remove(folder.tail)
        }
        let isOurs = LogFrame.value(payload[..<8]) == id
        let number = LogFrame.value(payload[8...])
        if folder.fault == .takesForeignTail, !isOurs || number != generation {
            folder.wire.trip()
        } else {
            guard isOurs, number <= generation else { throw Self.damaged(folder) }
            guard number == generation else { return try FileSystem.remove(folder.tail) }
        }
        tail = file
        mark = Self.mark(LogFrame.value(payload[..<8]), number)
        while true {
            frames += 1
            let reading = LogFrame.read(
                bytes, at: position, seed: seed, fault: folder.fault, folder.wire)
            if case .frame(let payload, let end) = reading {
                guard LogChanges.apply(payload[...], to: &tables) else {
                    throw Self.damaged(folder)
                }
                position = end
                continue
            }
            if folder.fault == .skipsUnreadable, let next = nextFrame(bytes, after: position) {
                folder.wire.trip()
                position = next
                continue
            }
            if case .damaged = reading { throw Self.damaged(folder) }
            break
        }
        if folder.fault == .readsZeros, bytes.count > position,
            bytes[position...].allSatisfy({ $0 == 0 })
        {
            folder.wire.trip()
            let zero: [UInt8] = [0x20, 0x80, 0, 0, 0, 0, 0, 0, 0]
            let handle = tables.prepare("plain")
            tables[handle].updateValue([], for: zero.span)
        }
        length = position
        try file.truncate(to: length)
    }

    /// Where the frame is that follows on the one that cannot be read.
    private mutating func nextFrame(_ bytes: [UInt8], after position: Int) -> Int? {
        let number = frames
        for place in stride(
            from: position + LogFrame.sectorSize, to: bytes.count, by: LogFrame.sectorSize)
        {
            for ahead in 1...3 as ClosedRange<UInt64> {
                frames = number + ahead
                if case .frame = LogFrame.read(
                    bytes, at: place, seed: seed, fault: nil, folder.wire)
                {
                    frames -= 1
                    return place
                }
            }
        }
        frames = number
        return nil
    }

    private func base(_ tables: Tables) -> [UInt8] {
        LogFrame.bytes(
            LogFrame.number(id, 8) + LogFrame.number(generation, 8) + LogChanges.bytes(tables),
            seed: 0)
    }

    func begin() throws(StorageError) {
        if let failure { throw failure }
        guard folder.fault == .leavesTemporary else { return }
        folder.wire.trip()
        _ = try folder.open("\(folder.path)/\(getpid()).temporary", O_RDWR | O_CREAT)
    }

    func end() {
        guard folder.fault == .leavesTemporary else { return }
        _ = unlessThrown { try FileSystem.remove("\(folder.path)/\(getpid()).temporary") }
    }

    /// Writes a commit and waits until it is on disk.
    mutating func append(_ payload: [UInt8]) throws(StorageError) {
        if payload.isEmpty { return }
        let tail = try readyTail()
        let frame = LogFrame.bytes(payload, seed: seed)
        if folder.fault == .buffersCommits {
            folder.wire.trip()
            buffer += frame
            frames += 1
            return
        }
        do throws(StorageError) {
            if folder.fault == .writesHeaderFirst, frame.count > LogFrame.sectorSize {
                folder.wire.trip()
                try tail.write(Array(frame.prefix(LogFrame.sectorSize)), at: length)
                try tail.synchronize()
                try tail.write(
                    Array(frame.dropFirst(LogFrame.sectorSize)), at: length + LogFrame.sectorSize)
            } else {
                try tail.write(frame, at: length)
            }
        } catch {
            try takeBack(tail, error)
            throw error
        }
        do throws(StorageError) {
            try tail.synchronize()
        } catch {
            // What the system could not write it may report as written the next time.
            failure = error
            try takeBack(tail, error)
            throw error
        }
        length += frame.count
        frames += 1
    }

    private mutating func takeBack(_ tail: LogFile, _ error: StorageError) throws(StorageError) {
        do throws(StorageError) {
            try tail.truncate(to: length)
        } catch {
            failure = error
            throw error
        }
    }

    /// The tail, begun if there is none.
    private mutating func readyTail() throws(StorageError) -> LogFile {
        if let tail { return tail }
        let file = try folder.open(folder.tail, O_RDWR | O_CREAT)
        try file.truncate(to: 0)
        let header = LogFrame.bytes(
            LogFrame.number(id, 8) + LogFrame.number(generation, 8), seed: 1)
        try file.write(header, at: 0)
        try file.synchronize()
        try folder.synchronize()
        (tail, length, frames) = (file, header.count, 1)
        mark = Self.mark(id, generation)
        return file
    }

    mutating func compactIfDue(_ tables: Tables) throws(StorageError) {
        guard length > Self.longTail else { return }
        if folder.fault == .neverCompacts { return folder.wire.trip() }
        try compact(tables, inPlace: folder.fault == .compactsInPlace)
    }

    private mutating func compact(_ tables: Tables, inPlace: Bool) throws(StorageError) {
        if folder.fault == .closesInWrongOrder {
            folder.wire.trip()
            try FileSystem.remove(folder.tail)
            tail = nil
        }
        generation += 1
        do throws(StorageError) {
            try folder.replaceBase(base(tables), inPlace: inPlace)
        } catch {
            generation -= 1
            throw error
        }
        (tail, length, frames) = (nil, 0, 0)
        try FileSystem.remove(folder.tail)
    }

    mutating func close(_ tables: Tables) throws(StorageError) {
        defer { lock = nil }
        if !buffer.isEmpty { try tail?.write(buffer, at: length) }
        if tail != nil, failure == nil { try compact(tables, inPlace: false) }
        try folder.giveUpLock()
    }
}
