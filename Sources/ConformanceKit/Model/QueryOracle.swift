import StorageCore

/// What queries answer, found by looking at every record and sorting all that match.
///
/// It is the contract written a second time, and shares no code with what it judges: neither sort
/// keys nor planner nor compiled filters.
struct QueryOracle {
    /// A record as conditions see it.
    struct Subject {
        let key: Key
        let keyValue: OrderedValue
        /// The fields as an object or, inside of `any`, the element.
        let value: OrderedValue

        init(_ entry: Entry) throws {
            key = entry.key
            let values = try entry.key.components().map { try OrderedValue($0.value) }
            keyValue = values.count == 1 ? values[0] : .array(values)
            value = try OrderedValue(entry.record)
        }

        private init(_ subject: Subject, _ element: OrderedValue) {
            key = subject.key
            keyValue = subject.keyValue
            value = element
        }

        /// The element of an array of this record, in the place of its fields.
        func element(_ element: OrderedValue) -> Subject { Subject(self, element) }

        /// The value at a path, or nil if there is none.
        func at(_ path: FieldPath) -> OrderedValue? {
            path.isKey ? keyValue : value.member(path)
        }
    }

    /// The fields that the collection declares as arrays: `contains` asks for elements there.
    let declaredArrays: [FieldPath]

    private(set) var subjects: [Key: Subject] = [:]

    init(_ schema: CollectionSchema) {
        declaredArrays = schema.fields.filter { $0.kind == .array }.map { [$0.name] }
    }

    /// An oracle over records that are known already.
    init(_ subjects: [Subject], declaredArrays: [FieldPath]) {
        self.declaredArrays = declaredArrays
        for subject in subjects { self.subjects[subject.key] = subject }
    }

    mutating func put(_ entry: Entry) throws {
        subjects[entry.key] = try Subject(entry)
    }

    mutating func delete(_ key: Key) {
        subjects[key] = nil
    }

    /// The keys of the records that a query without a position asks for, in its order.
    func keys(_ query: Query) throws -> [Key] {
        let found = try matching(query.filter).sorted { precedes($0, $1, query.orders) }
        return found.map(\.key).dropFirst(query.offset).prefix(query.limit ?? .max).map(\.self)
    }

    /// The records that a filter is true of, in no order.
    func matching(_ filter: Filter) throws -> [Subject] {
        let isTrue = try predicate(filter)
        return subjects.values.filter(isTrue)
    }

    private func precedes(_ left: Subject, _ right: Subject, _ orders: [Order]) -> Bool {
        for order in orders {
            // Keys have an order of their own: that of their bytes.
            let difference =
                order.path.isKey
                ? left.key.bytes.order(to: right.key.bytes)
                : OrderedValue.compare(left.at(order.path) ?? .null, right.at(order.path) ?? .null)
            if difference != 0 { return order.isDescending ? difference > 0 : difference < 0 }
        }
        return left.key.bytes.order(to: right.key.bytes) < 0
    }
}
