/// A branch or leaf page of `data.mdb`, of which nothing is trusted.
///
/// Layout as in LMDB 0.9 (`MDB_page` and `MDB_node` of `mdb.c`).
struct Page {
    static let headerSize = 16
    private static let nodeHeaderSize = 8

    enum Flags {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let overflow: UInt16 = 0x04
        static let meta: UInt16 = 0x08
    }

    /// An entry of a leaf, or a way down from a branch.
    struct Node {
        let key: ArraySlice<UInt8>
        /// The page below, if the node is in a branch.
        let child: UInt64
        let value: Value
    }

    /// Where the value of a leaf's node is.
    enum Value {
        case here(ArraySlice<UInt8>)
        /// In pages of its own, from the given one on.
        case away(page: UInt64, size: Int)
        /// In a way that storages do not use.
        case foreign
    }

    let isBranch: Bool
    let count: Int
    private let bytes: [UInt8]

    /// A page from its bytes, or nil if they are not those of the branch or leaf `number`.
    init?(_ bytes: [UInt8], number: UInt64) {
        let flags = bytes.number(at: 10, as: UInt16.self)
        let lower = Int(bytes.number(at: 12, as: UInt16.self))
        guard bytes.number(at: 0, as: UInt64.self) == number,
            flags == Flags.branch || flags == Flags.leaf,
            lower >= Self.headerSize, lower <= bytes.count, lower % 2 == 0
        else { return nil }
        isBranch = flags == Flags.branch
        count = (lower - Self.headerSize) / 2
        self.bytes = bytes
    }

    /// The node at an index, or nil if it is not within the page.
    func node(_ index: Int) -> Node? {
        let start = Int(bytes.number(at: Self.headerSize + index * 2, as: UInt16.self))
        guard start >= Self.headerSize, start + Self.nodeHeaderSize <= bytes.count else {
            return nil
        }
        let size = Int(bytes.number(at: start, as: UInt32.self))
        let flags = bytes.number(at: start + 4, as: UInt16.self)
        let keyStart = start + Self.nodeHeaderSize
        let keyEnd = keyStart + Int(bytes.number(at: start + 6, as: UInt16.self))
        guard keyEnd <= bytes.count else { return nil }
        let key = bytes[keyStart..<keyEnd]
        guard !isBranch else {
            return Node(key: key, child: UInt64(size) | UInt64(flags) << 32, value: .foreign)
        }
        return value(from: keyEnd, size: size, flags).map { Node(key: key, child: 0, value: $0) }
    }

    private func value(from start: Int, size: Int, _ flags: UInt16) -> Value? {
        switch flags {
        case 0:
            guard start + size <= bytes.count else { return nil }
            return .here(bytes[start..<start + size])
        case 1:
            guard start + 8 <= bytes.count else { return nil }
            return .away(page: bytes.number(at: start, as: UInt64.self), size: size)
        default:
            return .foreign
        }
    }
}
