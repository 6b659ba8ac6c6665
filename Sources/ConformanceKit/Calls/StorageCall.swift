import StorageCore

/// A call that came to a storage, in the collections that a user knows.
enum StorageCall: Sendable {
    case beginRead
    case endRead
    case beginWrite
    case commit
    case rollBack
    case savepoint
    case releaseSavepoint
    case rollBackToSavepoint
    case prepare(CollectionSchema)
    case put(LoggedRecord, key: [UInt8], PutCondition, in: String)
    case delete([UInt8], in: String)
    case deleteRange(KeyRange, in: String)
    case createIndex(IndexSchema, in: String)
    case dropIndex(String, in: String)
    case get([UInt8], in: String)
    case scan(KeyRange, reversed: Bool, in: String)
    case count(KeyRange, in: String)
    case select(EngineQuery, in: String)
    case countMatching(EngineQuery, in: String)
}

/// A record as the log keeps it: whole if it is short.
enum LoggedRecord: Sendable {
    case whole([UInt8])
    case long(Int)

    private static let maximumSize = 256

    init(_ bytes: Span<UInt8>) {
        self = bytes.count <= Self.maximumSize ? .whole(bytes.array) : .long(bytes.count)
    }
}
