/// Makes keys by which records sort as an order says.
struct OrderKeys: Sendable {
    private let parts: [(path: PreparedPath, isDescending: Bool)]
    private let isKeyDescending: Bool

    init(_ order: EngineOrder) {
        parts = order.parts.map { (PreparedPath($0.path), $0.isDescending) }
        isKeyDescending = order.isKeyDescending
    }

    /// The place of a record in the order.
    func place(
        of record: Span<UInt8>, _ key: Span<UInt8>
    ) throws(StorageError) -> OrderPlace {
        var encoder = SortKeyEncoder()
        for part in parts {
            let start = encoder.count
            if var place = try part.path.place(in: record) {
                try encoder.append(record, &place)
            } else {
                encoder.appendNull()
            }
            if part.isDescending { encoder.complement(from: start) }
        }
        return OrderPlace(values: encoder.bytes, key: key.array)
    }

    /// The place of a position.
    func place(of position: EnginePosition) throws(StorageError) -> OrderPlace {
        var encoder = SortKeyEncoder()
        for (part, value) in zip(parts, position.values) {
            let start = encoder.count
            try encoder.append(value)
            if part.isDescending { encoder.complement(from: start) }
        }
        return OrderPlace(values: encoder.bytes, key: position.key.bytes)
    }

    /// Whether the left place comes before the right one.
    func precedes(_ left: OrderPlace, _ right: OrderPlace) -> Bool {
        let (leftValues, rightValues) = (left.values, right.values)
        if leftValues != rightValues {
            return leftValues.span.precedes(rightValues.span)
        }
        let (leftKey, rightKey) = (left.key, right.key)
        return isKeyDescending
            ? rightKey.span.precedes(leftKey.span) : leftKey.span.precedes(rightKey.span)
    }
}

/// Where a record stands in an order.
struct OrderPlace: Equatable, Sendable {
    /// The sort keys of its values in the parts of the order, one behind the other.
    let values: [UInt8]
    let key: [UInt8]
}

/// Puts records in order: all of them or, with a limit, the first ones, in memory that grows with
/// no more than those.
struct Sorter {
    typealias Element = (place: OrderPlace, record: [UInt8])

    private let keys: OrderKeys
    private let limit: Int?
    /// With a limit, a heap with the last of the elements at its root.
    private var elements: [Element] = []

    init(_ keys: OrderKeys, limit: Int?) {
        self.keys = keys
        self.limit = limit
    }

    mutating func insert(_ place: OrderPlace, _ record: Span<UInt8>) {
        guard let limit else {
            elements.append((place, record.array))
            return
        }
        if elements.count < limit {
            elements.append((place, record.array))
            siftUp()
        } else if let last = elements.first, keys.precedes(place, last.place) {
            elements[0] = (place, record.array)
            siftDown()
        }
    }

    /// The elements in order.
    consuming func sorted() -> [Element] {
        elements.sorted { keys.precedes($0.place, $1.place) }
    }

    private mutating func siftUp() {
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard keys.precedes(elements[parent].place, elements[child].place) else { return }
            elements.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var last = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
                if keys.precedes(elements[last].place, elements[child].place) { last = child }
            }
            if last == parent { return }
            elements.swapAt(parent, last)
            parent = last
        }
    }
}
