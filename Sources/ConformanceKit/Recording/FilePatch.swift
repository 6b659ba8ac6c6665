import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Applies recorded changes to a file.
struct FilePatch: ~Copyable {
    private let path: String
    private let file: Descriptor

    /// The grain at which a write may be torn, in bytes: a sector of a disk.
    static let sector = 512

    /// Opens a file that is there.
    init(_ path: String) throws(StorageError) {
        let number = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw .system(errno, "open", path) }
        self.path = path
        file = Descriptor(number)
    }

    /// Applies a change, or what of it is on disk after a crash.
    func apply(
        _ operation: Recording.DataOperation, _ bytes: [UInt8], _ part: CrashState.Part = .whole
    ) throws(StorageError) {
        switch (operation, part) {
        case (_, .dropped): break
        case (.truncate(let size), _): try resize(to: size)
        case (.allocate(let end), _): try grow(to: end)
        case (.write(let offset, let range, _), .whole): try write(bytes[range], at: offset)
        case (.write(let offset, let range, _), .zeros): try grow(to: offset + range.count)
        case (.write(let offset, let range, _), .beginning):
            let cut = Self.cut(offset, range.count) ?? range.count
            try write(bytes[range.prefix(cut)], at: offset)
        case (.write(let offset, let range, _), .end):
            let cut = Self.cut(offset, range.count) ?? 0
            try write(bytes[range.dropFirst(cut)], at: offset + cut)
        }
    }

    /// How many bytes of a write lie before the boundary of sectors next to its middle, or nil if
    /// it is within a sector, which is written whole.
    private static func cut(_ offset: Int, _ count: Int) -> Int? {
        let last = (offset + count - 1) / sector * sector
        let middle = min((offset + count / 2 + sector - 1) / sector * sector, last)
        return middle > offset ? middle - offset : nil
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(StorageError) {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(file.number, buffer.baseAddress, buffer.count, off_t(offset))
        }
        guard count == bytes.count else { throw .system(errno, "write to", path) }
    }

    private func grow(to size: Int) throws(StorageError) {
        var info = stat()
        guard unsafe fstat(file.number, &info) == 0 else { throw .system(errno, "examine", path) }
        if Int(info.st_size) < size { try resize(to: size) }
    }

    private func resize(to size: Int) throws(StorageError) {
        guard ftruncate(file.number, off_t(size)) == 0 else {
            throw .system(errno, "resize", path)
        }
    }
}
