import CLMDB
import StorageCore

/// LMDB divides a full page in its middle, unless what is added comes behind all of it: only then does
/// the page stay full, as pages should that are filled in the order of keys. Where the next collection
/// begins on the page on which one ends, nothing that is added to the end comes behind all of the page, and
/// page after page stays half empty.
extension Transaction {
    /// Makes a collection, and the one behind it, begin on pages of their own.
    ///
    /// - Complexity: O(log n).
    func divide(at collection: UInt32) throws(StorageError) {
        try beginPage(with: collection)
        if let next = try nextCollection(behind: collection) { try beginPage(with: next) }
    }

    /// Makes a collection begin on a page of its own, where its later entries go as well, whatever their
    /// keys.
    ///
    /// Two entries of half a page, at the end of the collection before and at the beginning of this one, have
    /// no room on a page with a third one, so that the second one begins a page. When it is gone LMDB goes
    /// on to look there for what sorts from its key on, which is the whole collection. But it merges a page
    /// on which something was deleted with its neighbour, if not a quarter is left. So the first entry is
    /// made large meanwhile: a page that becomes emptier by a smaller value is left alone.
    private func beginPage(with collection: UInt32) throws(StorageError) {
        guard let first = try firstEntry(of: collection) else { return }
        let filler = [UInt8](repeating: 0, count: environment.pageSize / 2 - 32)
        let large = [UInt8](repeating: 0, count: environment.pageSize / 3)
        // Every key has at least a byte, and none begins with this one.
        let (beforeAll, behindAll): ([UInt8], [UInt8]) = ([], [0xFF])
        try set(behindAll.span, filler.span, in: collection - 1)
        try set(beforeAll.span, filler.span, in: collection)
        if first.value.count < large.count { try set(first.key.span, large.span, in: collection) }
        try delete(beforeAll.span, in: collection)
        try delete(behindAll.span, in: collection - 1)
        try set(first.key.span, first.value.span, in: collection)
    }

    private func firstEntry(
        of collection: UInt32
    ) throws(StorageError) -> (key: [UInt8], value: [UInt8])? {
        let cursor = try takeCursor()
        defer { giveBack(cursor) }
        guard try cursor.enter(EntryRange(.all, in: collection), reversed: false) else {
            return nil
        }
        return cursor.lend { key, value in (key.array, value.array) }
    }

    private func nextCollection(behind collection: UInt32) throws(StorageError) -> UInt32? {
        let cursor = try takeCursor()
        defer { giveBack(cursor) }
        guard try cursor.enter(.behind(collection), reversed: false) else { return nil }
        return cursor.collection
    }
}
