import Foundation
import SeededNumbers
import Testing

@testable import SQLiteBackend
@testable import StorageCore

/// What a collection has, and what `StorageCore` says that queries find in it.
struct QueryModel {
    let driver: any QueryDriver
    let handle: CollectionHandle
    let entries: [Key: Record]
    /// The entries that the engine has to leave out, by their definition.
    private var odd: Set<Key> = []

    init(_ driver: any QueryDriver, _ handle: CollectionHandle, _ entries: [Key: Record]) throws {
        self.driver = driver
        self.handle = handle
        self.entries = entries
        for (key, record) in entries {
            for field in QueryGenerator.fields {
                guard let value = try record.value(of: field.name), value != nil else { continue }
                if !value.isKept(by: field.kind) { odd.insert(key) }
            }
        }
    }

    func checkExceptions() throws {
        var found: [Key] = []
        try driver.exceptions(in: handle) { key, record in
            let key = Key(trusted: key.copy)
            found.append(key)
            return record.copy == entries[key]?.bytes
        }
        #expect(found == odd.sorted())
        #expect(!found.isEmpty)
    }

    /// Whether the engine accepted some of the query, and answered it as it should.
    func check(_ query: EngineQuery, _ generator: inout QueryGenerator) throws -> Bool {
        guard let part = try driver.part(of: query, in: handle) else { return false }
        try #require(part.conditions.allSatisfy(query.conditions.contains))
        try #require(part.order == nil || part.order == query.order)
        let isWhole = part.conditions == query.conditions && part.order == query.order
        try #require(part.limit == (isWhole ? query.limit : nil))
        try #require(part.position == (part.order == nil ? nil : query.position))
        var expected = try answer(part)
        try #require(try driver.count(part, in: handle) == expected.count, "\(part)")
        if let limit = part.limit, part.order != nil { expected = Array(expected.prefix(limit)) }
        let fields = generator.chance(20) ? [generator.pick(["b", "i", "s", "m"]), "d"] : nil
        var found: [Key] = []
        try driver.select(part, fields: fields, in: handle) { key, record in
            let (key, record) = (Key(trusted: key.copy), Record(trusted: record.copy))
            found.append(key)
            let whole = try #require(entries[key])
            for field in fields ?? [] {
                try #require(try record.value(of: field) == whole.value(of: field))
            }
            if fields == nil { try #require(record == whole) }
            return true
        }
        if part.order == nil {
            expected.sort()
            found.sort()
            if let limit = part.limit {
                // Any will do.
                try #require(found.count == min(limit, expected.count))
                expected.removeAll { !found.contains($0) }
            }
        }
        let plan = try driver.explain(part, in: handle)
        try #require(found == expected, "\(part)\n\(plan)")
        return !part.conditions.isEmpty || part.order?.parts.isEmpty == false
    }

    private func answer(_ query: EngineQuery) throws -> [Key] {
        let filter = try CompiledFilter(.and(query.conditions))
        let order = OrderKeys(query.order ?? EngineOrder([]))
        let start = try query.position.map { try order.place(of: $0) }
        var scratch = filter.makeScratch()
        var places: [OrderPlace] = []
        for (key, record) in entries where !odd.contains(key) {
            let (key, record) = (key.bytes, record.bytes)
            guard try filter.matches(key.span, record.span, &scratch) else { continue }
            let place = try order.place(of: record.span, key.span)
            if let start, !order.precedes(start, place) { continue }
            places.append(place)
        }
        return places.sorted { order.precedes($0, $1) }.map { Key(trusted: $0.key) }
    }
}

extension Value {
    /// Whether a column of a kind keeps the value.
    fileprivate func isKept(by kind: FieldKind) -> Bool {
        switch (kind, self) {
        case (.bool, .bool), (.int, .int), (.string, .string), (.bytes, .bytes), (.uuid, .uuid):
            true
        case (.double, .double(let value)): !value.isNaN && value.bitPattern != 1 << 63
        case (.decimal, .decimal(let value)): !value.isNaN
        case (.date, .date(let value)):
            !value.timeIntervalSinceReferenceDate.isNaN
                && value.timeIntervalSinceReferenceDate.bitPattern != 1 << 63
        default: false
        }
    }
}

/// What a query finds, in one piece and page by page, or why it is refused.
struct Answer: Equatable {
    private var entries: [Key] = []
    private var records: [Record] = []
    private var count = 0
    private var error: StorageError.Code?

    init(_ query: Query, _ database: Database) throws {
        do {
            (entries, records, count) = try database.read { tx in
                let found = try tx.records(query, in: "c")
                let count = try tx.count(where: query.filter, in: "c")
                return (found.map(\.key), found.map(\.record), count)
            }
            let pages = try Self.pages(query, database)
            if query.limit == nil, query.offset == 0 {
                try #require(pages == entries, "\(query)")
            } else {
                try #require(pages.starts(with: entries), "\(query)")
            }
        } catch let error as StorageError {
            self.error = error.code
        }
    }

    /// The keys of all pages of a query from its offset on, which are read in both directions.
    private static func pages(_ query: Query, _ database: Database) throws -> [Key] {
        try database.read { tx in
            var keys: [Key] = []
            var query = query
            query.limit = 7
            var backwards: [Key] = []
            while true {
                let page = try tx.page(query, in: "c")
                keys += page.elements.map(\.key)
                guard let next = page.next else {
                    backwards = page.elements.map(\.key)
                    var previous = page.previous
                    while let cursor = previous {
                        query.position = .before(cursor)
                        let page = try tx.page(query, in: "c")
                        backwards = page.elements.map(\.key) + backwards
                        previous = page.previous
                    }
                    break
                }
                query.position = .after(next)
                query.offset = 0
            }
            try #require(backwards.suffix(keys.count) == keys[...], "\(query)")
            return keys
        }
    }
}

extension QueryGenerator {
    mutating func engineQuery(_ key: [KeyKind]?) throws -> EngineQuery {
        let conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            filter(3, key: key)
        }
        var query = EngineQuery(conditions)
        if chance(60) {
            let order = EngineOrder(order(), keyDescending: chance(30))
            query.order = order
            if chance(60) {
                query.position = EnginePosition(
                    values: order.parts.map { part in
                        let kind = Self.fields.first { part.path == FieldPath([$0.name]) }?.kind
                        return chance(15) ? nil : value(chance(80) ? kind ?? .int : .string)
                    }, key: try self.key(chance(90) ? key : [.uuid]))
            }
        }
        if chance(40) { query.limit = Int.random(in: 0...20, using: &random) }
        return query
    }

    mutating func query(_ key: [KeyKind]?) -> Query {
        Query(
            where: filter(3, key: key), orderedBy: order(),
            limit: chance(40) ? Int.random(in: 0...20, using: &random) : nil,
            offset: chance(20) ? 3 : 0)
    }
}
