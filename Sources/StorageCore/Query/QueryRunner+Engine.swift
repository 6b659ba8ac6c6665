/// What an engine is asked for, and what of it all that is a part of.
struct EngineSelection {
    let engine: any QueryDriver
    let query: EngineQuery
    /// The whole filter, of which the query has a part.
    let filter: Filter
    /// The order that the answer has to have, if any.
    let order: EngineOrder?
    /// The fields that are wanted; nil for all.
    let fields: [String]?

    init(
        _ engine: any QueryDriver, _ query: EngineQuery, _ filter: Filter, _ order: EngineOrder?,
        _ fields: [String]?
    ) {
        self.engine = engine
        self.query = query
        self.filter = filter
        self.order = order
        self.fields = fields
    }
}

extension QueryRunner {
    /// Lends what an engine finds, and its exceptions where they belong.
    func eachRecord(
        of selection: EngineSelection, _ filtered: Body, _ body: Body
    ) throws {
        let (engine, query, order) = (selection.engine, selection.query, selection.order)
        let keys = OrderKeys(order ?? EngineOrder([]))
        var sorter = Sorter(keys, limit: nil)
        try eachException(of: engine, selection.filter) { key, record in
            sorter.insert(try keys.place(of: record, key), record)
            return true
        }
        var exceptions = sorter.sorted()[...]
        guard !exceptions.isEmpty else {
            return try engine.select(
                query, fields: selection.fields, in: entry.handle, filtered)
        }
        var isDone = false
        func lendExceptions(before place: OrderPlace?) throws {
            while !isDone, let next = exceptions.first {
                if let place, !keys.precedes(next.place, place) { return }
                exceptions.removeFirst()
                let (key, record) = (next.place.key, next.record)
                isDone = try !body(key.span, record.span)
            }
        }
        try engine.select(query, fields: selection.fields, in: entry.handle) { key, record in
            if order != nil { try lendExceptions(before: try keys.place(of: record, key)) }
            if !isDone { isDone = try !filtered(key, record) }
            return !isDone
        }
        try lendExceptions(before: nil)
    }

    /// Lends the entries that the engine leaves out and the whole filter is true of.
    func eachException(
        of engine: any QueryDriver, _ filter: Filter, _ body: Body
    ) throws {
        // There seldom are any, and a filter may have lists that take long to prepare.
        var compiled: CompiledFilter?
        var scratch = CompiledFilter.Scratch()
        try engine.exceptions(in: entry.handle) { key, record in
            let known = try compiled ?? CompiledFilter(filter)
            if compiled == nil { scratch = known.makeScratch() }
            compiled = known
            guard try known.matches(key, record, &scratch) else { return true }
            return try body(key, record)
        }
    }

    /// The plan as people are told it.
    func describe(_ plan: Plan) throws(StorageError) -> QueryPlan {
        var engine: String?
        if case .engine(let query, let driver) = plan.source {
            engine = try driver.explain(query, in: entry.handle)
        }
        return QueryPlan(
            access: plan.source.access, engine: engine, filter: plan.filter,
            isSorted: !plan.isOrdered)
    }
}

extension Plan.Source {
    fileprivate var access: QueryPlan.Access {
        switch self {
        case .keys(let ranges): ranges == [.all] ? .scan : .primaryKey
        case .index(let candidate): .index(candidate.index.schema.name)
        case .union(let sources): .union(sources.map(\.access))
        case .engine: .engine
        }
    }
}
