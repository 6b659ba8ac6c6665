import Foundation
import SQLiteBackend
import StorageCore

struct User: Entity, Codable {
    var id: UUID
    var name: String
    var email: String?
    var tags: [String] = []

    static let schema = Schema<User>("users", key: \.id) {
        Field("name", \.name)
        Field("email", \.email)
    }
}

let url = ProcessInfo.processInfo.environment["STORAGE_URL"] ?? "memory:"
let database = try Database.open(url, backends: [.sqlite, .memory])
let users = try DAO<User>(database)

let ada = User(id: UUID(), name: "Ada", tags: ["math"])
try users.insert(ada)
try users.modify(ada.id) { $0?.email = "ada@example.org" }
try database.write { tx in
    try users.upsert(User(id: UUID(), name: "Grace"), in: tx)
    try users.delete(ada.id, in: tx)
}
print(try users.all().map(\.name))
try database.close()
