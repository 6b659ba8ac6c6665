extension OrderedMap {
    /// A node of the tree: a leaf with entries, or an inner node with children.
    ///
    /// Sendable without a lock because a node is written only while a single map refers to it:
    /// ``OrderedMap`` copies every node that is shared before it writes to it.
    final class Node: @unchecked Sendable {
        static let capacity = 64

        /// A leaf: the keys of its entries. An inner node: the least key of each child but the
        /// first, or a key between it and its left neighbour's greatest.
        private(set) var keys: [[UInt8]]
        /// The values of a leaf's entries.
        private(set) var values: [[UInt8]]
        /// The children of an inner node; a leaf has none.
        private(set) var children: [Node]
        /// The number of entries in the leaves below.
        private(set) var count: Int

        init(keys: [[UInt8]], values: [[UInt8]]) {
            self.keys = keys
            self.values = values
            children = []
            count = keys.count
        }

        init(separators: [[UInt8]], children: [Node]) {
            keys = separators
            values = []
            self.children = children
            count = children.reduce(0) { $0 + $1.count }
        }

        var isLeaf: Bool { children.isEmpty }

        /// The least key below. The node must not be empty.
        var firstKey: [UInt8] { isLeaf ? keys[0] : children[0].firstKey }

        func copy() -> Node {
            isLeaf ? Node(keys: keys, values: values) : Node(separators: keys, children: children)
        }

        /// The index of the first key that is not below `key`.
        func lowerIndex(of key: Span<UInt8>) -> Int {
            var (low, high) = (0, keys.count)
            while low < high {
                let middle = (low + high) / 2
                if key.isPreceded(by: keys[middle]) { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// The index of the child whose entries `key` belongs to.
        func childIndex(for key: Span<UInt8>) -> Int {
            childIndex(for: key, at: lowerIndex(of: key))
        }

        func childIndex(for key: Span<UInt8>, at index: Int) -> Int {
            index < keys.count && key.isEqual(to: keys[index]) ? index + 1 : index
        }

        /// The same as ``lowerIndex(of:)``, in one step if `key` is above all others: keys that are
        /// loaded in their order arrive so.
        func insertionIndex(of key: Span<UInt8>) -> Int {
            if let last = keys.last, key.isPreceded(by: last) { return keys.count }
            return lowerIndex(of: key)
        }

        /// The number of entries below whose keys are below `key`.
        func rank(of key: Span<UInt8>) -> Int {
            if isLeaf { return lowerIndex(of: key) }
            let index = childIndex(for: key)
            return children[..<index].reduce(0) { $0 + $1.count } + children[index].rank(of: key)
        }
    }
}

extension OrderedMap.Node {
    /// Keeps an entry, and splits off a right sibling if that makes the node too large.
    func update(
        _ key: Span<UInt8>, _ value: [UInt8]
    ) -> (isNew: Bool, sibling: OrderedMap.Node?) {
        if isLeaf {
            let index = insertionIndex(of: key)
            if index < keys.count, key.isEqual(to: keys[index]) {
                values[index] = value
                return (false, nil)
            }
            keys.insert(key.array, at: index)
            values.insert(value, at: index)
            count += 1
            return (true, keys.count > Self.capacity ? split(after: index) : nil)
        }
        let index = childIndex(for: key, at: insertionIndex(of: key))
        makeChildUnique(index)
        let (isNew, sibling) = children[index].update(key, value)
        if isNew { count += 1 }
        if let sibling {
            keys.insert(sibling.firstKey, at: index)
            children.insert(sibling, at: index + 1)
        }
        return (isNew, children.count > Self.capacity ? split(after: index + 1) : nil)
    }

    /// Removes an entry that is there.
    func remove(_ key: Span<UInt8>) {
        count -= 1
        if isLeaf {
            let index = lowerIndex(of: key)
            keys.remove(at: index)
            values.remove(at: index)
            return
        }
        let index = childIndex(for: key)
        makeChildUnique(index)
        children[index].remove(key)
        if children[index].size < Self.capacity / 4 { mergeChild(index) }
    }

    private var size: Int { isLeaf ? keys.count : children.count }

    private func makeChildUnique(_ index: Int) {
        if !isKnownUniquelyReferenced(&children[index]) {
            children[index] = children[index].copy()
        }
    }

    /// Joins a small child with a neighbour, and halves the two again if they are too much for one.
    private func mergeChild(_ index: Int) {
        guard children.count > 1 else { return }
        let left = index == 0 ? 0 : index - 1
        makeChildUnique(left)
        let node = children[left]
        node.absorb(children[left + 1], separator: keys[left])
        children.remove(at: left + 1)
        keys.remove(at: left)
        if node.size > Self.capacity {
            let sibling = node.split(at: node.size / 2)
            keys.insert(sibling.firstKey, at: left)
            children.insert(sibling, at: left + 1)
        }
    }

    private func absorb(_ right: OrderedMap.Node, separator: [UInt8]) {
        if !isLeaf { keys.append(separator) }
        keys += right.keys
        values += right.values
        children += right.children
        count += right.count
    }

    /// Splits a node that has just grown at `index`: in halves, but where it grew at its end, so that
    /// keys that arrive in their order fill the nodes that they leave behind.
    private func split(after index: Int) -> OrderedMap.Node {
        // An inner node keeps two children, so that each has a neighbour to be joined with.
        split(at: index + 1 < size ? size / 2 : isLeaf ? size - 1 : size - 2)
    }

    /// Moves what stands from `middle` on into a new node.
    private func split(at middle: Int) -> OrderedMap.Node {
        let sibling: OrderedMap.Node
        if isLeaf {
            sibling = OrderedMap.Node(
                keys: Array(keys[middle...]), values: Array(values[middle...]))
            keys.removeSubrange(middle...)
            values.removeSubrange(middle...)
        } else {
            sibling = OrderedMap.Node(
                separators: Array(keys[middle...]), children: Array(children[middle...]))
            keys.removeSubrange((middle - 1)...)
            children.removeSubrange(middle...)
        }
        count -= sibling.count
        return sibling
    }
}

extension OrderedMap.Node {
    func scan(
        _ range: KeyRange, reversed: Bool,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) rethrows -> Bool {
        if isLeaf {
            let start = range.lowerBound.map { lowerIndex(of: $0.span) } ?? 0
            let end = range.upperBound.map { lowerIndex(of: $0.span) } ?? keys.count
            guard start < end else { return true }
            for offset in 0..<end - start {
                let index = reversed ? end - 1 - offset : start + offset
                guard try body(keys[index], values[index]) else { return false }
            }
            return true
        }
        let first = range.lowerBound.map { childIndex(for: $0.span) } ?? 0
        let last = range.upperBound.map { childIndex(for: $0.span) } ?? children.count - 1
        guard first <= last else { return true }
        for offset in 0...last - first {
            let index = reversed ? last - offset : first + offset
            guard try children[index].scan(range, reversed: reversed, body) else { return false }
        }
        return true
    }
}
