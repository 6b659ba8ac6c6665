import SeededNumbers
import StorageCore

/// Does the same random work on a database and on a model, and compares every answer.
struct Simulation {
    private(set) var steps = 0
    private(set) var transactions = 0
    private var generator: SplitMix64
    private var model = Model()
    private let keys: [Key]
    private let collections = ["a", "b", "c"]

    init(seed: UInt64) throws {
        generator = SplitMix64(seed: seed)
        keys = try Self.makeKeys()
    }

    /// Runs a transaction of some steps, which is committed or given up.
    mutating func runTransaction(on database: Database) throws {
        transactions += 1
        let before = model
        do {
            try database.write { try run(in: &$0, depth: 0) }
        } catch is Stop {
            model = before
        }
    }

    /// Fails unless the database holds what the model holds.
    func expectSame(_ database: Database) throws {
        for collection in collections {
            let entries = model.entries(.all, in: collection)
            let subject = "collection '\(collection)' after \(steps) random steps"
            try database.read { transaction in
                try expectEqual(try transaction.entries(in: collection), entries, subject)
                try expectEqual(
                    try transaction.count(in: collection), entries.count, "\(subject): count")
            }
        }
    }

    private mutating func run(in transaction: inout WriteTransaction, depth: Int) throws {
        for _ in 0..<Int.random(in: 1...24, using: &generator) {
            steps += 1
            if depth < 3, Int.random(in: 0..<12, using: &generator) == 0 {
                try runSavepoint(in: &transaction, depth: depth)
            } else {
                try step(in: transaction)
            }
        }
        if Int.random(in: 0..<6, using: &generator) == 0 { throw Stop() }
    }

    private mutating func runSavepoint(
        in transaction: inout WriteTransaction, depth: Int
    ) throws {
        let before = model
        do {
            try transaction.savepoint { try run(in: &$0, depth: depth + 1) }
        } catch is Stop {
            model = before
        }
    }

    private mutating func step(in transaction: borrowing WriteTransaction) throws {
        let collection = collections[Int.random(in: 0..<collections.count, using: &generator)]
        let key = randomKey()
        let name = "in '\(collection)', step \(steps)"
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<9:
            let entry = Entry(key, randomRecord())
            try transaction.put(entry.record, key: key, in: collection)
            model.put(entry, in: collection)
        case 9..<13:
            let expected = model.delete(KeyRange(from: key, through: key), in: collection) == 1
            try expectEqual(
                try transaction.delete(key, in: collection), expected,
                "delete of \(readable(key)) \(name)")
        case 13..<16:
            try expectEqual(
                try transaction.record(key, in: collection), model.record(key, in: collection),
                "get of \(readable(key)) \(name)")
        case 16:
            let range = randomRange(shorterThan: 12)
            let expected = model.delete(range, in: collection)
            try expectEqual(
                try transaction.delete(range, in: collection), expected, "range delete \(name)")
        default:
            try scan(transaction, in: collection, name)
        }
    }

    private mutating func scan(
        _ transaction: borrowing WriteTransaction, in collection: String, _ name: String
    ) throws {
        let range = randomRange(shorterThan: 60)
        let reversed = Bool.random(using: &generator)
        let limit = Int.random(in: 1...30, using: &generator)
        let all = model.entries(range, in: collection)
        try expectEqual(
            try transaction.entries(range, in: collection, reversed: reversed, limit: limit),
            Array((reversed ? all.reversed() : all).prefix(limit)),
            "scan of \(limit), reversed: \(reversed), \(name)")
        try expectEqual(
            try transaction.count(range, in: collection), all.count, "count \(name)")
    }

    private mutating func randomKey() -> Key {
        keys[Int.random(in: 0..<keys.count, using: &generator)]
    }

    private mutating func randomRange(shorterThan length: Int) -> KeyRange {
        let first = Int.random(in: 0..<keys.count, using: &generator)
        let last = min(keys.count - 1, first + Int.random(in: 0..<length, using: &generator))
        return Bool.random(using: &generator)
            ? KeyRange(from: keys[first], through: keys[last])
            : KeyRange(after: keys[first], until: keys[last])
    }

    private mutating func randomRecord() -> Record {
        let number = Int.random(in: 0..<1_000_000, using: &generator)
        let isLong = Int.random(in: 0..<50, using: &generator) == 0
        return isLong ? .sized(number % 9_000) : .number(number)
    }

    /// Some 200 keys of all kinds, sorted, many of them beginnings of others.
    private static func makeKeys() throws -> [Key] {
        var components: [[KeyComponent]] = (-40..<60).map { [.int($0 * 7)] }
        for text in ["", "a", "a\0", "ab", "b", "é", "e\u{301}", "🐄"] {
            components.append([.string(text)])
            components.append([.string(text + String(repeating: "x", count: 300))])
            for number in 0..<8 { components.append([.string(text), .int(Int64(number))]) }
        }
        for byte in stride(from: 0, to: 256, by: 15) { components.append([.bytes([UInt8(byte)])]) }
        components += [[.bool(false)], [.bool(true)], [.uint(.max)], [.uuid(uuid(7))]]
        return try components.map { try Key($0) }.sorted()
    }
}
