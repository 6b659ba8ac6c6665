import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

/// What a storage should hold: the records of each collection.
private typealias Model = [String: [[UInt8]: [UInt8]]]

/// Random histories, run on a storage and on a dictionary.
@Suite struct ModelTests {
    @Test(arguments: [nil, 256 << 10])
    func `Random histories leave what a model says`(mapSize: Int?) throws {
        var generator = try seededGenerator("model")
        let folder = try TemporaryFolder()
        var storage = try open(folder.file("store"), mapSize: mapSize)
        var model: Model = [:]
        for step in 0..<100 {
            var changed = model
            let driver = try storage.beginWrite()
            var history = History(driver: driver, generator: generator)
            do {
                try history.run(&changed, operations: 40, depth: 0)
                generator = history.generator
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    driver.end()
                } else {
                    try driver.commit()
                    model = changed
                }
            } catch let error as StorageError where error.code == .full && mapSize != nil {
                generator = history.generator
                driver.end()
            }
            if step % 30 == 29 {
                try storage.close()
                storage = try open(folder.file("store"), mapSize: mapSize)
            }
            try compare(storage, model)
        }
        #expect(try storage.check() == [])
        #expect(model.values.contains { $0.count > 10 })
    }

    private func compare(_ storage: LMDBStorage, _ model: Model) throws {
        try storage.read { driver in
            for (name, records) in model {
                let items = try #require(try driver.collection(named: name))
                #expect(try driver.count(.all, in: items) == records.count)
                let expected = records.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                let entries = try driver.entries(in: items)
                #expect(entries == expected.map { Entry(key: $0.key, record: $0.value) })
            }
        }
    }
}

/// Random operations in one transaction, whose answers are compared with the model's.
private struct History<Generator: RandomNumberGenerator> {
    let driver: any WriteDriver
    var generator: Generator
    /// A scan inside a scan would take for ever, with all that is done at each of its steps.
    var isScanning = false

    init(driver: any WriteDriver, generator: Generator) {
        self.driver = driver
        self.generator = generator
    }

    mutating func run(_ model: inout Model, operations: Int, depth: Int) throws {
        for _ in 0..<operations {
            switch number(below: 20) {
            case 0..<10: try put(&model)
            case 10..<14: try delete(&model)
            case 14: try deleteRange(&model)
            case 15..<17 where !isScanning: try scan(&model)
            case 17..<19 where depth < 3: try savepoint(&model, depth: depth)
            default: try countRange(&model)
            }
        }
    }

    private mutating func savepoint(_ model: inout Model, depth: Int) throws {
        var changed = model
        try driver.savepoint()
        try run(&changed, operations: 10, depth: depth + 1)
        if number(below: 2) == 0 {
            try driver.rollBackToSavepoint()
        } else {
            try driver.releaseSavepoint()
            model = changed
        }
    }

    private mutating func put(_ model: inout Model) throws {
        let (name, items) = try collection(&model)
        let key = randomKey()
        let size = number(below: 10) == 0 ? number(below: 20_000) : number(below: 200)
        let record = record(number(below: 256), size: size)
        let conditions: [PutCondition] = [.always, .absent, .present]
        let condition = conditions[number(below: 3)]
        let isPresent = model[name]?[key] != nil
        let holds =
            switch condition {
            case .always: true
            case .absent: !isPresent
            case .present: isPresent
            }
        #expect(try driver.put(key, record, in: items, if: condition) == holds)
        if holds { model[name]?[key] = record }
    }

    private mutating func delete(_ model: inout Model) throws {
        let (name, items) = try collection(&model)
        let key = randomKey()
        let previous = model[name]?.removeValue(forKey: key)
        #expect(try driver.value(key, in: items) == previous)
        #expect(try driver.delete(key.span, in: items) == (previous != nil))
    }

    private mutating func deleteRange(_ model: inout Model) throws {
        let (name, items) = try collection(&model)
        let range = randomRange()
        let doomed = (model[name] ?? [:]).keys.filter { range.contains($0) }
        #expect(try driver.delete(range, in: items) == doomed.count)
        for key in doomed { model[name]?[key] = nil }
    }

    private mutating func countRange(_ model: inout Model) throws {
        let (name, items) = try collection(&model)
        let range = number(below: 2) == 0 ? .all : randomRange()
        let records = model[name] ?? [:]
        let count = try driver.count(range, in: items)
        #expect(count == records.keys.count { range.contains($0) })
    }

    /// Scans a range, and writes to the collection while it does.
    private mutating func scan(_ model: inout Model) throws {
        let (name, items) = try collection(&model)
        let (range, isReversed) = (randomRange(), number(below: 2) == 0)
        var last: [UInt8]?
        var (changed, copy) = (model, self)
        copy.isScanning = true
        try driver.scan(range, in: items, reversed: isReversed) { key, record in
            let (key, record) = (key.array, record.array)
            let next = changed[name, default: [:]].keys.filter { candidate in
                guard range.contains(candidate) else { return false }
                guard let last else { return true }
                return isReversed
                    ? candidate.lexicographicallyPrecedes(last)
                    : last.lexicographicallyPrecedes(candidate)
            }.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(key == (isReversed ? next.last : next.first))
            #expect(record == changed[name]?[key])
            last = key
            switch copy.number(below: 8) {
            case 0: try copy.put(&changed)
            case 1: try copy.delete(&changed)
            case 2: try copy.savepoint(&changed, depth: 2)
            default: break
            }
            return true
        }
        (generator, model) = (copy.generator, changed)
    }

    private mutating func collection(
        _ model: inout Model
    ) throws -> (String, CollectionHandle) {
        let name = "collection \(number(below: 5))"
        model[name] = model[name] ?? [:]
        return (name, try driver.prepare(CollectionSchema(name)))
    }

    private mutating func randomKey() -> [UInt8] {
        let prefix = [UInt8](repeating: 7, count: number(below: 4) == 0 ? 476 : 0)
        return prefix + [UInt8(number(below: 100))] + (number(below: 3) == 0 ? [0, 255] : [])
    }

    private mutating func randomRange() -> KeyRange {
        let bounds = [randomKey(), randomKey()].sorted { $0.lexicographicallyPrecedes($1) }
        let (lower, upper) = (Key(trusted: bounds[0]), Key(trusted: bounds[1]))
        switch number(below: 6) {
        case 0: return KeyRange(from: lower)
        case 1: return KeyRange(until: upper)
        case 2: return KeyRange(after: lower, through: upper)
        case 3: return KeyRange(from: upper, until: lower)
        default: return KeyRange(from: lower, until: upper)
        }
    }

    private mutating func number(below bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }
}
