import StorageCore

extension TransactionReader where Self: ~Copyable {
    /// The keys of the records that a query asks for. An error is a failure of the check.
    borrowing func keys(
        _ query: Query, in collection: String = items, _ subject: String = ""
    ) throws -> [Key] {
        do {
            return try records(query, in: collection).map(\.key)
        } catch {
            throw error.asAnswer(to: query, in: collection, subject)
        }
    }

    /// A page of a query. An error is a failure of the check.
    private borrowing func pageAnswer(
        _ query: Query, in collection: String, _ subject: String
    ) throws -> Page<(key: Key, record: Record)> {
        do {
            return try page(query, in: collection)
        } catch {
            throw error.asAnswer(to: query, in: collection, subject)
        }
    }

    /// The number of records that a filter is true of. An error is a failure of the check.
    borrowing func countAnswer(
        _ filter: Filter, in collection: String = items, _ subject: String = ""
    ) throws -> Int {
        do {
            return try count(where: filter, in: collection)
        } catch {
            throw error.asAnswer(to: Query(where: filter), in: collection, subject)
        }
    }

    /// Fails unless a query is answered as the oracle answers it: the records, their order, and
    /// how many there are without limit and offset.
    borrowing func expectAnswer(
        _ query: Query, in collection: String = items, _ oracle: QueryOracle,
        _ subject: String = ""
    ) throws {
        guard let difference = try difference(query, in: collection, oracle) else { return }
        // The simplest query that is answered wrongly says the most.
        var (least, found) = (query, difference)
        search: while true {
            for simpler in least.simpler {
                guard let other = try self.difference(simpler, in: collection, oracle) else {
                    continue
                }
                (least, found) = (simpler, other)
                continue search
            }
            break
        }
        throw CheckFailure(
            subject + found.subject + (least == query ? "" : ", found as \(query.summary)"),
            expected: found.expected, got: found.got)
    }

    private borrowing func difference(
        _ query: Query, in collection: String, _ oracle: QueryOracle
    ) throws -> CheckFailure? {
        do {
            let plan = try explain(query, in: collection)
            try expectEqual(
                try keys(query, in: collection), try oracle.keys(query),
                "'\(collection)' \(query.summary), answered by [\(plan)]")
            try expectEqual(
                try countAnswer(query.filter, in: collection),
                try oracle.matching(query.filter).count,
                "the count of '\(collection)' where \(query.filter)")
            return nil
        } catch let failure as CheckFailure {
            return failure
        } catch let error as StorageError {
            return error.asAnswer(to: query, in: collection, "")
        }
    }

    /// Fails unless the records that a filter is true of and those that it is false of are all.
    borrowing func expectPartition(
        _ query: Query, by filter: Filter, in collection: String = items
    ) throws {
        let whole = Query(where: query.filter, orderedBy: query.orders)
        let parts = [filter, .not(filter)].map {
            Query(where: .and([query.filter, $0]), orderedBy: query.orders)
        }
        let found = try parts.map { try keys($0, in: collection) }
        try expectEqual(
            (found[0] + found[1]).sorted(), try keys(whole, in: collection).sorted(),
            "'\(collection)' \(whole.summary), divided by \(filter)")
        let counts = try parts.map { try countAnswer($0.filter, in: collection) }
        try expectEqual(
            counts, found.map(\.count),
            "the counts of '\(collection)' where \(query.filter), divided by \(filter)")
    }

    /// Fails unless the pages of a query, there and back, are what the oracle answers.
    borrowing func expectPages(
        _ query: Query, of size: Int, in collection: String = items, _ oracle: QueryOracle
    ) throws {
        let subject = "pages of \(size) of '\(collection)' \(query.summary)"
        let expected = try oracle.keys(query)
        var query = query
        query.limit = size
        var there: [Key] = []
        var previous: Cursor?
        for _ in 0...expected.count {
            let page = try pageAnswer(query, in: collection, subject)
            there += page.elements.map(\.key)
            previous = page.previous
            guard let next = page.next else { break }
            query.offset = 0
            query.position = .after(next)
        }
        try expectEqual(there, expected, subject)
        let last = expected.isEmpty ? 0 : (expected.count - 1) % size + 1
        var back = Array(expected.suffix(last))
        for _ in 0...expected.count {
            guard let cursor = previous else { break }
            query.position = .before(cursor)
            let page = try pageAnswer(query, in: collection, subject)
            back = page.elements.map(\.key) + back
            previous = page.previous
        }
        try expectEqual(back, expected, "\(subject), backwards")
    }
}

extension StorageError {
    /// The error as what is wrong with an answer.
    fileprivate func asAnswer(
        to query: Query, in collection: String, _ subject: String
    ) -> CheckFailure {
        CheckFailure(
            "\(subject.isEmpty ? "" : "\(subject): ")'\(collection)' \(query.summary)",
            expected: "an answer", got: context)
    }
}
