/// Answers queries on one collection in one transaction.
struct QueryRunner {
    /// What receives an entry, and says whether it wants more.
    typealias Body = (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool

    let driver: any ReadDriver
    let entry: Catalog.Entry

    init(_ driver: any ReadDriver, _ entry: Catalog.Entry) {
        self.driver = driver
        self.entry = entry
    }

    /// Lends the entries that `query` asks for to `body`, in its order, until it returns false.
    ///
    /// - Throws: The error thrown by `body`, unchanged; what ``Query`` says about queries that make
    ///   no sense.
    func run(_ query: Query, _ body: Body) throws {
        try query.validate(in: entry.schema.name)
        let filter = try entry.schema.resolve(query.filter)
        if query.limit == 0 { return }
        var (order, position) = try entry.schema.resolve(query)
        guard query.isBackward else {
            return try run(filter, order, position, query.offset, until: query.end, body)
        }
        // What comes before a place is what comes behind it in the order turned around.
        order = order.reversed
        var page: [(key: [UInt8], record: [UInt8])] = []
        try run(filter, order, position, query.offset, until: query.end) { key, record in
            page.append((key.array, record.array))
            return true
        }
        for entry in page.reversed() {
            let (key, record) = (entry.key, entry.record)
            guard try body(key.span, record.span) else { return }
        }
    }

    /// How `query` would be answered.
    func plan(_ query: Query) throws(StorageError) -> QueryPlan {
        try query.validate(in: entry.schema.name)
        let filter = try entry.schema.resolve(query.filter)
        var (order, position) = try entry.schema.resolve(query)
        if query.isBackward { order = order.reversed }
        let plan = try Planner(driver: driver, entry: entry).plan(
            filter, order: order, position: position, limit: query.end)
        return try describe(plan)
    }

    /// The number of entries that a filter is true of.
    func count(_ filter: Filter) throws -> Int {
        let filter = try entry.schema.resolve(filter)
        if filter == .all { return try driver.count(.all, in: entry.handle) }
        let planner = Planner(driver: driver, entry: entry)
        let plan = try planner.plan(filter, order: nil, position: nil, limit: nil)
        var count = 0
        if plan.filter == .all, case .engine(let query, let engine) = plan.source {
            count = try engine.count(query, in: entry.handle)
            try eachException(of: engine, filter) { _, _ in
                count += 1
                return true
            }
        } else if plan.filter == .all, case .index(let candidate) = plan.source {
            try eachEntry(of: candidate) { _ in
                count += 1
                return true
            }
        } else {
            try stream(plan, whole: filter, order: nil) { _, _ in
                count += 1
                return true
            }
        }
        return count
    }

    private func run(
        _ filter: Filter, _ order: EngineOrder, _ position: EnginePosition?, _ offset: Int,
        until end: Int?, _ body: Body
    ) throws {
        var plan = try Planner(driver: driver, entry: entry).plan(
            filter, order: order, position: position, limit: end)
        if let position, plan.isOrdered { try plan.begin(at: position, order) }
        if plan.isOrdered, position == nil, offset == 0, end == nil {
            return try stream(plan, whole: filter, order: order, body)
        }
        var seen = 0
        func counted(_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool {
            seen += 1
            if seen <= offset { return true }
            return try body(key, record) && seen != end
        }
        let keys = OrderKeys(order)
        let start = try position.map { (position) throws(StorageError) in
            try keys.place(of: position)
        }
        if plan.isOrdered {
            try stream(plan, whole: filter, order: order) { key, record in
                if let start, try !keys.precedes(start, keys.place(of: record, key)) {
                    return true
                }
                return try counted(key, record)
            }
            return
        }
        var sorter = Sorter(keys, limit: end)
        try stream(plan, whole: filter, order: nil) { key, record in
            let place = try keys.place(of: record, key)
            if let start, !keys.precedes(start, place) { return true }
            sorter.insert(place, record)
            return true
        }
        for element in sorter.sorted() {
            let (key, record) = (element.place.key, element.record)
            guard try counted(key.span, record.span) else { return }
        }
    }
}

extension QueryRunner {
    /// Lends each entry that a plan finds to `body`, once: in `order` if there is one, which the
    /// plan then gives. With `fields`, its record may have no more than these.
    func stream(
        _ plan: Plan, whole filter: Filter, order: EngineOrder?, fields: [String]? = nil,
        _ body: Body
    ) throws {
        if plan.filter == .all {
            return try lend(plan, whole: filter, order: order, fields: fields, body, body)
        }
        let compiled = try CompiledFilter(plan.filter)
        var scratch = compiled.makeScratch()
        func tried(_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool {
            guard try compiled.matches(key, record, &scratch) else { return true }
            return try body(key, record)
        }
        guard let test = compiled.onlyTest else {
            return try lend(plan, whole: filter, order: order, fields: fields, tried, body)
        }
        try lend(
            plan, whole: filter, order: order, fields: fields,
            { key, record in
                guard let holds = test.holds(record) else { return try tried(key, record) }
                return try !holds || body(key, record)
            }, body)
    }

    /// Lends what the source of a plan finds to `filtered`, which tries the plan's filter on it, and
    /// what the whole filter has been tried on to `body`.
    private func lend(
        _ plan: Plan, whole filter: Filter, order: EngineOrder?, fields: [String]?,
        _ filtered: Body, _ body: Body
    ) throws {
        switch plan.source {
        case .keys(let ranges):
            let isReversed = order?.isKeyDescending ?? false
            try eachRecord(in: ranges, reversed: isReversed, filtered)
        case .index(let candidate):
            if let direction = plan.direction {
                try eachRecord(of: candidate, direction, filtered)
            } else {
                try eachRecord(
                    of: try sortedKeys(plan.source), reversed: order?.isKeyDescending ?? false,
                    filtered)
            }
        case .union:
            try eachRecord(of: try sortedKeys(plan.source), reversed: false, filtered)
        case .engine(let query, let engine):
            try eachRecord(
                of: EngineSelection(engine, query, filter, order, fields), filtered, body)
        }
    }

    private func eachRecord(
        in ranges: [KeyRange], reversed: Bool, _ body: Body
    ) throws {
        if ranges.count == 1, ranges[0].onlyKey == nil {
            return try driver.scan(ranges[0], in: entry.handle, reversed: reversed, body)
        }
        var isDone = false
        for range in reversed ? ranges.reversed() : ranges where !isDone {
            if let key = range.onlyKey {
                _ = try driver.get(key.span, in: entry.handle) { record in
                    let key = key
                    isDone = try !body(key.span, record)
                }
                continue
            }
            try driver.scan(range, in: entry.handle, reversed: reversed) { key, record in
                isDone = try !body(key, record)
                return !isDone
            }
        }
    }

    /// The keys that a source finds, sorted, each once.
    private func sortedKeys(_ source: Plan.Source) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        try collectKeys(source, into: &keys)
        keys.sort { $0.lexicographicallyPrecedes($1) }
        var last: [UInt8]?
        return keys.filter { key in
            defer { last = key }
            return key != last
        }
    }

    private func collectKeys(_ source: Plan.Source, into keys: inout [[UInt8]]) throws {
        switch source {
        case .keys(let ranges):
            try eachRecord(in: ranges, reversed: false) { key, _ in
                keys.append(key.array)
                return true
            }
        case .index(let candidate):
            try eachEntry(of: candidate) { entry in
                keys.append(entry.extracting(IndexKeys.key(of: entry)).array)
                return true
            }
        case .union(let sources):
            for source in sources { try collectKeys(source, into: &keys) }
        case .engine: break
        }
    }

    private func eachRecord(of keys: [[UInt8]], reversed: Bool, _ body: Body) throws {
        var isDone = false
        for key in reversed ? keys.reversed() : keys where !isDone {
            try lendRecord(of: key.span) { record in isDone = try !body(key.span, record) }
        }
    }

    /// Lends the record of an index's entry, which must be there.
    func lendRecord(
        of key: Span<UInt8>, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        guard try driver.get(key, in: entry.handle, body) else {
            let key = Key(trusted: key.array)
            throw StorageError(
                .damaged,
                "an index of '\(entry.schema.name)' has an entry for the key \(key), which has no "
                    + "record; drop the index and create it again",
                collection: entry.schema.name, key: key)
        }
    }
}

extension KeyRange {
    /// The one key that the range holds, or nil if it may hold several.
    fileprivate var onlyKey: [UInt8]? {
        guard let lowerBound, let upperBound, upperBound.count == lowerBound.count + 1,
            upperBound.last == 0, upperBound.starts(with: lowerBound)
        else { return nil }
        return lowerBound
    }
}
