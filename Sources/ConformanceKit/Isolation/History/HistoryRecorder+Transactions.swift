import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// One transaction of a client.
extension HistoryRecorder {
    /// What a transaction had done when it rolled back.
    private struct RolledBack: Error {
        let operations: [History.Operation]
    }

    func run(_ plan: HistoryPlan, of client: Int, on database: Database) async throws {
        let begin = clock.tick()
        let outcome: Result<[History.Operation], any Error>
        do {
            outcome = .success(
                plan.isWriting
                    ? try await database.write { try perform(plan, in: $0) }
                    : try await database.read { try perform(plan, in: $0) })
        } catch {
            outcome = .failure(error)
        }
        try note(plan, of: client, outcome, since: begin)
    }

    func run(_ plan: HistoryPlan, of client: Int, on database: Database) throws {
        let begin = clock.tick()
        let outcome = Result {
            plan.isWriting
                ? try database.write { try perform(plan, in: $0) }
                : try database.read { try perform(plan, in: $0) }
        }
        try note(plan, of: client, outcome, since: begin)
    }

    private func note(
        _ plan: HistoryPlan, of client: Int, _ outcome: Result<[History.Operation], any Error>,
        since begin: Int
    ) throws {
        var operations: [History.Operation]
        var hasCommitted = false
        do {
            operations = try outcome.get()
            hasCommitted = true
        } catch let error as RolledBack {
            operations = error.operations
        } catch let error as StorageError where [.busy, .conflict].contains(error.code) {
            operations = plan.operations.compactMap { operation in
                operation.value.map { .write(operation.key, $0) }
            }
        }
        let transaction = History.Transaction(
            client: client, operations: operations, hasCommitted: hasCommitted, begin: begin,
            end: clock.tick())
        recorded.update { $0.append(transaction) }
    }

    private func perform(
        _ plan: HistoryPlan, in transaction: borrowing ReadTransaction
    ) throws -> [History.Operation] {
        var done: [History.Operation] = []
        for operation in plan.operations {
            done.append(.read(operation.key, try transaction.values(operation.key, collection)))
            _ = sched_yield()
        }
        return done
    }

    private func perform(
        _ plan: HistoryPlan, in transaction: borrowing WriteTransaction
    ) throws -> [History.Operation] {
        var done: [History.Operation] = []
        for operation in plan.operations {
            let values = try transaction.values(operation.key, collection)
            if let value = operation.value {
                let kept = kind == .lists ? values + [value] : [value]
                try transaction.put(
                    ["v": .array(kept.map { .integer($0) })], key: try Key(operation.key),
                    in: collection)
                done.append(.write(operation.key, value))
            } else {
                done.append(.read(operation.key, values))
            }
            // The others get their turn now, so that transactions overlap.
            _ = sched_yield()
        }
        if plan.isRolledBack { throw RolledBack(operations: done) }
        return done
    }
}

extension TransactionReader where Self: ~Copyable {
    /// The values under a key: of a list all of them, of a register the only one.
    fileprivate borrowing func values(_ key: Int, _ collection: String) throws -> [Int] {
        guard case .array(let elements) = try record(try Key(key), in: collection)?.value(of: "v")
        else { return [] }
        return elements.compactMap { element in
            guard case .int(let value) = element else { return nil }
            return Int(value)
        }
    }
}
