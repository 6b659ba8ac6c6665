import ConformanceKit
import StorageCore

extension Fault {
    /// Engines that sort or cut answers wrongly.
    static let queryAnswers: [Fault] = [
        .answers("M158 the directions swapped", "QRY-12/ascending", says: "order by f") {
            asked, ask in
            var query = asked.query
            query.orders = query.orders.map { Order($0.path, descending: !$0.isDescending) }
            return try ask(query)
        },
        .answers("M159 nulls at the wrong end", "QRY-14/nulls", says: "order by f") { asked, ask in
            guard let order = asked.query.orders.first else { return try ask(asked.query) }
            var query = asked.query
            query.limit = nil
            let found = try ask(query)
            let nulls = found.filter { $0.record.first(of: order.path) == .null }
            let others = found.filter { $0.record.first(of: order.path) != .null }
            let turned = order.isDescending ? nulls + others : others + nulls
            return Array(turned.prefix(asked.query.limit ?? .max))
        },
        .answers(
            "M167 the second part of an order ignored", "QRY-13/directions", says: "order by s"
        ) {
            asked, ask in
            var query = asked.query
            query.orders = Array(query.orders.prefix(1))
            return try ask(query)
        },
        .answers("M152b ties the other way round", "QRY-15/ties", says: "order by f") {
            asked, ask in
            var query = asked.query
            if query.orders.last?.path.isKey != true { query.orders.append(.descending(.key)) }
            return try ask(query)
        },
        .answers(
            "M159b the order ignored", "QRY-16/other-field", says: "order by b", keepsIndexes: true
        ) { asked, ask in
            var query = asked.query
            query.orders = []
            return try ask(query)
        },
        .answers("S12 no order is any order", "QRY-02/in-list", says: "f in") { asked, ask in
            let found = try ask(asked.query)
            return asked.query.orders.isEmpty ? found.reversed() : found
        },
        .answers("U05b text in a language's order", "QRY-17/bytes", says: "order by f") {
            asked, ask in
            guard let order = asked.query.orders.first else { return try ask(asked.query) }
            func text(_ found: Found) -> String {
                guard case .string(let text) = found.record.first(of: order.path) else { return "" }
                return text.lowercased()
            }
            let sorted = try ask(asked.query).sorted { text($0) < text($1) }
            return order.isDescending ? sorted.reversed() : sorted
        },
        .answers("M066 the limit before the filter", "QRY-18/limits", says: "limit 2") {
            asked, ask in
            var whole = asked.query
            whole.filter = .all
            let matching = Set(try ask(asked.query).map(\.key))
            return try ask(whole).filter { matching.contains($0.key) }
        },
        .answers("M067 the offset is part of the limit", "QRY-18/limits", says: "offset 1") {
            asked, ask in
            let found = try ask(asked.query)
            return asked.query.limit.map { $0 > 2 ? Array(found.prefix($0 - 1)) : found } ?? found
        },
        .answers("M175 the filter sees 20 records", "QRY-25/undeclared", says: "'world") {
            asked, ask in
            let seen = Set(try ask(Query(limit: 20)).map(\.key))
            return try ask(asked.query).filter { seen.contains($0.key) }
        },
        .answers("M156 a record for each element", "QRY-11/elements", says: "any f") { asked, ask in
            let found = try ask(asked.query)
            guard case .and(let conditions) = asked.query.filter,
                conditions.contains(where: { if case .any = $0 { true } else { false } })
            else { return found }
            return found.flatMap { entry in
                guard case .array(let elements) = entry.record.first(of: "f") else {
                    return [entry]
                }
                return Array(repeating: entry, count: elements.count)
            }
        },
        .answers("Q20 exceptions forgotten", "QRY-01/comparisons", says: "f != 5") { asked, ask in
            // A column of integers cannot hold text, and nobody is told of those that do.
            try ask(asked.query).filter { entry in
                if case .uuid = entry.record.first(of: "f") { false } else { true }
            }
        },
        .answers(
            "M143 an index of one part", "IDX-09/compound", says: "a range", keepsIndexes: true
        ) {
            asked, ask in
            guard case .and(let conditions) = asked.query.filter else {
                return try ask(asked.query)
            }
            var query = asked.query
            query.filter = .and(Array(conditions.prefix(1)))
            return try ask(query)
        },
        .answers(
            "M144 a descending part ascending", "IDX-10/directions", says: "as it is",
            keepsIndexes: true
        ) { asked, ask in
            var query = asked.query
            query.orders = query.orders.map { Order($0.path, descending: false) }
            return try ask(query)
        },
    ]

    /// Engines that begin and end pages in the wrong place.
    static let pageAnswers: [Fault] = [
        .answers("S03b a page begins behind all ties", "PAG-03/ties", says: "pages of 13") {
            asked, ask in
            let found = try ask(asked.query)
            guard let position = asked.position, let order = asked.query.orders.first else {
                return found
            }
            return found.filter { $0.record.first(of: order.path) != position.values.first }
        },
        .answers("M181 null is behind no position", "PAG-05/nulls", says: "pages of") {
            asked, ask in
            let found = try ask(asked.query)
            guard asked.position != nil, let order = asked.query.orders.first else { return found }
            return found.filter { $0.record.first(of: order.path) != .null }
        },
        .answers("M179 nothing is behind a deleted record", "PAG-04/deleted", says: "the pages") {
            asked, ask in
            guard let position = asked.position else { return try ask(asked.query) }
            let isThere = try !ask(Query()).filter { $0.key == position.key }.isEmpty
            return isThere ? try ask(asked.query) : []
        },
        .answers("M182 a full page is never the last", "PAG-09/exact", says: "the pages of") {
            asked, ask in
            let found = try ask(asked.query)
            return found + found.suffix(1)
        },
        .answers("M177 a position is a number", "PAG-02/changes-behind", says: "the pages of") {
            asked, ask in
            let found = try ask(asked.query)
            guard let position = asked.position else { return found }
            // As many records are left out as stood before the position at first.
            let passed = found.firstIndex { $0.key == position.key } ?? 0
            return Array(found.dropFirst(passed + passed / 8 + 1))
        },
    ]
}
