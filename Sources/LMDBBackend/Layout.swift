import StorageCore

/// What stands where in LMDB's main table, the only one that is used.
///
/// The key of an entry begins with a collection's number, as four bytes in big-endian order, so
/// that the entries of a collection stand together:
///
/// | entry key | value |
/// |---|---|
/// | 0, `format` | ``magic``, then the version of the format (4 bytes) |
/// | 0, `c`, name of a collection | the collection's number (4 bytes) |
/// | 0, `n`, number of a collection (4 bytes) | how many records the collection has (8 bytes) |
/// | number of a collection, key of a record | the record's bytes, as they are |
///
/// All numbers are unsigned and big-endian. Collections are numbered from 1 in the order of their
/// creation. The longest entry key is that of a record, 4 + 480 bytes; LMDB keeps up to 511.
enum Layout {
    /// The number under which the storage keeps its own entries.
    static let own: UInt32 = 0

    /// The number of bytes before the key of a record.
    static let prefixSize = 4

    static let magic = Array("swift-storage".utf8)
    static let formatVersion: UInt32 = 1

    static let formatKey = Array("format".utf8)
    static let nameTag = UInt8(ascii: "c")
    static let countTag = UInt8(ascii: "n")

    static func nameKey(_ name: String) -> [UInt8] {
        [nameTag] + name.utf8
    }

    static func countKey(_ collection: UInt32) -> [UInt8] {
        [countTag] + bytes(collection)
    }

    /// The value of the format entry.
    static var format: [UInt8] { magic + bytes(formatVersion) }

    /// Makes sure that the value of the format entry is one that this version can work with.
    static func checkFormat(_ value: [UInt8]?, _ path: String) throws(StorageError) {
        guard let value, value.starts(with: magic) else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is an LMDB environment of another program; choose "
                    + "another path")
        }
        guard let version = number(value.dropFirst(magic.count), as: UInt32.self), version > 0
        else {
            throw StorageError(
                .damaged,
                "cannot open '\(path)': the version of its format is unreadable; restore it from "
                    + "a backup")
        }
        guard version <= formatVersion else {
            throw StorageError(
                .newerFormat,
                "cannot open '\(path)': its format is \(version), and this version knows formats "
                    + "up to \(formatVersion); update the program")
        }
    }

    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The number that the bytes stand for, or nil if there are more or fewer than it has.
    static func number<Number: FixedWidthInteger>(
        _ bytes: some Collection<UInt8>, as type: Number.Type
    ) -> Number? {
        guard bytes.count == Number.bitWidth / 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number($1) }
    }
}
