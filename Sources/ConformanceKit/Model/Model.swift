import StorageCore

/// What a storage should hold: collections by name, each a sorted array.
///
/// It is written to be right at a glance, and shares no code with any storage: neither the bytes of
/// keys nor maps nor the planner.
struct Model {
    private(set) var collections: [String: ModelCollection] = [:]

    /// The collection of that name. One that does not exist reads as empty.
    subscript(name: String) -> ModelCollection { collections[name] ?? ModelCollection() }

    /// Changes a collection, which is created if it is missing.
    mutating func change(
        _ name: String, _ change: (inout ModelCollection) throws -> Void
    ) rethrows {
        try change(&collections[name, default: ModelCollection()])
    }
}

/// What a collection should hold.
struct ModelCollection {
    /// The kinds of a key's components, or nil if the collection takes any keys.
    var key: [KeyKind]?
    /// The fields that are declared as arrays.
    var declaredArrays: Set<FieldPath> = []
    /// The indexes, sorted by name.
    private(set) var indexes: [IndexSchema] = []
    /// The entries, in the order of their keys.
    private(set) var items: [ModelItem] = []

    /// The entries of a stretch of keys.
    func items(_ stretch: Stretch) throws -> ArraySlice<ModelItem> {
        items[try places(stretch)]
    }

    func record(_ key: Key) throws -> Record? {
        let order = try KeyOrder(key)
        let place = place(of: order)
        return holds(order, at: place) ? items[place].entry.record : nil
    }

    mutating func put(_ entry: Entry) throws {
        let item = try ModelItem(entry)
        let place = place(of: item.order)
        if holds(item.order, at: place) {
            items[place] = item
        } else {
            items.insert(item, at: place)
        }
    }

    mutating func delete(_ stretch: Stretch) throws -> Int {
        let places = try places(stretch)
        items.removeSubrange(places)
        return places.count
    }

    mutating func add(_ index: IndexSchema) {
        drop(index.name)
        indexes.append(index)
        indexes.sort { $0.name < $1.name }
    }

    mutating func drop(_ index: String) {
        indexes.removeAll { $0.name == index }
    }

    /// What queries answer.
    func oracle() throws -> QueryOracle {
        QueryOracle(try items.map { try $0.subject() }, declaredArrays: Array(declaredArrays))
    }
}

extension ModelCollection {
    /// The place of the first entry whose key does not stand before this one.
    private func place(of key: KeyOrder, behind: Bool = false) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            let order = KeyOrder.compare(items[middle].order, key)
            if order < 0 || behind && order == 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func holds(_ key: KeyOrder, at place: Int) -> Bool {
        place < items.count && KeyOrder.compare(items[place].order, key) == 0
    }

    private func places(_ stretch: Stretch) throws -> Range<Int> {
        switch stretch {
        case .all: return 0..<items.count
        case .between(let lower, let upper):
            let first =
                switch lower {
                case .open: 0
                case .from(let key): place(of: try KeyOrder(key))
                case .after(let key): place(of: try KeyOrder(key), behind: true)
                }
            let end =
                switch upper {
                case .open: items.count
                case .through(let key): place(of: try KeyOrder(key), behind: true)
                case .until(let key): place(of: try KeyOrder(key))
                }
            return first..<max(first, end)
        case .startingWith(let key):
            let beginning = try KeyOrder(key)
            return run { $0.begins(with: beginning) }
        case .stringPrefix(let prefix):
            return run { $0.beginsWithText(prefix) }
        }
    }

    /// The places of the entries that `isIn` is true of, which stand side by side.
    private func run(_ isIn: (KeyOrder) -> Bool) -> Range<Int> {
        let first = items.firstIndex { isIn($0.order) } ?? items.count
        let count = items[first...].prefix { isIn($0.order) }.count
        return first..<first + count
    }
}
