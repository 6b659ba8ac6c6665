extension CollectionSchema {
    /// A filter of this collection in its normal form, with its fields known and its constants of
    /// a kind that they can be compared with.
    ///
    /// A collection that declares no fields takes any.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` or ``StorageError/Code/typeMismatch``;
    ///   ``StorageError/Code/invalidArgument`` for a filter that nests too deeply.
    func resolve(_ filter: Filter) throws(StorageError) -> Filter {
        try filter.checkDepth(in: name)
        if !fields.isEmpty { try check(filter) }
        return declaring(filter).normalized
    }

    /// The order of a query without what does not matter in it, and the place in it where the
    /// query begins.
    func resolve(
        _ query: Query
    ) throws(StorageError) -> (order: EngineOrder, position: EnginePosition?) {
        if !fields.isEmpty { for order in query.orders { _ = try kind(of: order.path) } }
        var fixed: Set<FieldPath> = []
        for case .compare(let path, .equal, _) in query.filter.normalized.conjuncts {
            fixed.insert(path)
        }
        let cursor = query.position?.cursor
        var order = EngineOrder([])
        var values: [Value] = []
        for (place, part) in query.orders.enumerated() {
            if part.path.isKey {
                order.isKeyDescending = part.isDescending
                break
            }
            // Records that are equal in a part anyway do not need it, nor one that repeats.
            guard fixed.insert(part.path).inserted else { continue }
            order.parts.append(part)
            if let cursor { values.append(cursor.values[place]) }
        }
        return (order, cursor.map { EnginePosition(values: values, key: $0.key) })
    }

    /// Refuses an index over what the collection does not declare.
    func validate(_ index: IndexSchema) throws(StorageError) {
        if fields.isEmpty { return }
        for part in index.parts {
            let kind = try kind(of: part.path)
            if part.elements != nil, let kind, kind != .array {
                throw mismatch(
                    part.path, "is \(kind.rawValue) and has no elements; index it as it is")
            }
        }
    }

    /// The declared kind of the value at a path, or nil for the member of an object.
    private func kind(of path: FieldPath) throws(StorageError) -> FieldKind? {
        guard let name = path.names.first else { return nil }
        guard let field = fields.first(where: { $0.name.isIdentical(to: name) }) else {
            throw StorageError(
                .unknownField,
                "the collection '\(self.name)' declares no field \(name.asIdentifier); it "
                    + "declares: \(fields.map(\.name.asIdentifier).joined(separator: ", "))",
                collection: self.name, field: name)
        }
        guard path.names.count > 1 else { return field.kind }
        guard field.kind == .object else {
            throw mismatch(path, "is in a \(field.kind.rawValue), which has no members")
        }
        return nil
    }

    private func check(_ filter: Filter) throws(StorageError) {
        switch filter {
        case .all: break
        case .compare(let path, _, let value): try check(path, value)
        case .isIn(let path, let values):
            _ = try kind(of: path)
            for value in values { try check(path, value) }
        case .text(let path, let match, _, _):
            try check(path, is: [.string], "cannot be asked for \(match.rawValue)")
        case .contains(let path, let value):
            try check(path, is: [.string, .array], "cannot contain anything")
            if try kind(of: path) == .string, ValueClass(value) != .string {
                throw mismatch(path, "is string and cannot contain \(value.json)")
            }
        case .isNull(let path), .isMissing(let path): _ = try kind(of: path)
        case .any(let path, _): try check(path, is: [.array], "has no elements")
        case .and(let filters), .or(let filters): for filter in filters { try check(filter) }
        case .not(let inner): try check(inner)
        }
    }

    private func check(_ path: FieldPath, _ value: Value) throws(StorageError) {
        guard let kind = try kind(of: path), ValueClass(value) != .null else { return }
        guard ValueClass(kind) == ValueClass(value) else {
            throw mismatch(
                path,
                "is \(kind.rawValue) and is compared with \(value.json); compare it with a "
                    + "constant of its kind")
        }
    }

    private func check(
        _ path: FieldPath, is kinds: Set<FieldKind>, _ complaint: String
    ) throws(StorageError) {
        guard let kind = try kind(of: path), !kinds.contains(kind) else { return }
        throw mismatch(path, "is \(kind.rawValue) and \(complaint)")
    }

    private func mismatch(_ path: FieldPath, _ complaint: String) -> StorageError {
        StorageError(
            .typeMismatch, "the field \(path) of '\(name)' \(complaint)", collection: name,
            field: path.names.joined(separator: "."))
    }

    /// The filter with what is known about declared fields put into it: what an array contains is
    /// an element that equals it.
    private func declaring(_ filter: Filter) -> Filter {
        switch filter {
        case .contains(let path, let value)
        where path.names.count == 1 && isArray(path.names[0]):
            .any(path, .compare(.element, .equal, value))
        case .and(let filters): .and(filters.map(declaring))
        case .or(let filters): .or(filters.map(declaring))
        case .not(let inner): .not(declaring(inner))
        default: filter
        }
    }

    private func isArray(_ name: String) -> Bool {
        fields.contains { $0.kind == .array && $0.name.isIdentical(to: name) }
    }
}

extension Query {
    /// Whether the query asks for what comes before a cursor.
    var isBackward: Bool {
        if case .before = position { true } else { false }
    }

    /// How many entries the offset and the limit reach over; nil for all.
    var end: Int? {
        let sum = limit?.addingReportingOverflow(offset)
        return sum.flatMap { $0.overflow ? nil : $0.partialValue }
    }
}

extension Cursor.Position {
    var cursor: Cursor {
        switch self {
        case .after(let cursor), .before(let cursor): cursor
        }
    }
}

extension EngineOrder {
    /// The order turned around.
    var reversed: EngineOrder {
        EngineOrder(
            parts.map { Order($0.path, descending: !$0.isDescending) },
            keyDescending: !isKeyDescending)
    }
}
