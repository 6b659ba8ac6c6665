import StorageCore

extension CallLog {
    /// The last calls as Swift, a line each: what a program does over a database to have the storage
    /// called so. What has no such form stands in a comment.
    ///
    /// Where transactions run at the same time, it is said which one a line is of.
    var lines: [String] {
        var lines: [String] = []
        var open: [(transaction: Int, depth: Int)] = []
        for entry in entries {
            let number = entry.transaction
            let place = open.firstIndex { $0.transaction == number } ?? open.count
            if place == open.count {
                open.append((number, entry.call.isBeginning ? 0 : 1))
                if !entry.call.isBeginning {
                    lines.append("// Transaction \(number) had begun before.")
                }
            }
            let isAlone = open.count == 1
            open[place].depth += entry.call.step.before
            lines.append(entry.line(depth: open[place].depth, isAlone: isAlone))
            open[place].depth += entry.call.step.after
            if entry.call.isEnd { open.remove(at: place) }
        }
        return lines
    }
}

extension CallLog.Entry {
    fileprivate func line(depth: Int, isAlone: Bool) -> String {
        let database = storage == 1 ? "database" : "database\(storage)"
        let indentation = String(repeating: "    ", count: max(depth, 0))
        return indentation + call.source(database)
            + (isAlone ? "" : "  // transaction \(transaction)")
    }
}

extension StorageCall {
    fileprivate var isBeginning: Bool {
        switch self {
        case .beginRead, .beginWrite: true
        default: false
        }
    }

    fileprivate var isEnd: Bool {
        switch self {
        case .endRead, .commit, .rollBack: true
        default: false
        }
    }

    /// How many steps further to the right it stands than what was before it, and what comes after
    /// it than itself.
    fileprivate var step: (before: Int, after: Int) {
        switch self {
        case .beginRead, .beginWrite, .savepoint: (0, 1)
        case .endRead, .commit, .rollBack, .releaseSavepoint, .rollBackToSavepoint: (-1, 0)
        default: (0, 0)
        }
    }

    fileprivate func source(_ database: String) -> String {
        switch self {
        case .beginRead: "try \(database).read { transaction in"
        case .beginWrite: "try \(database).write { transaction in"
        case .savepoint: "try transaction.savepoint { transaction in"
        case .endRead, .commit, .releaseSavepoint: "}"
        case .rollBack, .rollBackToSavepoint: "}  // rolled back"
        case .get, .scan, .count, .select, .countMatching: "_ = try transaction.\(operation)"
        default: "try transaction.\(operation)"
        }
    }

    private var operation: String {
        switch self {
        case .prepare(let schema): "prepare(\(schema.source))"
        case .put(let record, let key, let condition, let name):
            "put(\(record.source), key: \(Key(trusted: key).source), in: \(name.source))"
                + (condition == .always ? "" : "  // if \(condition)")
        case .delete(let key, let name):
            "delete(\(Key(trusted: key).source), in: \(name.source))"
        case .deleteRange(let range, let name): "delete(\(range.source), in: \(name.source))"
        case .createIndex(let index, let name):
            "createIndex(\(index.source), in: \(name.source))"
        case .dropIndex(let index, let name):
            "dropIndex(\(index.source), in: \(name.source))"
        case .get(let key, let name): "get(\(Key(trusted: key).source), in: \(name.source))"
        case .scan(let range, let reversed, let name):
            "records(\(range.source), in: \(name.source)\(reversed ? ", reversed: true" : ""))"
        case .count(let range, let name): "count(\(range.source), in: \(name.source))"
        case .select(let query, let name):
            "records(\(query.query.source), in: \(name.source))\(query.remark)"
        case .countMatching(let query, let name):
            "count(where: \(query.query.filter.source), in: \(name.source))"
        default: ""
        }
    }
}

extension EngineQuery {
    fileprivate var query: Query {
        var orders = order?.parts ?? []
        if order?.isKeyDescending == true { orders.append(.descending(.key)) }
        let filter = conditions.count == 1 ? conditions[0] : Filter.and(conditions)
        return Query(where: filter, orderedBy: orders, limit: limit)
    }

    fileprivate var remark: String {
        position.map { "  // behind \($0.values), \($0.key)" } ?? ""
    }
}

extension LoggedRecord {
    fileprivate var source: String {
        switch self {
        case .whole(let bytes): Record(trusted: bytes).source
        case .long(let size): "[:] /* \(size) bytes */"
        }
    }
}

extension KeyRange {
    /// The range as an expression, which throws. Bounds that are no keys stand in a comment.
    fileprivate var source: String {
        if self == .all { return ".all" }
        var parts: [String] = []
        if let lowerBound {
            parts.append(Self.bound(lowerBound, exactly: "from", justBehind: "after"))
        }
        if let upperBound {
            parts.append(Self.bound(upperBound, exactly: "until", justBehind: "through"))
        }
        return "KeyRange(\(parts.joined(separator: ", ")))"
    }

    private static func bound(
        _ bytes: [UInt8], exactly: String, justBehind: String
    ) -> String {
        if let key = Key(ifEncoded: bytes) { return "\(exactly): \(key.source)" }
        if bytes.last == 0, let key = Key(ifEncoded: bytes.dropLast()) {
            return "\(justBehind): \(key.source)"
        }
        return "/* \(exactly) \(readable(bytes)) */"
    }
}

extension Key {
    fileprivate init?(ifEncoded bytes: some Sequence<UInt8>) {
        do {
            try self.init(encoded: Array(bytes))
        } catch {
            return nil
        }
    }
}
