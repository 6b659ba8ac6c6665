import StorageCore

/// The four collections of one database, and the questions that are put to them.
struct Atlas {
    private let database: Database
    private let languages: DAO<Language>
    private let countries: DAO<Country>
    private let subdivisions: DAO<Subdivision>
    private let currencies: DAO<Currency>

    init(_ database: Database) throws {
        self.database = database
        languages = try DAO(database)
        countries = try DAO(database)
        subdivisions = try DAO(database)
        currencies = try DAO(database)
    }

    /// Keeps everything in one transaction.
    func load(_ codes: ISOCodes) throws {
        try database.write { tx in
            try languages.insert(contentsOf: codes.languages, in: tx)
            try countries.insert(contentsOf: codes.countries, in: tx)
            try subdivisions.insert(contentsOf: codes.subdivisions, in: tx)
            try currencies.insert(contentsOf: codes.currencies, in: tx)
        }
    }

    /// A question and the way to its answer.
    struct Question: Sendable {
        let text: String
        let answer: @Sendable (Atlas) throws -> String
    }

    static let questions: [Question] = [
        Question(text: "records in all") { atlas in
            try atlas.database.read { tx in
                let counts = [
                    try atlas.languages.count(in: tx), try atlas.countries.count(in: tx),
                    try atlas.subdivisions.count(in: tx), try atlas.currencies.count(in: tx),
                ]
                return
                    "\(counts.reduce(0, +)) = \(counts.map(String.init).joined(separator: " + "))"
            }
        },
        Question(text: "the language 'deu'") { atlas in
            try atlas.languages.get("deu")?.name ?? "none"
        },
        Question(text: "all languages, read one by one") { atlas in
            try atlas.database.read { tx in
                var found = 0
                for language in try atlas.languages.all(in: tx) {
                    found += try atlas.languages.get(language.id, in: tx) == language ? 1 : 0
                }
                return "\(found) equal"
            }
        },
        Question(text: "languages with a two-letter code") { atlas in
            "\(try atlas.languages.all().count { $0.twoLetterCode != nil })"
        },
        Question(text: "last language by key") { atlas in
            try atlas.languages.all().last.map { "\($0.code) \($0.name)" } ?? "none"
        },
        Question(text: "countries named positionally") { atlas in
            try atlas.countries.get(ids: ["JP", "??", "CI", "AX"])
                .map { $0.map { "\($0.flag) \($0.name)" } ?? "none" }.joined(separator: ", ")
        },
        Question(text: "subdivisions of Germany") { atlas in
            try atlas.database.read { tx in
                let germany = KeyRange(startingWith: try Key("DE"))
                return "\(try tx.count(germany, in: "subdivisions"))"
            }
        },
        Question(text: "first and last of Japan") { atlas in
            try atlas.database.read { tx in
                let japan = KeyRange(startingWith: try Key("JP"))
                let ends = [
                    try tx.records(japan, in: "subdivisions", limit: 1),
                    try tx.records(japan, in: "subdivisions", reversed: true, limit: 1),
                ]
                let codes = try ends.joined().map { try $0.key.decode(as: Subdivision.Code.self) }
                let names = try atlas.subdivisions.get(ids: codes, in: tx).compactMap { $0?.name }
                return names.joined(separator: " … ")
            }
        },
        Question(text: "insert a country twice") { atlas in
            guard let country = try atlas.countries.get("FR") else { return "none" }
            do {
                try atlas.countries.insert(country)
                return "accepted"
            } catch let error as StorageError {
                return "\(error.code)"
            }
        },
        Question(text: "delete, then change one's mind") { atlas in
            struct SecondThoughts: Error {}
            do {
                try atlas.database.write { tx in
                    try atlas.currencies.deleteAll(in: tx)
                    throw SecondThoughts()
                }
            } catch is SecondThoughts {}
            return "\(try atlas.currencies.count()) left"
        },
        Question(text: "rename a currency and back") { atlas in
            let old = try atlas.currencies.modify("EUR") { currency in
                let old = currency?.name
                currency?.name = "€"
                return old
            }
            let changed = try atlas.currencies.get("EUR")?.name ?? "none"
            try atlas.currencies.modify("EUR") { $0?.name = old ?? "" }
            return "\(changed), \(try atlas.currencies.get("EUR")?.name ?? "none")"
        },
    ]
}
