/// Finds the way to answer a query that looks at the fewest records.
///
/// There are no statistics: what decides is how much the conditions bound. Every way gives the
/// same answer, since all conditions that a way does not meet by itself are tried on each record.
struct Planner {
    let driver: any ReadDriver
    let entry: Catalog.Entry

    /// The plan for a normal filter.
    func plan(
        _ filter: Filter, order: EngineOrder?, position: EnginePosition?, limit: Int?
    ) throws(StorageError) -> Plan {
        if filter == .none {
            return Plan(source: .keys([]), filter: .all, isOrdered: true)
        }
        let conjuncts = filter.conjuncts
        let byKey = try keyRanges(conjuncts)
        if let byKey, byKey.isPoints { return keyPlan(byKey.ranges, filter, order) }
        let candidate = try bestCandidate(conjuncts)
        if let plan = try enginePlan(
            conjuncts, order: order, position: position, limit: limit, beside: candidate)
        {
            return plan
        }
        if let candidate, !candidate.index.isNative {
            return indexPlan(candidate, conjuncts, order)
        }
        if let byKey { return keyPlan(byKey.ranges, filter, order) }
        if let union = try unionPlan(conjuncts, filter) { return union }
        if let order, let plan = try orderPlan(conjuncts, order) { return plan }
        return keyPlan([.all], filter, order)
    }

    private func keyPlan(
        _ ranges: [KeyRange], _ filter: Filter, _ order: EngineOrder?
    ) -> Plan {
        Plan(
            source: .keys(ranges), direction: nil, filter: filter,
            isOrdered: order.map { $0.parts.isEmpty } ?? true)
    }

    /// The index that bounds the most, if one bounds anything.
    private func bestCandidate(
        _ conjuncts: [Filter]
    ) throws(StorageError) -> IndexCandidate? {
        var best: IndexCandidate?
        for index in entry.indexes where index.isNative || index.handle != nil {
            guard let candidate = try IndexCandidate(index, conjuncts), candidate.isBounded else {
                continue
            }
            if best.map({ candidate.findsBetter(than: $0) }) ?? true { best = candidate }
        }
        return best
    }

    private func indexPlan(
        _ candidate: IndexCandidate, _ conjuncts: [Filter], _ order: EngineOrder?
    ) -> Plan {
        let rest = conjuncts.indices.filter { !candidate.met.contains($0) }.map { conjuncts[$0] }
        let direction = order.flatMap { candidate.direction(for: $0) }
        return Plan(
            source: .index(candidate), direction: direction, filter: .conjunction(rest),
            isOrdered: order == nil || direction != nil || order?.parts.isEmpty == true)
    }

    /// A plan in which the engine does what it can, unless an index of ours bounds more.
    private func enginePlan(
        _ conjuncts: [Filter], order: EngineOrder?, position: EnginePosition?, limit: Int?,
        beside candidate: IndexCandidate?
    ) throws(StorageError) -> Plan? {
        guard let engine = driver as? any QueryDriver else { return nil }
        if let candidate, !candidate.index.isNative { return nil }
        let query = EngineQuery(conjuncts, order: order, position: position, limit: limit)
        guard let part = try engine.part(of: query, in: entry.handle) else { return nil }
        let helps = !part.conditions.isEmpty || part.order?.parts.isEmpty == false
        guard helps else { return nil }
        let rest = conjuncts.filter { !part.conditions.contains($0) }
        return Plan(
            source: .engine(part, engine), direction: nil, filter: .conjunction(rest),
            isOrdered: order == nil || part.order != nil)
    }

    /// A plan that looks up each branch of an `or` by itself, if each of them is bounded.
    private func unionPlan(
        _ conjuncts: [Filter], _ filter: Filter
    ) throws(StorageError) -> Plan? {
        for case .or(let branches) in conjuncts {
            var sources: [Plan.Source] = []
            for branch in branches {
                let parts = branch.conjuncts
                if let ranges = try keyRanges(parts) {
                    sources.append(.keys(ranges.ranges))
                } else if let candidate = try bestCandidate(parts), !candidate.index.isNative {
                    sources.append(.index(candidate))
                } else {
                    break
                }
            }
            if sources.count == branches.count {
                return Plan(
                    source: .union(sources), direction: nil, filter: filter, isOrdered: false)
            }
        }
        return nil
    }

    /// A plan that reads all entries of an index, because they are in the order that is wanted.
    private func orderPlan(
        _ conjuncts: [Filter], _ order: EngineOrder
    ) throws(StorageError) -> Plan? {
        if order.parts.isEmpty { return nil }
        for index in entry.indexes where index.handle != nil {
            guard let candidate = try IndexCandidate(index, []),
                let direction = candidate.direction(for: order)
            else { continue }
            return Plan(
                source: .index(candidate), direction: direction,
                filter: .conjunction(conjuncts), isOrdered: true)
        }
        return nil
    }
}

extension Planner {
    /// The keys that the conditions leave over, sorted, or nil if they do not bound them.
    func keyRanges(
        _ conjuncts: [Filter]
    ) throws(StorageError) -> (ranges: [KeyRange], isPoints: Bool)? {
        var found: KeySelection?
        for condition in conjuncts {
            guard let selection = try KeySelection(condition, of: entry.schema) else { continue }
            found = found?.intersection(selection) ?? selection
        }
        return found.map { ($0.ranges, $0.isPoints) }
    }
}
