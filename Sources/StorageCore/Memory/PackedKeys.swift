/// Byte strings that stand behind one another in one buffer, in the order that their owner keeps.
///
/// A copy is two blocks of memory, whatever the number of keys: none of them is an object of its
/// own, which a copy would have to look up and a search would have to fetch.
struct PackedKeys: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each key ends in `bytes`.
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// Where a key stands in ``bytes``.
    func range(at index: Int) -> Range<Int> {
        start(of: index)..<ends[index]
    }

    /// A copy of a key.
    func key(at index: Int) -> [UInt8] {
        Array(bytes[range(at: index)])
    }

    func isEqual(to key: Span<UInt8>, at index: Int) -> Bool {
        bytes.span.extracting(range(at: index)).isEqual(to: key)
    }

    /// The index of the first key that is not below `key`, in keys that are sorted.
    func lowerIndex(of key: Span<UInt8>) -> Int {
        let bytes = bytes.span
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if bytes.extracting(range(at: middle)).precedes(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The same as ``lowerIndex(of:)``, in one step if `key` is above all others: keys that are
    /// loaded in their order arrive so.
    func insertionIndex(of key: Span<UInt8>) -> Int {
        if count > 0, bytes.span.extracting(range(at: count - 1)).precedes(key) { return count }
        return lowerIndex(of: key)
    }

    mutating func insert(_ key: Span<UInt8>, at index: Int) {
        let start = start(of: index)
        // SAFETY: the pointer is used while the key is lent, and nowhere else.
        unsafe key.withUnsafeBufferPointer {
            unsafe bytes.replaceSubrange(start..<start, with: $0)
        }
        ends.insert(start, at: index)
        move(from: index, by: key.count)
    }

    mutating func append(contentsOf other: PackedKeys) {
        let start = bytes.count
        bytes += other.bytes
        for end in other.ends { ends.append(start + end) }
    }

    mutating func remove(at index: Int) {
        let range = range(at: index)
        bytes.removeSubrange(range)
        ends.remove(at: index)
        move(from: index, by: -range.count)
    }

    /// Takes away the keys from `index` on, and returns them.
    mutating func split(at index: Int) -> PackedKeys {
        let start = start(of: index)
        var rest = PackedKeys()
        rest.bytes = Array(bytes[start...])
        rest.ends = ends[index...].map { $0 - start }
        bytes.removeSubrange(start...)
        ends.removeSubrange(index...)
        return rest
    }

    private func start(of index: Int) -> Int {
        index == 0 ? 0 : ends[index - 1]
    }

    private mutating func move(from index: Int, by distance: Int) {
        for later in index..<ends.count { ends[later] += distance }
    }
}
