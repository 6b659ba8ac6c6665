import Foundation

/// The code lists of the Debian package `iso-codes`.
struct ISOCodes {
    let languages: [Language]
    let countries: [Country]
    let subdivisions: [Subdivision]
    let currencies: [Currency]

    init(folder: String = "/usr/share/iso-codes/json") throws {
        func list<Model: Decodable>(_ standard: String) throws -> [Model] {
            let url = URL(filePath: folder).appending(path: "iso_\(standard).json")
            let lists = try JSONDecoder().decode(
                [String: [Model]].self, from: Data(contentsOf: url))
            return lists[standard] ?? []
        }
        languages = try list("639-3")
        countries = try list("3166-1")
        subdivisions = try list("3166-2")
        currencies = try list("4217")
    }
}
