import BenchmarkKit
import CBaseline
import FileBackend
import Foundation
import LMDBBackend
import SQLiteBackend
import StorageCore

extension Contender {
    static let plainC = "C"
    /// SQLite in plain C with the page cache of our backend.
    static let cachedC = "C cached"
    static let plainSwift = "Swift"

    /// The contenders of an engine.
    static func all(engine: String) -> [Contender] {
        switch engine {
        case "sqlite": sqlite
        case "lmdb": lmdb
        case "file": file
        default: all(.memory)
        }
    }

    static let engines = ["sqlite", "lmdb", "file", "memory"]

    private static var sqlite: [Contender] {
        [
            c("sqlite", plainC, baseline_sqlite), c("sqlite", cachedC, baseline_sqlite_cached),
            Contender(engine: "sqlite", path: plainSwift) { plan in
                let people = People<PlainPerson>(plan)
                return { try SwiftSQLiteStore($0 + "/theirs", people) }
            },
        ] + all(.sqlite) + recordLayout
    }

    /// SQLite with whole records, where the backend has that layout.
    private static var recordLayout: [Contender] {
        Backend.sqlite.options.contains { $0.name == "layout" }
            ? all(.sqlite, options: ["layout": "record"]) : []
    }

    private static var lmdb: [Contender] {
        [
            c("lmdb", plainC, baseline_lmdb),
            Contender(engine: "lmdb", path: plainSwift) { plan in
                let people = People<PlainPerson>(plan)
                return { try SwiftLMDBStore($0 + "/theirs", people) }
            },
        ] + all(.lmdb)
    }

    private static var file: [Contender] {
        [
            Contender(engine: "file", path: plainC) { plan in
                let size = try AppendStore.size(plan)
                return { try AppendStore($0 + "/theirs", size: size) }
            },
            Contender(engine: "file", path: plainSwift) { plan in
                let people = People<PlainPerson>(plan)
                return { try JSONArrayStore($0 + "/theirs", people) }
            },
        ] + all(.file)
    }

    private static func c(_ name: String, _ path: String, _ engine: baseline_engine) -> Contender {
        Contender(engine: name, path: path) { plan in
            let people = People<CPerson>(plan)
            return { try CStore(engine, $0 + "/theirs", people) }
        }
    }
}
