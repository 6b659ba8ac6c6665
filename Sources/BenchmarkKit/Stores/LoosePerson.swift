import StorageCore

/// A person as the fields of a record.
struct LoosePerson: Person {
    var fields: [(name: String, value: Value)]

    // The places of the fields, which a record has sorted by name.
    private static let (age, email, id, score, tags) = (1, 3, 4, 6, 7)

    init(_ values: PersonValues) {
        fields = [
            ("active", .bool(values.active)), ("age", .integer(values.age)),
            ("createdAt", .date(values.createdAt)), ("email", .string(values.email)),
            ("id", .int(values.id)), ("name", .string(values.name)),
            ("score", .double(values.score)), ("tags", .array(values.tags.map { .string($0) })),
        ]
    }

    init(_ record: Record) throws {
        fields = try record.fields()
    }

    var id: Int64 { integer(Self.id) }

    var age: Int {
        get { Int(integer(Self.age)) }
        set { fields[Self.age].value = .integer(newValue) }
    }

    var score: Double {
        get { if case .double(let score) = fields[Self.score].value { score } else { .nan } }
        set { fields[Self.score].value = .double(newValue) }
    }

    var email: String {
        if case .string(let email) = fields[Self.email].value { email } else { "" }
    }

    var tags: [String] {
        guard case .array(let tags) = fields[Self.tags].value else { return [] }
        return tags.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
    }

    private func integer(_ place: Int) -> Int64 {
        if case .int(let number) = fields[place].value { number } else { 0 }
    }
}
