/// Byte strings that are collected to be read in their order.
///
/// What is kept in order takes less time to build from sorted entries: each one goes where the last one
/// went. The run lies in one piece of memory, where strings are compared by eight bytes at once.
struct SortedRun {
    /// A string, with the eight bytes that follow the beginning of all.
    private struct Item {
        let range: Range<Int>
        var head: UInt64 = 0
    }

    /// From this many bytes on a run is to be emptied, so that sorting takes the same memory however
    /// much there is to sort.
    private static let capacity = 8 << 20

    private var bytes: [UInt8] = []
    private var items: [Item] = []

    /// Whether the run is to be emptied before it takes more.
    var isFull: Bool {
        bytes.count + items.count * MemoryLayout<Item>.stride >= Self.capacity
    }

    /// Takes in a copy of a string.
    mutating func append(_ string: Span<UInt8>) {
        let start = bytes.count
        unsafe string.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        items.append(Item(range: start..<bytes.count))
    }

    /// Lends the strings to `body`, in order, and forgets them.
    ///
    /// - Complexity: O(n log n).
    mutating func empty(into body: (Span<UInt8>) throws -> Void) rethrows {
        sort()
        for item in items { try body(bytes.span.extracting(item.range)) }
        bytes.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
    }

    private mutating func sort() {
        let beginning = commonBeginning
        for place in items.indices {
            let tail = items[place].range.dropFirst(beginning).prefix(8)
            items[place].head =
                tail.reduce(0) { $0 << 8 | UInt64(bytes[$1]) } << (64 - 8 * tail.count)
        }
        items.sort { [bytes] left, right in
            if left.head != right.head { return left.head < right.head }
            return bytes.span.extracting(left.range)
                .precedes(bytes.span.extracting(right.range))
        }
    }

    /// How many bytes all strings begin with.
    private var commonBeginning: Int {
        guard let first = items.first?.range else { return 0 }
        return items.reduce(first.count) { count, item in
            zip(bytes[first].prefix(count), bytes[item.range]).prefix { $0 == $1 }.count
        }
    }
}
