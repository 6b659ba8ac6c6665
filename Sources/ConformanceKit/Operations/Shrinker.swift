import StorageCore

/// Finds a short list of operations that goes wrong as a long one does.
///
/// It leaves out half of the list, a quarter, and so on down to single operations; then it makes
/// what is left simpler. Each attempt runs on a fresh storage. What it finds follows from the list
/// alone if the storage does the same each time.
struct Shrinker {
    /// Runs a list on a fresh storage.
    typealias Attempt = (OperationList) throws -> OperationList.Breach?

    /// The shortest list that was found.
    private(set) var list: OperationList

    /// How it goes wrong.
    private(set) var failure: CheckFailure

    /// Whether the list went wrong when it was run a second time.
    private(set) var isRepeatable = true

    /// How many lists were tried.
    private(set) var tries = 0

    private let attempt: Attempt
    private var operationsLeft = maximumOperations

    /// Attempts end when so many lists were tried, or so many operations done.
    private static let maximumTries = 2_000
    private static let maximumOperations = 100_000
    private static let maximumLines = 300

    /// Shrinks a list that goes wrong. One that does not go wrong again stays as it is.
    init(
        _ list: OperationList, _ breach: OperationList.Breach, attempt: @escaping Attempt
    ) throws {
        self.list = OperationList(Array(list.operations.prefix(breach.count)))
        failure = breach.failure
        self.attempt = attempt
        guard try goesWrong(self.list) || goesWrong(list) else {
            self.list = list
            isRepeatable = false
            return
        }
        repeat {
            try leaveOut()
        } while try leaveOutPair() || simplify()
    }

    /// What came of it, for the failure.
    var summary: String {
        isRepeatable
            ? "of which \(list.operations.count) were left after \(tries) tries"
            : "which did not fail again"
    }

    /// The list as Swift, unless it is too long for anyone to paste it.
    var snippet: String? {
        isRepeatable && list.operations.count <= Self.maximumLines ? list.snippet : nil
    }

    /// Whether attempts are left.
    private var goesOn: Bool { tries < Self.maximumTries && operationsLeft > 0 }

    /// Tries a list, and takes it if it goes wrong.
    private mutating func goesWrong(_ candidate: OperationList) throws -> Bool {
        tries += 1
        operationsLeft -= candidate.operations.count + 1
        guard let breach = try attempt(candidate) else { return false }
        list = OperationList(Array(candidate.operations.prefix(breach.count)))
        failure = breach.failure
        return true
    }

    /// Leaves out what the failure does not need.
    private mutating func leaveOut() throws {
        var size = max(list.operations.count / 2, 1)
        while goesOn {
            let before = list.operations.count
            // From the end on: what was cut away there is not looked at again.
            var end = list.operations.count
            while end > 0, goesOn {
                let start = max(0, end - size)
                var fewer = list
                fewer.operations.removeSubrange(start..<end)
                _ = try goesWrong(fewer)
                end = min(start, list.operations.count)
            }
            if size > 1 {
                size /= 2
            } else if list.operations.count == before {
                return
            }
        }
    }

    /// Leaves out a beginning and an end, one of which could not do without the other. Returns
    /// whether there was such a pair.
    private mutating func leaveOutPair() throws -> Bool {
        let places = list.operations.indices.filter { list.operations[$0].isBoundary }
        for (number, first) in places.enumerated() {
            for second in places.dropFirst(number + 1) where goesOn {
                var fewer = list
                fewer.operations.remove(at: second)
                fewer.operations.remove(at: first)
                if try goesWrong(fewer) { return true }
            }
        }
        return false
    }

    /// Makes operations simpler one by one. Returns whether anything was made so.
    private mutating func simplify() throws -> Bool {
        var hasChanged = false
        search: while goesOn {
            for candidate in list.simpler where goesOn {
                guard try goesWrong(candidate) else { continue }
                hasChanged = true
                continue search
            }
            break
        }
        return hasChanged
    }
}

extension OperationList.Operation {
    /// Whether it begins or ends a transaction, a savepoint or a snapshot.
    fileprivate var isBoundary: Bool {
        switch self {
        case .begin, .commit, .rollBack, .savepoint, .release, .rollBackToSavepoint,
            .openSnapshot, .closeSnapshot:
            true
        default: false
        }
    }
}
