import StorageCore

/// A transaction that a client has on the server.
final class Session {
    private let driver: any ReadDriver
    private let connection: Connection
    private var isOver = false

    init(_ driver: any ReadDriver, _ connection: Connection) {
        self.driver = driver
        self.connection = connection
    }

    /// Answers until the transaction has ended, or the client is gone.
    func run() throws {
        defer { if !isOver { driver.end() } }
        try connection.send(Answer.done.message())
        while !isOver, let message = try connection.receive() {
            guard let request = Request(rawValue: message[0][0]) else { return }
            let parts = message.dropFirst()
            try connection.send(try readAnswer(request, parts) ?? writeAnswer(request, parts))
        }
    }

    private func readAnswer(
        _ request: Request, _ parts: ArraySlice<[UInt8]>
    ) throws -> Connection.Message? {
        switch request {
        case .collection:
            let handle = try driver.collection(named: String(decoding: parts[1], as: UTF8.self))
            return handle.map { Answer.done.message([$0.rawValue.encoded]) } ?? none
        case .get:
            var record: [UInt8]?
            let key = parts[2]
            _ = try driver.get(key.span, in: handle(parts)) { record = $0.array }
            return record.map { Answer.done.message([$0]) } ?? none
        case .first, .last:
            var entry: Request.Parts?
            let range = KeyRange(parts: parts[2...])
            try driver.scan(range, in: handle(parts), reversed: request == .last) {
                entry = [$0.array, $1.array]
                return false
            }
            return entry.map { Answer.done.message($0) } ?? none
        case .count:
            return number(try driver.count(KeyRange(parts: parts[2...]), in: handle(parts)))
        default: return nil
        }
    }

    private func writeAnswer(
        _ request: Request, _ parts: ArraySlice<[UInt8]>
    ) throws -> Connection.Message {
        guard let driver = driver as? any WriteDriver else {
            throw StorageError(.readOnly, "the transaction reads")
        }
        switch request {
        case .prepare:
            let name = String(decoding: parts[1], as: UTF8.self)
            return number(
                try driver.prepare(CollectionSchema(trusted: name, key: nil, fields: [])).rawValue)
        case .put:
            let (key, record, condition) = (parts[2], parts[3], PutCondition(part: parts[4]))
            return flag(
                try driver.put(key.span, record.span, in: handle(parts), if: condition))
        case .delete:
            let key = parts[2]
            return flag(try driver.delete(key.span, in: handle(parts)))
        case .deleteRange:
            return number(try driver.delete(KeyRange(parts: parts[2...]), in: handle(parts)))
        case .savepoint: try driver.savepoint()
        case .releaseSavepoint: try driver.releaseSavepoint()
        case .rollBackToSavepoint: try driver.rollBackToSavepoint()
        case .commit:
            isOver = true
            try driver.commit()
        default: throw StorageError(.invalidArgument, "the transaction has begun")
        }
        return Answer.done.message()
    }

    private var none: Connection.Message { Answer.none.message() }

    private func handle(_ parts: ArraySlice<[UInt8]>) -> CollectionHandle {
        CollectionHandle(Int(encoded: parts[1]))
    }

    private func number(_ number: Int) -> Connection.Message {
        Answer.done.message([number.encoded])
    }

    private func flag(_ flag: Bool) -> Connection.Message { flag ? Answer.done.message() : none }
}
