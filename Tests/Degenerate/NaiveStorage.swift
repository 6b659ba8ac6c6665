import Foundation
import StorageCore
import Synchronization

/// A backend as somebody writes it in an evening who has not seen the kit: dictionaries of strings in
/// a JSON file. What is wrong with it is wrong on purpose, and nothing here is noted as such.
final class NaiveStorage: Storage {
    typealias Tables = [String: [String: Data]]

    fileprivate let file: URL
    private let content: Mutex<Tables>
    private let names = Mutex<[String]>([])

    init(path: String) throws {
        file = URL(filePath: path)
        let isThere = FileManager.default.fileExists(atPath: path)
        content = Mutex(
            isThere ? try JSONDecoder().decode(Tables.self, from: Data(contentsOf: file)) : [:])
    }

    fileprivate var tables: Tables {
        get { content.withLock(\.self) }
        set { content.withLock { $0 = newValue } }
    }

    var capabilities: Capabilities { [.persistent, .concurrentReads] }
    var limits: Limits { .standard }
    var description: StorageDescription {
        StorageDescription(scheme: "naive", path: file.path, durability: .full, size: nil)
    }

    func beginRead() throws(StorageError) -> any ReadDriver { NaiveTransaction(self) }

    func beginWrite() throws(StorageError) -> any WriteDriver { NaiveTransaction(self) }

    func check() throws(StorageError) -> [String] { [] }

    func close() {}

    fileprivate func handle(_ name: String) -> CollectionHandle {
        names.withLock { names in
            if let index = names.firstIndex(of: name) { return CollectionHandle(index) }
            names.append(name)
            return CollectionHandle(names.count - 1)
        }
    }

    fileprivate func name(_ handle: CollectionHandle) -> String {
        names.withLock { $0[handle.rawValue] }
    }
}

/// A transaction on a copy of the dictionaries.
private final class NaiveTransaction: WriteDriver {
    private let storage: NaiveStorage
    private var tables: NaiveStorage.Tables
    private var savepoints: [NaiveStorage.Tables] = []

    init(_ storage: NaiveStorage) {
        self.storage = storage
        tables = storage.tables
    }

    func collection(named name: String) -> CollectionHandle? {
        tables[name] == nil ? nil : storage.handle(name)
    }

    func prepare(_ schema: CollectionSchema) -> CollectionHandle {
        tables[schema.name] = tables[schema.name] ?? [:]
        return storage.handle(schema.name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let record = tables[storage.name(collection)]?[key.text] else { return false }
        let bytes = Array(record)
        try body(bytes.span)
        return true
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        let table = tables[storage.name(collection)] ?? [:]
        let keys = table.keys.filter { range.contains(Array($0.utf8)) }.sorted()
        for key in reversed ? keys.reversed() : keys {
            let (key, record) = (Array(key.utf8), Array(table[key] ?? Data()))
            guard try body(key.span, record.span) else { return }
        }
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        let table = tables[storage.name(collection)] ?? [:]
        return table.keys.count { range.contains(Array($0.utf8)) }
    }

    func end() {}

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) -> Bool {
        let isPresent = tables[storage.name(collection)]?[key.text] != nil
        guard condition == .always || isPresent == (condition == .present) else { return false }
        tables[storage.name(collection)]?[key.text] = Data(record.array)
        return true
    }

    func delete(_ key: Span<UInt8>, in collection: CollectionHandle) -> Bool {
        tables[storage.name(collection)]?.removeValue(forKey: key.text) != nil
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        let before = count(.all, in: collection)
        let keys = tables[storage.name(collection)]?.keys.filter { range.contains(Array($0.utf8)) }
        for key in keys ?? [] { tables[storage.name(collection)]?.removeValue(forKey: key) }
        return before - count(.all, in: collection)
    }

    func savepoint() { savepoints.append(tables) }

    func releaseSavepoint() { savepoints.removeLast() }

    func rollBackToSavepoint() { tables = savepoints.removeLast() }

    func commit() throws(StorageError) {
        storage.tables = tables
        do {
            try JSONEncoder().encode(tables).write(to: storage.file)
        } catch {
            throw StorageError(.io, "cannot write the file", cause: error)
        }
    }
}

extension Span<UInt8> {
    fileprivate var text: String { String(decoding: array, as: UTF8.self) }
}
