import BenchmarkKit
import Foundation

/// A file that Foundation's coders read and write as an array: what loading and writing the whole of
/// a file come to without us.
///
/// Nothing is synchronised, and there is no index.
final class JSONArrayStore: KeepingStore {
    private let path: String
    private let people: [PlainPerson]

    init(_ path: String, _ data: People<PlainPerson>) throws {
        self.path = path
        people =
            FileManager.default.fileExists(atPath: path)
            ? try JSONDecoder().decode(
                [PlainPerson].self, from: Data(contentsOf: URL(filePath: path)))
            : data.inserted
    }

    func getFirst(_ id: Int64) -> UInt64 { people[Int(id)].sum }

    func close() throws {
        try JSONEncoder().encode(people).write(to: URL(filePath: path))
    }
}
