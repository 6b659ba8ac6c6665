import BenchmarkKit
import CBaseline
import FileBackend
import Foundation
import StorageCore

/// What a durable commit to a file comes to in plain C: one append of as many bytes as our backend
/// appends for one record, and its synchronisation.
final class AppendStore: AppendingStore {
    private let file: CInt
    private let bytes: [UInt8]

    init(_ path: String, size: Int) throws {
        var file: CInt = -1
        try check(baseline_append_open(path, &file), "open")
        self.file = file
        bytes = Array(repeating: UInt8(ascii: "."), count: size)
    }

    func insertOne(_ number: Int) throws {
        try check(baseline_append(file, bytes, bytes.count), "append")
    }

    func close() throws {
        try check(baseline_append_close(file), "close")
    }

    /// How many bytes our backend appends for one more person.
    static func size(_ plan: Plan) throws -> Int {
        let folder = FileManager.default.temporaryDirectory.path + "/benchmark-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { discard(folder) }
        let contenders = Contender.all(.file)
        let store = try contenders[0].opener(for: Plan(count: plan.count, onlyReading: true))(
            folder)
        guard let table = store as? any TableStore else { throw StoreFailure("not a table") }
        func length() throws -> Int {
            let contents = try FileManager.default.contentsOfDirectory(atPath: folder)
            return try contents.reduce(0) { sum, name in
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: folder + "/" + name)
                return sum + (attributes[.size] as? Int ?? 0)
            }
        }
        try table.insertOne(plan.count)
        let before = try length()
        try table.insertOne(plan.count + 1)
        let size = try length() - before
        try table.close()
        return size
    }
}
