import StorageCore

/// Does the work of a list on a storage and on a model, and compares every answer.
struct OperationRun {
    private let operations: [OperationList.Operation]
    private let context: CheckContext
    private var model = Model()
    /// Where in the list the run is.
    private(set) var position = 0

    /// What snapshots are taken with: a database can read in one transaction at a time.
    private var readers: [Database] = []

    private static let maximumSnapshots = 3
    private static let maximumSavepoints = 8

    /// Prepares a run on a context whose storage is fresh.
    init(_ list: OperationList, in context: CheckContext) {
        operations = list.operations
        self.context = context
    }

    /// Does the work, and compares all there is when it is done, and again when the storage was
    /// opened again.
    ///
    /// - Throws: ``CheckFailure`` for an answer that the model does not give, and for an error that
    ///   it does not expect.
    mutating func run() throws {
        // Some storages tell the writer and readers to wait for each other.
        if try context.storage.capabilities.contains(.concurrentReads) {
            for _ in 0..<Self.maximumSnapshots { readers.append(Database(try context.storage)) }
        }
        try runOutside(snapshots: 0) { _ in }
        try lookAround("at the end")
        guard try context.isPersistent else { return }
        try reopen()
        try lookAround("at the end, opened again")
    }

    private var next: OperationList.Operation? {
        position < operations.count ? operations[position] : nil
    }

    /// What failures call the present operation.
    private var place: String {
        guard let next else { return "at the end" }
        return "operation \(position + 1) of \(operations.count), \(next.summary)"
    }

    /// Does what stands outside of writing transactions, up to the end of the snapshot at hand. What
    /// is given as `look` compares the open snapshots with what was there when they were taken.
    private mutating func runOutside(
        snapshots: Int, _ look: (_ place: String) throws -> Void
    ) throws {
        while let operation = next {
            switch operation {
            case .begin: try runTransaction(look)
            case .openSnapshot where snapshots < readers.count:
                try runSnapshot(snapshots, look)
            case .closeSnapshot where snapshots > 0:
                position += 1
                return
            // Snapshots end before the storage does.
            case .reopen where snapshots > 0: return
            case .reopen: try reopen()
            case .look: try lookAround(place, look)
            default: try runAlone(operation)
            }
            position += 1
        }
    }

    private mutating func reopen() throws {
        guard try context.isPersistent else { return }
        let count = readers.count
        readers = []
        try expectSuccess(place) { try context.reopen() }
        for _ in 0..<count { readers.append(Database(try context.storage)) }
    }

    private mutating func runSnapshot(
        _ number: Int, _ look: (_ place: String) throws -> Void
    ) throws {
        let seen = model
        try readers[number].read { transaction in
            position += 1
            try runOutside(snapshots: number + 1) { place in
                try look(place)
                try seen.expectSame(in: transaction, "\(place): snapshot \(number + 1)")
            }
            // The caller goes on behind the end of the snapshot.
            position -= 1
        }
    }

    private mutating func runTransaction(_ look: (_ place: String) throws -> Void) throws {
        let before = model
        do {
            try context.database.write { transaction in
                position += 1
                guard try runInside(&transaction, savepoints: 0, look) else { throw Stop() }
            }
        } catch is Stop {
            model = before
        } catch let error as StorageError {
            throw error.failure(at: "the commit before \(place)")
        }
    }

    /// Does what stands in a transaction or a savepoint, and returns whether it is to be kept.
    ///
    /// The operation that ended it is the present one then, if it ends no other.
    private mutating func runInside(
        _ transaction: inout WriteTransaction, savepoints: Int,
        _ look: (_ place: String) throws -> Void
    ) throws -> Bool {
        while let operation = next {
            switch operation {
            case .commit where savepoints == 0: return true
            case .rollBack where savepoints == 0: return false
            // They end all that is open, which goes on from the operation before.
            case .commit, .rollBack, .reopen:
                position -= 1
                return true
            case .release where savepoints > 0: return true
            case .rollBackToSavepoint where savepoints > 0: return false
            case .savepoint where savepoints < Self.maximumSavepoints:
                try runSavepoint(in: &transaction, savepoints, look)
            case .look:
                try look(place)
                try model.expectSame(in: transaction, place)
            default: try step(operation, in: transaction)
            }
            position += 1
        }
        return true
    }

    private mutating func runSavepoint(
        in transaction: inout WriteTransaction, _ savepoints: Int,
        _ look: (_ place: String) throws -> Void
    ) throws {
        let before = model
        do {
            try transaction.savepoint { transaction in
                position += 1
                guard try runInside(&transaction, savepoints: savepoints + 1, look) else {
                    throw Stop()
                }
            }
        } catch is Stop {
            model = before
        } catch let error as StorageError {
            throw error.failure(at: place)
        }
    }
}

extension OperationRun {
    /// Compares all there is now, and then what the snapshots see.
    private func lookAround(
        _ place: String, _ look: (_ place: String) throws -> Void = { _ in }
    ) throws {
        try context.database.read { try model.expectSame(in: $0, place) }
        try look(place)
    }

    /// Does an operation in a transaction of its own.
    private mutating func runAlone(_ operation: OperationList.Operation) throws {
        if operation.isReading {
            let step = OperationStep(operation, place)
            try context.database.read { try step.read($0, model) }
        } else if operation.isWriting {
            let before = model
            do {
                try context.database.write { try step(operation, in: $0) }
            } catch let error as StorageError {
                model = before
                throw error.failure(at: "\(place), which is a transaction of its own")
            }
        }
    }

    private mutating func step(
        _ operation: OperationList.Operation, in transaction: borrowing WriteTransaction
    ) throws {
        let step = OperationStep(operation, place)
        if operation.isReading {
            try step.read(transaction, model)
        } else {
            try step.write(transaction, &model)
        }
    }
}

extension OperationList.Operation {
    /// Whether it asks for records.
    var isReading: Bool {
        switch self {
        case .get, .count, .scan, .find: true
        default: false
        }
    }

    /// Whether it changes records, collections or indexes.
    var isWriting: Bool {
        switch self {
        case .prepare, .put, .delete, .deleteRange, .deleteWhere, .update, .createIndex,
            .dropIndex:
            true
        default: false
        }
    }
}

extension StorageError {
    /// The error as a failure, where the model expects none.
    func failure(at place: String) -> CheckFailure {
        CheckFailure(place, expected: "no error", got: context)
    }
}
