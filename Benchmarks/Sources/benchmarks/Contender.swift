import Foundation

/// One way of using one engine.
struct Contender: Sendable {
    let engine: String
    /// `C`, `Swift`, `DAO Codable`, `DAO @Entity`, `records`.
    let path: String
    let open: @Sendable (_ folder: String) throws -> any Store

    static let all: [Contender] = [
        Contender(engine: "sqlite", path: "C") { try CSQLiteStore(folder: $0) },
        Contender(engine: "sqlite", path: "Swift") { try SwiftSQLiteStore(folder: $0) },
        Contender(engine: "sqlite", path: "DAO Codable") {
            try DAOStore<CodablePerson>(url: "sqlite://\($0)/ours.db")
        },
        Contender(engine: "lmdb", path: "C") { try CLMDBStore(folder: $0) },
        Contender(engine: "lmdb", path: "Swift") { try SwiftLMDBStore(folder: $0) },
        Contender(engine: "lmdb", path: "DAO Codable") {
            try DAOStore<CodablePerson>(url: "lmdb://\($0)/ours")
        },
    ]
}
