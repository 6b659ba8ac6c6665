import StorageCore

/// A language of ISO 639-3.
struct Language: Entity, Codable, Equatable {
    var code: String
    var name: String
    var scope: Scope
    var type: String
    var twoLetterCode: String?
    var invertedName: String?

    var id: String { code }

    enum Scope: String, Codable, FieldRepresentable {
        case individual = "I"
        case macrolanguage = "M"
        case special = "S"
    }

    enum CodingKeys: String, CodingKey {
        case code = "alpha_3"
        case name, scope, type
        case twoLetterCode = "alpha_2"
        case invertedName = "inverted_name"
    }

    static let schema = Schema<Language>("languages", key: \.id) {
        Field("name", \.name)
        Field("scope", \.scope)
        Field("alpha_2", \.twoLetterCode)
    }
}

/// A country of ISO 3166-1.
struct Country: Entity, Codable, Equatable {
    var code: String
    var threeLetterCode: String
    var name: String
    var officialName: String?
    var flag: String
    var numeric: String

    var id: String { code }

    enum CodingKeys: String, CodingKey {
        case code = "alpha_2"
        case threeLetterCode = "alpha_3"
        case name
        case officialName = "official_name"
        case flag, numeric
    }

    static let schema = Schema<Country>("countries", key: \.id) {
        Field("name", \.name)
        Field("numeric", \.numeric)
    }
}

/// A subdivision of a country, of ISO 3166-2.
struct Subdivision: Entity, Codable, Equatable {
    var code: Code
    var name: String
    var type: String
    var parent: String?

    var id: Code { code }

    static let schema = Schema<Subdivision>("subdivisions", key: \.id) {
        Field("name", \.name)
        Field("type", \.type)
    }

    /// The country's code and the part behind the hyphen: those of one country stand together.
    struct Code: KeyRepresentable, Codable {
        var country: String
        var part: String

        init(country: String, part: String) {
            self.country = country
            self.part = part
        }

        static var keyKinds: [KeyKind] { [.string, .string] }

        func encode(to encoder: inout KeyEncoder) {
            country.encode(to: &encoder)
            part.encode(to: &encoder)
        }

        init(from decoder: inout KeyDecoder) throws(StorageError) {
            country = try String(from: &decoder)
            part = try String(from: &decoder)
        }

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2 else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "'\(text)' is not a subdivision's code"))
            }
            self.init(country: String(parts[0]), part: String(parts[1]))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(country + "-" + part)
        }
    }
}

/// A currency of ISO 4217.
struct Currency: Entity, Codable, Equatable {
    var code: String
    var name: String
    var numeric: String

    var id: String { code }

    enum CodingKeys: String, CodingKey {
        case code = "alpha_3"
        case name, numeric
    }

    static let schema = Schema<Currency>("currencies", key: \.id) {
        Field("name", \.name)
    }
}
