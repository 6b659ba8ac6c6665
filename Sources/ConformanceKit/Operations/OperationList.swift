public import StorageCore

/// Work on a storage as data: a model says what each answer has to be.
///
/// Any operations in any order are a list. One that means nothing where it stands, such as a commit
/// outside of a transaction, is passed over, and what is open at the end is closed there: so a list
/// of which a part is left out is a list again, which is what it takes to find a short one that
/// fails.
///
/// A failure of a check that runs lists prints one that can be pasted into a test:
///
/// ```swift
/// try OperationList([
///     .put(Key(1), ["n": 1], in: "a"),
///     .get(Key(1), in: "a"),
/// ]).verify(on: suite)
/// ```
public struct OperationList: Hashable, Sendable {
    /// What is done, in order.
    public var operations: [Operation]

    /// Makes a list.
    public init(_ operations: [Operation]) {
        self.operations = operations
    }

    /// Something that is done. Outside of a transaction, what reads or writes has one of its own.
    public enum Operation: Hashable, Sendable {
        /// Begins a writing transaction, which lasts until it is committed or rolled back.
        case begin
        /// Commits the writing transaction.
        case commit
        /// Ends the writing transaction with an error, so that nothing of it is kept.
        case rollBack
        /// Begins a savepoint in the transaction, or in the savepoint at hand.
        case savepoint
        /// Ends the innermost savepoint and keeps what was done in it.
        case release
        /// Ends the innermost savepoint with an error, so that nothing of it is kept.
        case rollBackToSavepoint
        /// Takes a snapshot that stays open while the work goes on, unless readers and the writer
        /// of the storage wait for each other.
        case openSnapshot
        /// Ends the latest snapshot.
        case closeSnapshot
        /// Closes the storage and opens it again, if it is persistent.
        case reopen

        /// Creates a collection, or adds what is declared anew.
        case prepare(CollectionSchema)
        /// Keeps a record.
        case put(Key, Record, in: String)
        /// Deletes a record.
        case delete(Key, in: String)
        /// Deletes the records of a stretch of keys.
        case deleteRange(Stretch, in: String)
        /// Deletes the records that a query asks for.
        case deleteWhere(Query, in: String)
        /// Sets a field of the records that a query asks for.
        case update(Query, set: String, to: Value, in: String)
        /// Creates an index, and the collection if it is missing.
        case createIndex(IndexSchema, in: String)
        /// Drops an index.
        case dropIndex(String, in: String)

        /// Reads a record.
        case get(Key, in: String)
        /// Counts the records of a stretch of keys.
        case count(Stretch, in: String)
        /// Reads the first records of a stretch of keys, from either end.
        case scan(Stretch, reversed: Bool, limit: Int?, in: String)
        /// Reads and counts the records that a query asks for.
        case find(Query, in: String)
        /// Reads everything: what is there now, and in each open snapshot what was there then.
        case look
    }
}

/// A stretch of keys, in words that a model understands without the bytes of keys.
public enum Stretch: Hashable, Sendable {
    /// Every key.
    case all
    /// The keys between two bounds.
    case between(Lower, Upper)
    /// The keys that begin with the components of another one, itself included.
    case startingWith(Key)
    /// The keys whose first component is a string that begins so.
    case stringPrefix(String)

    /// Where a stretch begins.
    public enum Lower: Hashable, Sendable {
        /// With the first key of all.
        case open
        /// With this key.
        case from(Key)
        /// Behind this key.
        case after(Key)
    }

    /// Where a stretch ends.
    public enum Upper: Hashable, Sendable {
        /// With the last key of all.
        case open
        /// With this key.
        case through(Key)
        /// Before this key.
        case until(Key)
    }

    /// The stretch as a storage is asked for it.
    var range: KeyRange {
        switch self {
        case .all: .all
        case .between(let lower, let upper):
            KeyRange(
                from: lower.included, after: lower.excluded, through: upper.included,
                until: upper.excluded)
        case .startingWith(let key): KeyRange(startingWith: key)
        case .stringPrefix(let prefix): KeyRange(stringPrefix: prefix)
        }
    }
}

extension Stretch.Lower {
    fileprivate var included: Key? { if case .from(let key) = self { key } else { nil } }
    fileprivate var excluded: Key? { if case .after(let key) = self { key } else { nil } }
}

extension Stretch.Upper {
    fileprivate var included: Key? { if case .through(let key) = self { key } else { nil } }
    fileprivate var excluded: Key? { if case .until(let key) = self { key } else { nil } }
}
