import Foundation

/// A store that the workloads run on: one way of using one engine.
///
/// Every call does what its C twin in `CBaseline` does. What is read is decoded and added up.
protocol Store: AnyObject {
    /// Opens the store in a folder, which is empty or holds what an earlier one left there.
    init(folder: String) throws

    /// Makes the people that are written later, which is not measured: all of them, and those of
    /// `ids` with another age and score.
    func prepare(_ count: Int, changing ids: [Int64])
    /// Inserts the people in one transaction.
    func insertAll() throws
    /// Inserts one more person in a durable transaction of its own.
    func insertOne(_ number: Int) throws
    /// Reads people, each in a transaction of its own.
    func getEach(_ ids: [Int64]) throws -> UInt64
    /// Reads people in one transaction.
    func getInside(_ ids: [Int64]) throws -> UInt64
    /// Reads all people, in the order of their ids.
    func scan() throws -> UInt64
    /// Reads the people with a score in a range, in the order of their scores.
    func range(_ scores: Range<Double>) throws -> UInt64
    /// Reads the people created before an instant, without an index.
    func filter(createdBefore instant: Double) throws -> UInt64
    /// Replaces the people that were changed, in one transaction.
    func update() throws
    /// Deletes people in one transaction.
    func delete(_ ids: [Int64]) throws
    func close() throws
}

/// What a store did not do as it should.
struct StoreFailure: Error, CustomStringConvertible {
    let description: String
}

func check(_ code: CInt, _ operation: String) throws {
    guard code == 0 else {
        throw StoreFailure(description: "\(operation): the engine says \(code)")
    }
}
