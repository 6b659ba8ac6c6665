import StorageCore

extension QueryGenerator {
    /// Sets of indexes: none, or some of those that could help.
    mutating func indexes() throws -> [IndexSchema] {
        let all = try Self.indexes()
        return once(in: 8) ? [] : all.filter { _ in once(in: 2) }
    }

    /// A query that an index could serve: conditions on its first parts, and an order by the rest.
    mutating func query(servedBy index: IndexSchema) -> Query {
        var query = query()
        var conditions = conditions(on: index)
        if once(in: 3) {
            let others = self.conditions(on: index)
            conditions = [.or([.and(conditions), others.isEmpty ? keyCondition() : .and(others)])]
        }
        if once(in: 3) { conditions.append(filter(depth: 2)) }
        query.filter = .and(conditions)
        guard once(in: 2) else { return query }
        let isReversed = once(in: 2)
        query.orders = index.parts.dropFirst(number(below: 2)).map { part in
            Order(
                part.path, descending: once(in: 8) ? once(in: 2) : part.isDescending != isReversed)
        }
        if once(in: 4) { query.orders.append(Order(.key, descending: once(in: 2))) }
        return query
    }

    /// Conditions on the first parts of an index.
    private mutating func conditions(on index: IndexSchema) -> [Filter] {
        index.parts.prefix(number(below: index.parts.count + 1)).map { part in
            if part.elements != nil { return .any(part.path, elementCondition()) }
            let field = QueryField.all.first { [$0.name] == part.path } ?? pick(QueryField.all)
            return once(in: 3)
                ? condition(on: part.path, field)
                : .compare(part.path, .equal, field.constant(using: &generator))
        }
    }

    static func indexes() throws -> [IndexSchema] {
        try QueryField.all.map { try IndexSchema("by \($0.name)", [IndexPart([$0.name])]) } + [
            IndexSchema("int down", [IndexPart("int", descending: true)]),
            IndexSchema("string down", [IndexPart("string", descending: true)]),
            IndexSchema("int, string", [IndexPart("int"), IndexPart("string")]),
            IndexSchema(
                "bool, int down, string",
                [IndexPart("bool"), IndexPart("int", descending: true), IndexPart("string")]),
            IndexSchema(
                "string down, date", [IndexPart("string", descending: true), IndexPart("date")]),
            IndexSchema("x", [IndexPart(["object", "x"])]),
            IndexSchema("z down", [IndexPart(["object", "y", "z"], descending: true)]),
            IndexSchema("elements", [IndexPart(elementsOf: "array")]),
            IndexSchema(
                "int, elements down",
                [IndexPart("int"), IndexPart(elementsOf: "array", descending: true)]),
            IndexSchema("xs", [IndexPart(elementsOf: "list", "x"), IndexPart("bool")]),
        ]
    }
}
