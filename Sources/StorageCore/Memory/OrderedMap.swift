/// A sorted map from byte strings to byte strings, with O(1) snapshots.
///
/// A B+ tree whose nodes are shared until they are written: a copy of the map is a snapshot, and a
/// write after it copies the O(log n) nodes on its path. Each node knows the number of entries
/// below it, so that counting a range takes O(log n).
package struct OrderedMap: Sendable {
    private var root = SharedNode(Node())

    package init() {}

    /// The number of entries.
    package var count: Int { root.node.count }

    /// The value kept under `key`.
    ///
    /// - Complexity: O(log n).
    package func value(for key: Span<UInt8>) -> [UInt8]? {
        root.node.value(for: key)
    }

    /// The root, for as long as the map is there and not written to.
    @unsafe
    @inline(__always)
    var unretainedRoot: Unmanaged<SharedNode> { unsafe .passUnretained(root) }

    /// Keeps `value` under `key`.
    ///
    /// - Returns: Whether the key is new.
    /// - Complexity: O(log n).
    @discardableResult
    package mutating func updateValue(_ value: [UInt8], for key: Span<UInt8>) -> Bool {
        makeRootUnique()
        let (isNew, sibling) = root.node.update(key, value)
        if let sibling { root = SharedNode(Node(root, sibling)) }
        return isNew
    }

    /// Removes the entry of `key`.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(log n).
    @discardableResult
    package mutating func removeValue(for key: Span<UInt8>) -> Bool {
        guard value(for: key) != nil else { return false }
        makeRootUnique()
        root.node.remove(key)
        while root.node.children.count == 1 { root = root.node.children[0] }
        return true
    }

    /// Lends the entries in `range` to `body`, in key order, until it returns false.
    ///
    /// - Returns: Whether `body` wanted more after the last entry.
    /// - Complexity: O(log n + visited entries).
    @discardableResult
    package func scan(
        _ range: KeyRange, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ value: [UInt8]) throws -> Bool
    ) rethrows -> Bool {
        if range.isEmpty { return true }
        return try root.node.scan(range, reversed: reversed, body)
    }

    /// The number of entries in `range`.
    ///
    /// - Complexity: O(log n).
    package func count(in range: KeyRange) -> Int {
        if range.isEmpty { return 0 }
        let end = range.upperBound.map { root.node.rank(of: $0.span) } ?? count
        let start = range.lowerBound.map { root.node.rank(of: $0.span) } ?? 0
        return end - start
    }

    /// Removes the entries in `range`.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(log n) for each of them, O(1) if they are all there are.
    package mutating func removeAll(in range: KeyRange) -> Int {
        let removed = count(in: range)
        if removed == count {
            root = SharedNode(Node())
            return removed
        }
        var keys: [[UInt8]] = []
        keys.reserveCapacity(removed)
        scan(range, reversed: false) { key, _ in
            keys.append(key.array)
            return true
        }
        for key in keys { removeValue(for: key.span) }
        return removed
    }

    private mutating func makeRootUnique() {
        if !isKnownUniquelyReferenced(&root) { root = SharedNode(root.node.copy()) }
    }
}
