import StorageCore

/// The translation of a person into a record, or back, by itself.
public struct Codec: Sendable {
    /// `encode` or `decode`.
    public let name: String

    /// What translates, as ``Contender/path`` names it.
    public let path: String

    private let body: @Sendable (_ operations: Int) throws -> UInt64

    /// Translates as often as said, and returns a number that depends on all of it.
    public func run(_ operations: Int) throws -> UInt64 { try body(operations) }

    /// All of them, to encode and to decode.
    public static let all: [Codec] =
        model(EntityPerson.self, Contender.entity) + model(CodablePerson.self, Contender.codable)
        + records

    private static let values = PersonValues(number: 4711, of: 100_000)

    private static func model<Model: PersonModel>(_ type: Model.Type, _ path: String) -> [Codec] {
        let translator = Model.schema.translator
        let encode = Codec(name: "encode", path: path) { operations in
            let person = Model(values)
            var sum: UInt64 = 0
            for _ in 0..<operations {
                // As a DAO does it: the bytes are lent to the engine where they were written.
                sum &+= try FieldWriter.lend { writer in
                    try translator.write(person, to: &writer)
                    return writer.withBytes { UInt64($0.count) }
                }
            }
            return sum
        }
        let decode = Codec(name: "decode", path: path) { operations in
            let bytes = try translator.encode(Model(values)).bytes
            var sum: UInt64 = 0
            for _ in 0..<operations { sum &+= try translator.read(bytes.span).sum }
            return sum
        }
        return [encode, decode]
    }

    private static let records = [
        Codec(name: "encode", path: Contender.records) { operations in
            let person = LoosePerson(values)
            var sum: UInt64 = 0
            for _ in 0..<operations { sum &+= UInt64(try Record(person.fields).bytes.count) }
            return sum
        },
        Codec(name: "decode", path: Contender.records) { operations in
            let record = try Record(LoosePerson(values).fields)
            var sum: UInt64 = 0
            for _ in 0..<operations { sum &+= try LoosePerson(record).sum }
            return sum
        },
    ]
}
