/// What clients did with some keys, and what they were told. Each value is written once.
struct History: Sendable {
    /// What a key holds.
    enum Kind: Sendable {
        /// A list: to write a value is to append it, and whoever reads gets all of them.
        case lists
        /// The last value.
        case registers
    }

    /// A step of a transaction.
    enum Operation: Hashable, Sendable {
        /// The key was read, and held these values: at most one, if it is a register.
        case read(Int, [Int])
        /// The value was written under the key.
        case write(Int, Int)
    }

    /// A transaction, from the first moment at which it may have had an effect to the last one.
    struct Transaction: Sendable {
        let client: Int
        let operations: [Operation]
        /// Whether it committed; otherwise it was rolled back.
        let hasCommitted: Bool
        /// When it began and ended, on a clock that all clients share. No two events have one time.
        let begin: Int
        let end: Int
    }

    let kind: Kind
    var transactions: [Transaction]
}

extension History.Transaction {
    /// The values that were written under a key, in that order.
    func writes(to key: Int) -> [Int] {
        operations.compactMap { operation in
            guard case .write(key, let value) = operation else { return nil }
            return value
        }
    }
}

extension History {
    /// A value under a key.
    struct Version: Hashable, Sendable {
        let key: Int
        let value: Int
    }

    /// The numbers of the transactions that wrote the values, those that were rolled back included.
    var writers: [Version: Int] {
        var writers: [Version: Int] = [:]
        for (number, transaction) in transactions.enumerated() {
            for case .write(let key, let value) in transaction.operations {
                let version = Version(key: key, value: value)
                precondition(writers[version] == nil, "\(value) is written to \(key) twice")
                writers[version] = number
            }
        }
        return writers
    }
}

extension History {
    /// A transaction in words, by its number.
    func words(_ number: Int) -> String {
        let transaction = transactions[number]
        let operations = transaction.operations.map { operation in
            switch operation {
            case .read(let key, let values): "reads key \(key) = \(values)"
            case .write(let key, let value):
                kind == .lists ? "appends \(value) to key \(key)" : "writes key \(key) = \(value)"
            }
        }
        let end = transaction.hasCommitted ? "" : ", rolled back"
        return "T\(number) of client \(transaction.client): "
            + operations.joined(separator: ", ") + end
    }
}
