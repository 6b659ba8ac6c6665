import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A way to damage the files of a closed storage.
enum Damage: Int, CaseIterable {
    /// One bit of one byte is another one.
    case flippedBit
    /// One byte is another one.
    case otherByte
    /// A file ends early.
    case truncated
    /// A page is zeros.
    case zeroedPage
    /// Two pages have changed places.
    case swappedPages
    /// A page stands in the place of another one too.
    case repeatedPage
    /// There is something behind the end of a file.
    case appended

    static let page = 4_096

    /// Damages one of the files.
    ///
    /// - Returns: What was done, for people; nil if it changes nothing.
    func inflict(
        on files: inout [String: [UInt8]], using generator: inout SplitMix64
    ) -> String? {
        // Longer files have more that can be damaged.
        let sizes = files.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
        let total = sizes.reduce(0) { $0 + $1.1 }
        guard total > 0 else { return nil }
        var position = Int.random(in: 0..<total, using: &generator)
        var chosen = ""
        for (name, size) in sizes {
            chosen = name
            if position < size { break }
            position -= size
        }
        guard var bytes = files[chosen], !bytes.isEmpty else { return nil }
        let before = bytes
        let what = damage(&bytes, at: position, using: &generator)
        guard bytes != before else { return nil }
        files[chosen] = bytes
        return "\(what) of '\(chosen)'"
    }

    private func damage(
        _ bytes: inout [UInt8], at position: Int, using generator: inout SplitMix64
    ) -> String {
        let pages = (bytes.count + Self.page - 1) / Self.page
        let first = position / Self.page
        let second = Int.random(in: 0..<pages, using: &generator)
        func range(_ page: Int) -> Range<Int> {
            page * Self.page..<min(bytes.count, (page + 1) * Self.page)
        }
        switch self {
        case .flippedBit:
            let bit = Int.random(in: 0..<8, using: &generator)
            bytes[position] ^= 1 << bit
            return "bit \(bit) of byte \(position) flipped"
        case .otherByte:
            bytes[position] = UInt8.random(in: 0...255, using: &generator)
            return "byte \(position) made \(bytes[position])"
        case .truncated:
            bytes.removeSubrange(position...)
            return "everything from byte \(position) on cut off"
        case .zeroedPage:
            bytes.replaceSubrange(range(first), with: repeatElement(0, count: range(first).count))
            return "page \(first) made zeros"
        case .swappedPages, .repeatedPage:
            let (one, other) = (Array(bytes[range(first)]), Array(bytes[range(second)]))
            guard one.count == other.count else { return "" }
            bytes.replaceSubrange(range(second), with: one)
            if self == .swappedPages { bytes.replaceSubrange(range(first), with: other) }
            return "page \(first) put \(self == .swappedPages ? "for" : "over") page \(second)"
        case .appended:
            let count = Int.random(in: 1...2 * Self.page, using: &generator)
            let byte = UInt8.random(in: 0...255, using: &generator)
            bytes += repeatElement(byte, count: count)
            return "\(count) bytes \(byte) put behind the end"
        }
    }
}

extension FileManager {
    /// The files of a folder and those within it, by their names relative to it.
    func files(in folder: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try subpathsOfDirectory(atPath: folder)
        where try FileSystem.status(folder + "/" + name)?.isFolder == false {
            files[name] = Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
        }
        return files
    }

    /// Makes a folder hold these files and nothing else.
    func write(_ files: [String: [UInt8]], to folder: String) throws {
        try removeItems(in: folder)
        for (name, bytes) in files {
            let path = folder + "/" + name
            try FileSystem.createFolders(FileSystem.parent(of: path))
            try Data(bytes).write(to: URL(filePath: path))
        }
    }
}
