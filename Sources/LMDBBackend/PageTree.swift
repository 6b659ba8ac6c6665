import StorageCore

/// Walks the pages of `data.mdb` without LMDB, which trusts them: what it finds there sends it
/// beyond the end of the file, or of its memory.
struct PageTree {
    let file: DataFile
    let meta: MetaPage

    /// No tree of 2^44 pages is deeper.
    private static let maximumDepth = 32

    /// The value of an entry of the main table, or nil if there is none.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if a page on the way is.
    func value(_ key: [UInt8]) throws(StorageError) -> [UInt8]? {
        guard var number = meta.main.root else { return nil }
        for _ in 0..<Self.maximumDepth {
            let page = try page(number)
            var next: UInt64?
            for index in 0..<page.count {
                guard let node = page.node(index) else {
                    throw damaged("page \(number) is unreadable")
                }
                if page.isBranch {
                    // The first way down is for all that sorts before the second.
                    if index > 0, key.lexicographicallyPrecedes(node.key) { break }
                    next = node.child
                } else if node.key.elementsEqual(key), case .here(let value) = node.value {
                    return Array(value)
                }
            }
            guard let next else { return nil }
            number = next
        }
        throw damaged("its tree has no end")
    }

    /// What is wrong with the pages that the last commit uses, a line each.
    ///
    /// - Complexity: O(pages), but for those of long records, of which only the first is read.
    func flaws(limit: Int = 100) throws(StorageError) -> [String] {
        let size = try file.size()
        var flaws: [String] = []
        for (name, tree) in [("free pages", meta.free), ("entries", meta.main)] {
            guard let root = tree.root else { continue }
            var open = [(number: root, depth: 1)]
            var entries: UInt64 = 0
            while let (number, depth) = open.popLast(), flaws.count < limit {
                do throws(StorageError) {
                    let page = try page(number, within: size)
                    guard page.isBranch == (depth < tree.depth) else {
                        throw damaged("page \(number) stands at the wrong depth")
                    }
                    if !page.isBranch { entries += UInt64(page.count) }
                    try visit(page, number, within: size) { open.append(($0, depth + 1)) }
                } catch  where error.code == .damaged {
                    flaws.append(error.message)
                }
            }
            if flaws.isEmpty, entries != tree.entries {
                flaws.append("the tree of \(name) has \(entries) entries, not \(tree.entries)")
            }
        }
        return flaws
    }

    private func visit(
        _ page: Page, _ number: UInt64, within size: Int, _ descend: (UInt64) -> Void
    ) throws(StorageError) {
        for index in 0..<page.count {
            guard let node = page.node(index) else { throw damaged("page \(number) is unreadable") }
            if page.isBranch {
                descend(node.child)
            } else if case .away(let first, let length) = node.value {
                try checkOverflow(first, length: length, within: size)
            }
        }
    }

    private func checkOverflow(
        _ number: UInt64, length: Int, within size: Int
    ) throws(StorageError) {
        let needed = (Page.headerSize - 1 + length) / meta.pageSize + 1
        guard number <= meta.lastPage, Int(number) + needed <= size / meta.pageSize else {
            throw damaged("the pages of a long record, from \(number) on, are not in the file")
        }
        let header = try file.read(Page.headerSize, at: Int(number) * meta.pageSize)
        // A record that was replaced by a shorter one keeps the pages of the longer one.
        guard header.count == Page.headerSize, header.number(at: 0, as: UInt64.self) == number,
            header.number(at: 10, as: UInt16.self) == Page.Flags.overflow,
            case let pages = Int(header.number(at: 12, as: UInt32.self)),
            pages >= needed, Int(number) + pages <= Int(meta.lastPage) + 1
        else { throw damaged("page \(number) does not begin a long record") }
    }

    private func page(_ number: UInt64, within size: Int = .max) throws(StorageError) -> Page {
        guard number <= meta.lastPage, Int(number) < size / meta.pageSize else {
            throw damaged("page \(number) is not in the file")
        }
        let bytes = try file.read(meta.pageSize, at: Int(number) * meta.pageSize)
        guard bytes.count == meta.pageSize, let page = Page(bytes, number: number) else {
            throw damaged("page \(number) is cut off or unreadable")
        }
        return page
    }

    private func damaged(_ what: String) -> StorageError {
        StorageError(
            .damaged, "'\(file.path)' is damaged: \(what); restore it from a backup")
    }
}
