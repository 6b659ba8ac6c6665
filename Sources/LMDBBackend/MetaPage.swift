import StorageCore

/// What one of the two meta pages of `data.mdb` says: where the trees of a commit begin.
///
/// Layout as in LMDB 0.9 (`MDB_page`, `MDB_meta` and `MDB_db` of `mdb.c`) on 64-bit, little-endian
/// machines.
struct MetaPage {
    /// A tree of pages.
    struct Tree {
        /// The page at the top, or nil if the tree is empty.
        let root: UInt64?
        /// How many pages lie between an entry and the top, both included.
        let depth: Int
        let entries: UInt64
    }

    let pageSize: Int
    let lastPage: UInt64
    /// The number of the commit that wrote the page.
    let commit: UInt64
    /// The tree of the pages that are free.
    let free: Tree
    let main: Tree

    /// The bytes that say all this, and the page's header before them.
    private static let size = Page.headerSize + 136
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1
    private static let noPage = UInt64.max

    /// The size that the file must have for every page up to the last to be in it.
    var fileSize: Int { Int(lastPage + 1) * pageSize }

    /// The newer one of the file's two meta pages: the last commit.
    ///
    /// - Throws: ``StorageError/Code/notAStorage`` if the file is not LMDB's;
    ///   ``StorageError/Code/damaged`` if it is, but a meta page is missing or makes no sense.
    static func newest(of file: DataFile) throws(StorageError) -> MetaPage {
        let bytes = try file.read(size, at: 0)
        guard !bytes.isEmpty else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(file.path)': the file is empty, as no storage ever is; restore it "
                    + "from a backup, or delete it to create a new one")
        }
        guard bytes.count == size, isMeta(bytes) else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(file.path)': it is not a file of LMDB 0.9; choose another path")
        }
        guard let first = MetaPage(bytes),
            case let bytes = try file.read(size, at: first.pageSize), bytes.count == size,
            isMeta(bytes), let second = MetaPage(bytes), second.pageSize == first.pageSize
        else {
            throw StorageError(
                .damaged,
                "cannot open '\(file.path)': its first pages are cut off or unreadable; restore "
                    + "it from a backup")
        }
        return second.commit > first.commit ? second : first
    }

    private static func isMeta(_ bytes: [UInt8]) -> Bool {
        bytes.number(at: 10, as: UInt16.self) & Page.Flags.meta != 0
            && bytes.number(at: 16, as: UInt32.self) == magic
            && bytes.number(at: 20, as: UInt32.self) == version
    }

    private init?(_ bytes: [UInt8]) {
        pageSize = Int(bytes.number(at: 40, as: UInt32.self))
        free = Self.tree(bytes, at: 40)
        main = Self.tree(bytes, at: 88)
        lastPage = bytes.number(at: 136, as: UInt64.self)
        commit = bytes.number(at: 144, as: UInt64.self)
        guard (256...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0,
            (1...(1 << 44)).contains(lastPage)
        else { return nil }
    }

    private static func tree(_ bytes: [UInt8], at offset: Int) -> Tree {
        let root = bytes.number(at: offset + 40, as: UInt64.self)
        return Tree(
            root: root == noPage ? nil : root,
            depth: Int(bytes.number(at: offset + 6, as: UInt16.self)),
            entries: bytes.number(at: offset + 32, as: UInt64.self))
    }
}

extension [UInt8] {
    /// The little-endian number at an offset.
    ///
    /// - Precondition: The array has all its bytes.
    func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        self[offset..<offset + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}
