extension OrderedMap {
    /// A node of the tree: a leaf with entries, or an inner node with children.
    ///
    /// It cannot be copied by accident, which would count four references.
    struct Node: ~Copyable, Sendable {
        /// How many entries or children a node has at most. A write copies the nodes on its path, and
        /// counts a reference for each value or child in them: more would cost writes, fewer reads.
        static let capacity = 16

        /// A leaf: the keys of its entries. An inner node: the least key of each child but the
        /// first, or a key between it and its left neighbour's greatest.
        private(set) var keys: PackedKeys
        /// The values of a leaf's entries.
        private(set) var values: [[UInt8]]
        /// The children of an inner node; a leaf has none.
        private(set) var children: [SharedNode]
        /// The number of entries in the leaves below.
        private(set) var count: Int

        /// An empty leaf.
        init() {
            self.init(keys: PackedKeys(), values: [])
        }

        /// A node above two others.
        init(_ left: SharedNode, _ right: Sibling) {
            var separators = PackedKeys()
            separators.insert(right.separator.span, at: 0)
            self.init(separators: separators, children: [left, right.node])
        }

        private init(keys: PackedKeys, values: [[UInt8]]) {
            self.keys = keys
            self.values = values
            children = []
            count = keys.count
        }

        private init(separators: PackedKeys, children: [SharedNode]) {
            keys = separators
            values = []
            self.children = children
            count = children.reduce(0) { $0 + $1.node.count }
        }

        private init(copying other: borrowing Node) {
            keys = other.keys
            values = other.values
            children = other.children
            count = other.count
        }

        func copy() -> Node { Node(copying: self) }

        var isLeaf: Bool { children.isEmpty }

        /// The index of the child whose entries `key` belongs to.
        func childIndex(for key: Span<UInt8>) -> Int {
            childIndex(for: key, at: keys.lowerIndex(of: key))
        }

        private func childIndex(for key: Span<UInt8>, at index: Int) -> Int {
            index < keys.count && keys.isEqual(to: key, at: index) ? index + 1 : index
        }

        /// The number of entries below whose keys are below `key`.
        func rank(of key: Span<UInt8>) -> Int {
            if isLeaf { return keys.lowerIndex(of: key) }
            let index = childIndex(for: key)
            return children[..<index].reduce(children[index].node.rank(of: key)) {
                $0 + $1.node.count
            }
        }
    }

    /// A node that was split off its left neighbour.
    struct Sibling {
        /// A key that is above all of the neighbour's, and not above the node's.
        let separator: [UInt8]
        let node: SharedNode
    }

    /// What maps refer to a node by.
    ///
    /// Sendable without a lock because a node is written only while a single map refers to it:
    /// ``OrderedMap`` copies every node that is shared before it writes to it.
    final class SharedNode: @unchecked Sendable {
        // Who writes to a map has it alone, as the compiler makes sure, and with it the node: checks of
        // exclusive access could never fail.
        @exclusivity(unchecked) private var storedNode: Node

        init(_ node: consuming Node) { unsafe storedNode = node }

        var node: Node {
            @inline(__always) _read { yield unsafe storedNode }
            @inline(__always) _modify { yield unsafe &storedNode }
        }
    }
}

extension OrderedMap.Node {
    /// Keeps an entry, and splits off a right sibling if that makes the node too large.
    mutating func update(
        _ key: Span<UInt8>, _ value: [UInt8]
    ) -> (isNew: Bool, sibling: OrderedMap.Sibling?) {
        let place = keys.insertionIndex(of: key)
        if isLeaf {
            if place < keys.count, keys.isEqual(to: key, at: place) {
                values[place] = value
                return (false, nil)
            }
            keys.insert(key, at: place)
            values.insert(value, at: place)
            count += 1
            return (true, size > Self.capacity ? split(after: place) : nil)
        }
        let index = childIndex(for: key, at: place)
        makeChildUnique(index)
        let (isNew, sibling) = children[index].node.update(key, value)
        if isNew { count += 1 }
        if let sibling { insert(sibling, at: index + 1) }
        return (isNew, size > Self.capacity ? split(after: index + 1) : nil)
    }

    /// Removes an entry that is there.
    mutating func remove(_ key: Span<UInt8>) {
        count -= 1
        if isLeaf {
            let index = keys.lowerIndex(of: key)
            keys.remove(at: index)
            values.remove(at: index)
            return
        }
        let index = childIndex(for: key)
        makeChildUnique(index)
        children[index].node.remove(key)
        if children[index].node.size < Self.capacity / 4 { mergeChild(index) }
    }

    private var size: Int { isLeaf ? keys.count : children.count }

    private mutating func makeChildUnique(_ index: Int) {
        if !isKnownUniquelyReferenced(&children[index]) {
            children[index] = OrderedMap.SharedNode(children[index].node.copy())
        }
    }

    private mutating func insert(_ sibling: OrderedMap.Sibling, at index: Int) {
        keys.insert(sibling.separator.span, at: index - 1)
        children.insert(sibling.node, at: index)
    }

    /// Joins a small child with a neighbour, and halves the two again if they are too much for one.
    private mutating func mergeChild(_ index: Int) {
        guard children.count > 1 else { return }
        let left = index == 0 ? 0 : index - 1
        makeChildUnique(left)
        let right = children.remove(at: left + 1)
        children[left].node.absorb(right.node, separator: keys.key(at: left))
        keys.remove(at: left)
        let size = children[left].node.size
        if size > Self.capacity { insert(children[left].node.split(at: size / 2), at: left + 1) }
    }

    private mutating func absorb(_ right: borrowing OrderedMap.Node, separator: [UInt8]) {
        if !isLeaf { keys.insert(separator.span, at: keys.count) }
        keys.append(contentsOf: right.keys)
        values += right.values
        children += right.children
        count += right.count
    }

    /// Splits a node that has just grown at `index`: in halves, but where it grew at its end, so that
    /// keys that arrive in their order fill the nodes that they leave behind.
    private mutating func split(after index: Int) -> OrderedMap.Sibling {
        // An inner node keeps two children, so that each has a neighbour to be joined with.
        split(at: index + 1 < size ? size / 2 : isLeaf ? size - 1 : size - 2)
    }

    /// Moves what stands from `middle` on into a new node.
    private mutating func split(at middle: Int) -> OrderedMap.Sibling {
        let separator: [UInt8]
        let node: OrderedMap.Node
        if isLeaf {
            node = OrderedMap.Node(
                keys: keys.split(at: middle), values: Array(values[middle...]))
            values.removeSubrange(middle...)
            separator = node.keys.key(at: 0)
        } else {
            node = OrderedMap.Node(
                separators: keys.split(at: middle), children: Array(children[middle...]))
            children.removeSubrange(middle...)
            separator = keys.key(at: middle - 1)
            keys.remove(at: middle - 1)
        }
        count -= node.count
        return OrderedMap.Sibling(separator: separator, node: OrderedMap.SharedNode(node))
    }
}

extension OrderedMap.Node {
    func value(for key: Span<UInt8>) -> [UInt8]? {
        guard isLeaf else { return children[childIndex(for: key)].node.value(for: key) }
        return index(of: key).map { values[$0] }
    }

    /// Lends the value kept under `key` to `body`, and returns whether there is one.
    ///
    /// Nothing is counted on the way: readers on several threads would wait for each other's counts.
    func lend(_ key: Span<UInt8>, _ body: (Span<UInt8>) throws -> Void) rethrows -> Bool {
        guard isLeaf else {
            return try unsafe Unmanaged.passUnretained(children[childIndex(for: key)])
                ._withUnsafeGuaranteedRef { try $0.node.lend(key, body) }
        }
        guard let index = index(of: key) else { return false }
        let values = values.span
        try body(values[index].span)
        return true
    }

    /// The index of a leaf's entry.
    private func index(of key: Span<UInt8>) -> Int? {
        let index = keys.lowerIndex(of: key)
        return index < keys.count && keys.isEqual(to: key, at: index) ? index : nil
    }

    func scan(
        _ range: KeyRange, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ value: [UInt8]) throws -> Bool
    ) rethrows -> Bool {
        if isLeaf {
            let start = range.lowerBound.map { keys.lowerIndex(of: $0.span) } ?? 0
            let end = range.upperBound.map { keys.lowerIndex(of: $0.span) } ?? keys.count
            guard start < end else { return true }
            for offset in 0..<end - start {
                let index = reversed ? end - 1 - offset : start + offset
                let key = keys.range(at: index)
                guard try body(keys.bytes.span.extracting(key), values[index]) else { return false }
            }
            return true
        }
        let first = range.lowerBound.map { childIndex(for: $0.span) } ?? 0
        let last = range.upperBound.map { childIndex(for: $0.span) } ?? children.count - 1
        guard first <= last else { return true }
        for offset in 0...last - first {
            let index = reversed ? last - offset : first + offset
            guard try children[index].node.scan(range, reversed: reversed, body) else {
                return false
            }
        }
        return true
    }
}
