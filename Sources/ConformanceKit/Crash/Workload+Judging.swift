import StorageCore

extension Workload {
    /// Fails unless the database is sound and holds what it held after one of the commits in
    /// `allowed`.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - allowed: The numbers of the commits.
    ///   - subject: What the database is, for failures.
    ///   - isVerified: Whether to look for damage, too.
    /// - Returns: The number of that commit; 0 if there was none.
    /// - Throws: ``CheckFailure`` as said, or the error of the storage.
    @discardableResult
    func judge(
        _ database: Database, allowed: ClosedRange<Int>, _ subject: String, isVerified: Bool = true
    ) throws -> Int {
        if isVerified {
            try expectEqual(try database.verify(), [], "\(subject): the findings of the check")
        }
        let found = try database.read { transaction in
            let collections = try transaction.collections()
            guard !collections.isEmpty else { return 0 }
            try expectEqual(collections, try Self.schemas(), "\(subject): the collections")
            let found = try Self.commits(transaction, subject)
            try expect(
                allowed.contains(found), subject,
                Self.description(allowed), got: "what was there after commit \(found)")
            try expectContent(transaction, after: found, subject)
            return found
        }
        try expect(
            allowed.contains(found), subject, Self.description(allowed),
            got: found == 0 ? "no collection" : "what was there after commit \(found)")
        return found
    }

    private static func description(_ allowed: ClosedRange<Int>) -> String {
        allowed.count == 1
            ? "what was there after commit \(allowed.lowerBound)"
            : "what was there after one of the commits \(allowed.lowerBound) to "
                + "\(allowed.upperBound)"
    }

    /// How many commits there were, as the storage says itself.
    private static func commits(
        _ transaction: borrowing ReadTransaction, _ subject: String
    ) throws -> Int {
        guard let record = try transaction.record(try Key(marker), in: plain) else { return 1 }
        guard case .int(let number)? = try record.value(of: "n") else {
            throw CheckFailure(
                "\(subject): the number of commits", expected: "a number", got: readable(record))
        }
        return Int(number)
    }

    /// Fails unless the collections and what their indexes find are those of a state.
    private func expectContent(
        _ transaction: borrowing ReadTransaction, after number: Int, _ subject: String
    ) throws {
        let state = try state(after: number)
        for collection in [Self.people, Self.plain] {
            try expectEqual(
                try transaction.entries(in: collection), state[collection].items.map(\.entry),
                "\(subject): '\(collection)' after commit \(number)")
        }
        let people = state[Self.people].items.map(\.entry)
        try expectEqual(
            try transaction.count(in: Self.people), people.count,
            "\(subject): the count of '\(Self.people)'")
        for group in 0..<5 {
            let expected = try people.filter { try $0.record.value(of: "group") == .integer(group) }
            try expectEqual(
                try transaction.records(
                    Query(where: .compare("group", .equal, .integer(group))), in: Self.people
                ).map(\.key), expected.map(\.key),
                "\(subject): what the index on 'group' finds for \(group)")
        }
        for entry in people.prefix(5) {
            guard let code = try entry.record.value(of: "code") else { continue }
            try expectEqual(
                try transaction.records(
                    Query(where: .compare("code", .equal, code)), in: Self.people
                ).map(\.key), [entry.key], "\(subject): what the index on 'code' finds")
        }
    }
}
