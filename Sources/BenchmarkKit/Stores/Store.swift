public import Foundation

/// An open store that workloads run on: one way of using one engine.
///
/// One thread at a time uses it.
public protocol Store: AnyObject, Sendable {
    /// Closes it. Nothing else is asked of it afterwards.
    func close() throws
}

/// A store whose single writes can be measured.
public protocol AppendingStore: Store {
    /// Inserts the person of a number in a durable transaction of its own.
    func insertOne(_ number: Int) throws
}

/// A store that has what it held when it was closed after it is opened again.
public protocol KeepingStore: Store {
    /// Reads one person, as the first thing after it was opened.
    func getFirst(_ id: Int64) throws -> UInt64
}

/// A store that takes part in all workloads.
///
/// Each call does the same work in all stores: what is read is decoded with all its fields and
/// added up, what is written is in the index too, and a transaction is as durable as the engine
/// makes it.
public protocol TableStore: AppendingStore, KeepingStore {
    /// Inserts all people of the plan in one transaction.
    func insertAll() throws
    /// Inserts the people of `numbers` in one durable transaction, each so that it could be taken
    /// back alone.
    func insertGroup(_ numbers: Range<Int>) throws
    /// Reads people, each in a transaction of its own.
    func getEach(_ ids: [Int64]) throws -> UInt64
    /// Reads people in one transaction.
    func getInside(_ ids: [Int64]) throws -> UInt64
    /// Reads all people, in the order of their ids.
    func scan() throws -> UInt64
    /// Reads the people with a score in a range, in the order of their scores.
    func range(_ scores: Range<Double>) throws -> UInt64
    /// Reads the people created before an instant, without an index.
    func filter(createdBefore instant: Date) throws -> UInt64
    /// Reads people, each in a transaction of its own; every twentieth is replaced instead, in a
    /// durable transaction.
    func mix(_ ids: [Int64]) throws -> UInt64
    /// Replaces the people of the plan that change, in one transaction.
    func update() throws
    /// Deletes people in one transaction.
    func delete(_ ids: [Int64]) throws
    /// The same store for another thread, which may use it at the same time.
    ///
    /// It is closed before this one.
    func sibling() throws -> any TableStore
}

/// A store that can be awaited.
public protocol AsyncStore: TableStore {
    /// Reads people, each in a transaction of its own.
    func getEachAsync(_ ids: [Int64]) async throws -> UInt64
    /// Inserts people from as many tasks as said, each awaiting one durable transaction after the
    /// other for its part of `numbers`.
    func insertFromTasks(_ tasks: Int, _ numbers: Range<Int>) async throws
}

extension TableStore {
    /// Reads one person.
    public func getFirst(_ id: Int64) throws -> UInt64 { try getEach([id]) }

    /// Which of the operations of a mix are writes.
    public static func isWrite(_ operation: Int) -> Bool { operation % 20 == 19 }
}

/// What a store did not do as it should.
public struct StoreFailure: Error, CustomStringConvertible {
    /// What it was.
    public let description: String

    /// A failure that is described by `description`.
    public init(_ description: String) {
        self.description = description
    }
}
