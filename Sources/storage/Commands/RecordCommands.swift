import CommandLineTool
import StorageCore

/// `storage put`: keeps one record.
struct PutCommand: Command {
    static let name = "put"
    static let summary = "insert or replace one record"
    static let usage = "URL COLLECTION KEY RECORD [--json]"
    static let options = [OptionName.json]

    private let url: StorageURL
    private let collection: String
    private let key: Key
    private let record: Record
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        key = try arguments.takeKey()
        record = try arguments.takeRecord()
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let wasThere = try withDatabase(url) { database in
            try database.write { tx in
                let wasThere = try tx.contains(key, in: collection)
                try tx.put(record, key: key, in: collection)
                return wasThere
            }
        }
        output.result(wasThere ? "replaced" : "inserted", isJSON: isJSON)
        return .done
    }
}

/// `storage get`: prints one record.
struct GetCommand: Command {
    static let name = "get"
    static let summary = "print one record, on one line"
    static let usage = "URL COLLECTION KEY [--json]"
    static let options = [OptionName.json]

    private let url: StorageURL
    private let collection: String
    private let key: Key

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        key = try arguments.takeKey()
    }

    func run(_ output: Output) throws -> ExitStatus {
        let record = try withDatabase(url.openedForReading()) { database in
            try database.read { tx in try tx.get(key, in: collection) }
        }
        guard let record else { throw StorageError.noRecord(key, in: collection) }
        output.line(record.json)
        return .done
    }
}

/// `storage delete`: deletes one record.
struct DeleteCommand: Command {
    static let name = "delete"
    static let summary = "delete one record"
    static let usage = "URL COLLECTION KEY [--json]"
    static let options = [OptionName.json]

    private let url: StorageURL
    private let collection: String
    private let key: Key
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        key = try arguments.takeKey()
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let wasThere = try withDatabase(url.openedForWriting()) { database in
            try database.write { tx in try tx.delete(key, in: collection) }
        }
        guard wasThere else { throw StorageError.noRecord(key, in: collection) }
        output.result("deleted", isJSON: isJSON)
        return .done
    }
}

extension Arguments {
    mutating func takeRecord() throws(UsageError) -> Record {
        let word = try take("RECORD")
        do throws(StorageError) {
            return try Record(json: word)
        } catch {
            throw UsageError(error)
        }
    }
}

extension Output {
    /// Prints what became of a command, as a word or as `{"result":"word"}`.
    func result(_ word: String, isJSON: Bool) {
        line(isJSON ? (["result": .string(word)] as Record).json : word)
    }
}

extension StorageError {
    fileprivate static func noRecord(_ key: Key, in collection: String) -> StorageError {
        StorageError(
            .notFound, "no record with key \(key.json) in '\(collection)'",
            collection: collection, key: key)
    }
}

/// Opens the storage, lends it to `body`, and closes it.
func withDatabase<Result>(
    _ url: StorageURL, _ body: (Database) throws -> Result
) throws -> Result {
    let database = try Database.open(url, backends: StorageTool.backends)
    let result: Result
    do {
        result = try body(database)
    } catch {
        do {
            try database.close()
        } catch _ {
            // The first error is the one that says what went wrong.
        }
        throw error
    }
    try database.close()
    return result
}
