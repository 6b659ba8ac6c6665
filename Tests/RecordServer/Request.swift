import StorageCore

/// What a client asks, as the first part of a message.
enum Request: UInt8 {
    /// Has a namespace to itself until the connection ends: the name.
    case open
    /// Begins a transaction in a namespace: the name.
    case read, write
    /// The name of a collection; the answer is its handle.
    case collection, prepare
    /// A handle and a key.
    case get, delete
    /// A handle and a range; `last` is `first` from the other end.
    case first, last, count, deleteRange
    /// A handle, a key, a record and a condition.
    case put
    case savepoint, releaseSavepoint, rollBackToSavepoint, commit

    /// Parts of a message.
    typealias Parts = [[UInt8]]

    func message(_ parts: Parts = []) -> Connection.Message { [[rawValue]] + parts }
}

/// How a request went, as the first part of the answer.
enum Answer: UInt8 {
    /// It was done; what was asked for follows, if there is any.
    case done
    /// There is none.
    case none
    /// Another client has the namespace.
    case taken

    func message(_ parts: Request.Parts = []) -> Connection.Message { [[rawValue]] + parts }
}

extension KeyRange {
    /// The bounds, empty where there is none: no key is empty.
    var parts: Request.Parts { [lowerBound ?? [], upperBound ?? []] }

    init(parts: ArraySlice<[UInt8]>) {
        let bounds = parts.map { $0.isEmpty ? nil : $0 }
        self.init(from: bounds[0], until: bounds[1])
    }
}

extension PutCondition {
    var part: [UInt8] {
        switch self {
        case .always: [0]
        case .absent: [1]
        case .present: [2]
        }
    }

    init(part: [UInt8]) {
        self = part == [1] ? .absent : part == [2] ? .present : .always
    }
}
