import SeededNumbers
import StorageCore

/// Transactions that follow from a seed, and what a storage holds after each: what is written by a
/// process that is about to be killed, and looked for afterwards by another one.
///
/// There are as many of them as anybody asks for. Not thread-safe.
final class Workload {
    /// One change of a transaction.
    enum Step {
        case put(Entry, String)
        case delete(Key, String)
        case deleteRange(Stretch, String)
        /// Steps in a savepoint, which is rolled back.
        case takenBack([Step])
    }

    /// The steps of one commit, and those of a transaction that is given up before it.
    struct Transaction {
        let steps: [Step]
        let givenUp: [Step]
    }

    /// How large the records are.
    enum Size {
        /// A few hundred bytes, so that what is written can be counted in operations.
        case small
        /// Some of them longer than a page of any engine.
        case mixed
    }

    private var maker: Maker
    // The first commit creates the collections.
    private var transactions = [Transaction(steps: [], givenUp: [])]
    private var states = [Model(), Model()]

    static let people = "people"
    static let plain = "plain"
    /// The key of the record that says how many commits there were.
    static let marker = "commits"

    /// Makes a workload.
    init(seed: UInt64, size: Size = .mixed) {
        maker = Maker(generator: SplitMix64(seed: seed), size: size)
    }

    /// The transaction of the commit of that number, from 1.
    func transaction(_ number: Int) throws -> Transaction {
        while transactions.count < number {
            transactions.append(try maker.transaction(transactions.count + 1))
        }
        return transactions[number - 1]
    }

    /// What the storage holds after so many commits.
    func state(after number: Int) throws -> Model {
        while states.count <= number {
            var state = states[states.count - 1]
            for step in try transaction(states.count).steps { try state.apply(step) }
            states.append(state)
        }
        return states[number]
    }

    /// The collections with their indexes, one unique, one over two fields.
    static func schemas() throws -> [CollectionSchema] {
        [
            try CollectionSchema(
                people, key: [.int],
                fields: [
                    FieldSchema("code", .string), FieldSchema("group", .int),
                    FieldSchema("rank", .int),
                ],
                indexes: [
                    try IndexSchema("code", [IndexPart("code")], unique: true),
                    try IndexSchema("group", [IndexPart("group"), IndexPart("rank")]),
                ]),
            try CollectionSchema(plain),
        ]
    }
}

/// Makes the transactions of a workload.
private struct Maker {
    var generator: SplitMix64
    let size: Workload.Size

    mutating func transaction(_ number: Int) throws -> Workload.Transaction {
        var steps: [Workload.Step] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) { steps.append(try step(number)) }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            steps.append(.takenBack([try step(-number), try step(-number)]))
        }
        let marker = Entry(try Key(Workload.marker), .number(number))
        steps.append(.put(marker, Workload.plain))
        var givenUp: [Workload.Step] = []
        if Int.random(in: 0..<4, using: &generator) == 0 {
            givenUp = [
                try step(-number),
                .put(Entry(try Key(Workload.marker), .number(-number)), Workload.plain),
            ]
        }
        return Workload.Transaction(steps: steps, givenUp: givenUp)
    }

    private mutating func step(_ number: Int) throws -> Workload.Step {
        let key = Int.random(in: 0..<40, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: return .put(Entry(try Key(key), person(key, number)), Workload.people)
        case 5..<7:
            return .put(
                Entry(try Key("key \(key)"), ["n": .integer(number), "text": .string(text())]),
                Workload.plain)
        case 7: return .delete(try Key(key), Workload.people)
        case 8: return .delete(try Key("key \(key)"), Workload.plain)
        default:
            return .deleteRange(
                .between(.from(try Key(key)), .until(try Key(key + 4))), Workload.people)
        }
    }

    private mutating func person(_ key: Int, _ number: Int) -> Record {
        [
            "code": .string("\(key)/\(number)"), "group": .integer(number % 5),
            "rank": .integer(Int.random(in: 0..<9, using: &generator)), "text": .string(text()),
        ]
    }

    private mutating func text() -> String {
        let isLong = size == .mixed && Int.random(in: 0..<8, using: &generator) == 0
        let length = Int.random(in: isLong ? 4_000...20_000 : 0...200, using: &generator)
        let letters = ["a", "b", "c", "d", "e"]
        return String(
            repeating: letters[Int.random(in: 0..<5, using: &generator)], count: length)
    }
}

extension Model {
    fileprivate mutating func apply(_ step: Workload.Step) throws {
        switch step {
        case .put(let entry, let collection): try change(collection) { try $0.put(entry) }
        case .delete(let key, let collection):
            try change(collection) { _ = try $0.delete(.between(.from(key), .through(key))) }
        case .deleteRange(let stretch, let collection):
            try change(collection) { _ = try $0.delete(stretch) }
        case .takenBack: break
        }
    }
}
