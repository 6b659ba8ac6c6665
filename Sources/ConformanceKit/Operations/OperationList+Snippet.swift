import StorageCore

extension OperationList {
    /// The list as Swift that a user can paste into a test. `suite` stands for the harness there.
    var snippet: String {
        let lines = operations.map { "    \($0.source),\n" }.joined()
        return "try OperationList([\n\(lines)]).verify(on: suite)"
    }
}

extension OperationList.Operation {
    /// The operation as Swift, cut where it is long.
    var summary: String {
        let source = source
        return source.count <= 160 ? source : source.prefix(140) + "…"
    }

    /// The operation as Swift.
    var source: String {
        switch self {
        case .begin: ".begin"
        case .commit: ".commit"
        case .rollBack: ".rollBack"
        case .savepoint: ".savepoint"
        case .release: ".release"
        case .rollBackToSavepoint: ".rollBackToSavepoint"
        case .openSnapshot: ".openSnapshot"
        case .closeSnapshot: ".closeSnapshot"
        case .reopen: ".reopen"
        case .look: ".look"
        case .prepare(let schema): ".prepare(\(schema.source))"
        case .put(let key, let record, let name):
            ".put(\(key.source), \(record.source), in: \(name.source))"
        case .delete(let key, let name): ".delete(\(key.source), in: \(name.source))"
        case .deleteRange(let stretch, let name):
            ".deleteRange(\(stretch.source), in: \(name.source))"
        case .deleteWhere(let query, let name):
            ".deleteWhere(\(query.source), in: \(name.source))"
        case .update(let query, let field, let value, let name):
            ".update(\(query.source), set: \(field.source), to: \(value.source), in: \(name.source))"
        case .createIndex(let index, let name):
            ".createIndex(\(index.source), in: \(name.source))"
        case .dropIndex(let index, let name):
            ".dropIndex(\(index.source), in: \(name.source))"
        case .get(let key, let name): ".get(\(key.source), in: \(name.source))"
        case .count(let stretch, let name): ".count(\(stretch.source), in: \(name.source))"
        case .scan(let stretch, let reversed, let limit, let name):
            ".scan(\(stretch.source), reversed: \(reversed), "
                + "limit: \(limit.map { String($0) } ?? "nil"), in: \(name.source))"
        case .find(let query, let name): ".find(\(query.source), in: \(name.source))"
        }
    }
}

extension Stretch {
    /// The stretch as Swift.
    var source: String {
        switch self {
        case .all: ".all"
        case .between(let lower, let upper): ".between(\(lower.source), \(upper.source))"
        case .startingWith(let key): ".startingWith(\(key.source))"
        case .stringPrefix(let prefix): ".stringPrefix(\(prefix.source))"
        }
    }
}

extension Stretch.Lower {
    fileprivate var source: String {
        switch self {
        case .open: ".open"
        case .from(let key): ".from(\(key.source))"
        case .after(let key): ".after(\(key.source))"
        }
    }
}

extension Stretch.Upper {
    fileprivate var source: String {
        switch self {
        case .open: ".open"
        case .through(let key): ".through(\(key.source))"
        case .until(let key): ".until(\(key.source))"
        }
    }
}
