/// Byte strings that are collected to be read in their order.
///
/// What is kept in order takes less time to change by sorted entries: each one goes where the last one
/// went. The run lies in one piece of memory, where strings are compared by eight bytes at once.
struct SortedRun {
    /// A string, with the eight bytes that follow the beginning of all.
    private struct Item {
        let range: Range<Int>
        let isRemoval: Bool
        var head: UInt64 = 0
    }

    /// From this many bytes on a run is to be emptied, so that sorting takes the same memory however
    /// much there is to sort.
    private static let capacity = 16 << 20

    private var bytes: [UInt8] = []
    private var items: [Item] = []

    /// Whether the run is to be emptied before it takes more.
    var isFull: Bool {
        bytes.count + items.count * MemoryLayout<Item>.stride >= Self.capacity
    }

    /// Takes in a copy of a string, to be added to what is kept or to be removed from it.
    mutating func append(_ string: Span<UInt8>, isRemoval: Bool = false) {
        let start = bytes.count
        unsafe string.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        items.append(Item(range: start..<bytes.count, isRemoval: isRemoval))
    }

    /// Lends the strings to `body`, in order and each as it was taken in last, and forgets them.
    ///
    /// - Complexity: O(n log n).
    mutating func empty(into body: (Span<UInt8>, _ isRemoval: Bool) throws -> Void) rethrows {
        sort()
        for place in items.indices where !isRepeated(place) {
            try body(bytes.span.extracting(items[place].range), items[place].isRemoval)
        }
        bytes.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
    }

    /// Whether the next string in the order is the same one.
    private func isRepeated(_ place: Int) -> Bool {
        guard place + 1 < items.count, items[place].head == items[place + 1].head else {
            return false
        }
        let next = bytes.span.extracting(items[place + 1].range)
        return bytes.span.extracting(items[place].range).isEqual(to: next)
    }

    private mutating func sort() {
        let beginning = commonBeginning
        for place in items.indices {
            let tail = items[place].range.dropFirst(beginning)
            items[place].head = bytes.span.beginning(of: tail)
        }
        items.sort { [bytes] left, right in
            if left.head != right.head { return left.head < right.head }
            let (string, other) = (
                bytes.span.extracting(left.range), bytes.span.extracting(right.range)
            )
            if string.precedes(other) { return true }
            // What was taken in later stands behind.
            return left.range.lowerBound < right.range.lowerBound && string.isEqual(to: other)
        }
    }

    /// How many bytes all strings begin with.
    private var commonBeginning: Int {
        guard let first = items.first?.range else { return 0 }
        var count = first.count
        for item in items {
            let shared = min(count, item.range.count)
            count = 0
            while count < shared,
                bytes[first.lowerBound + count] == bytes[item.range.lowerBound + count]
            {
                count += 1
            }
        }
        return count
    }
}
