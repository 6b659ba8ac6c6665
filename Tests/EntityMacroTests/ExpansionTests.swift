import EntityExpansion
import Testing

/// What `@Entity` writes, to the letter.
struct ExpansionTests {
    private func expansion(
        _ text: String, type: String, _ conformances: [String] = ["Entity", "RecordRepresentable"],
        in context: [String] = []
    ) -> String {
        let expansion = Expansion(
            of: Array(text.utf8), type: type, conformances: conformances,
            context: context.map { Array($0.utf8) })
        #expect(expansion.problems == [])
        return expansion.text
    }

    @Test func `Fields stand sorted by the bytes of their names`() {
        let text = expansion(
            """
            @Entity("users")
            struct User {
                @Key var id: UUID
                @Unique var email: String
                @Indexed var age: Int
                @Field("full_name", default: "") var name: String
                var tags: [String] = []
                @Transient var cache = 0
                let version = 1
                var Upper: Int?
                var `default` = 1, zoë: Double
                var count: Int { 1 }
                static var shared: Int = 1
            }
            """, type: "User")
        #expect(
            text == """
                extension User: Entity, RecordRepresentable {
                    static let schema = StorageCore.Schema<Self>(
                        "users", key: \\.id, translator: StorageCore.FieldTranslator<Self>()
                    ) {
                        StorageCore.Field("Upper", \\.Upper)
                        StorageCore.Field("age", \\.age, .indexed)
                        StorageCore.Field("default", \\.`default`)
                        StorageCore.Field("email", \\.email, .unique)
                        StorageCore.Field("full_name", \\.name)
                        StorageCore.Field("id", \\.id)
                        StorageCore.Field("tags", \\.tags)
                        StorageCore.Field("version", \\.version)
                        StorageCore.Field("zoë", \\.zoë)
                    }

                    func writeFields(to writer: inout StorageCore.FieldWriter) throws {
                        try writer.write("Upper", self.Upper)
                        try writer.write("age", self.age)
                        try writer.write("default", self.`default`)
                        try writer.write("email", self.email)
                        try writer.write("full_name", self.name)
                        try writer.write("id", self.id)
                        try writer.write("tags", self.tags)
                        try writer.write("version", self.version)
                        try writer.write("zoë", self.zoë)
                    }

                    init(fieldsFrom reader: inout StorageCore.FieldReader) throws {
                        let value0: Int? = try reader.read("Upper")
                        let value1: Int = try reader.read("age")
                        let value2_ = self.`default`
                        let value2 = try StorageCore.FieldReader.value(for: { (model: Self) in model.`default` }) {
                            try reader.read("default", default: value2_)
                        }
                        let value3: String = try reader.read("email")
                        let value4: String = try reader.read("full_name", default: "")
                        let value5: UUID = try reader.read("id")
                        let value6_ = self.tags
                        let value6: [String] = try reader.read("tags", default: value6_)
                        let value7: Double = try reader.read("zoë")
                        self.Upper = value0
                        self.age = value1
                        self.`default` = value2
                        self.email = value3
                        self.name = value4
                        self.id = value5
                        self.tags = value6
                        self.zoë = value7
                    }
                }
                """)
    }

    @Test func `A key of another name becomes the id`() {
        let text = expansion(
            """
            /// A country.
            @available(macOS 26, *) @StorageCore.Entity
            public struct Country: Sendable { @StorageCore.Key public var code = "" }
            """, type: "Country")
        #expect(
            text == """
                @available(macOS 26, *)
                extension Country: Entity, RecordRepresentable {
                    public static let schema = StorageCore.Schema<Self>(
                        "Country", key: \\.code, translator: StorageCore.FieldTranslator<Self>()
                    ) {
                        StorageCore.Field("code", \\.code)
                    }

                    public var id: String { code }

                    public func writeFields(to writer: inout StorageCore.FieldWriter) throws {
                        try writer.write("code", self.code)
                    }

                    public init(fieldsFrom reader: inout StorageCore.FieldReader) throws {
                        let value0_ = self.code
                        let value0 = try StorageCore.FieldReader.value(for: { (model: Self) in model.code }) {
                            try reader.read("code", default: value0_)
                        }
                        self.code = value0
                    }
                }
                """)
    }

    @Test func `A generic type computes its schema, which has the indexes it declares`() {
        let text = expansion(
            """
            @Entity struct Box<T: Codable & Sendable>: Entity {
                let id: Int
                static var indexes: [SchemaPart<Self>] { [] }
            }
            """, type: "Box", ["RecordRepresentable"])
        #expect(
            text == """
                extension Box: RecordRepresentable {
                    static var schema: StorageCore.Schema<Self> {
                        StorageCore.Schema<Self>(
                            "Box", key: \\.id, translator: StorageCore.FieldTranslator<Self>()
                        ) {
                            StorageCore.Field("id", \\.id)
                            Self.indexes
                        }
                    }

                    func writeFields(to writer: inout StorageCore.FieldWriter) throws {
                        try writer.write("id", self.id)
                    }

                    init(fieldsFrom reader: inout StorageCore.FieldReader) throws {
                        let value0: Int = try reader.read("id")
                        self.id = value0
                    }
                }
                """)
    }

    @Test func `What is read has the type that is written out, where an extension sees that`() {
        let text = "struct A { var id: Int; var a: Kept; var b: some Codable = 1 }"
        let outside = expansion(text, type: "A")
        #expect(outside.contains(#"let value0: Kept = try reader.read("a")"#))
        #expect(outside.contains("let value1 = try StorageCore.FieldReader.value(for:"))
        let inside = expansion(text, type: "Outer.A", in: ["struct Outer {}"])
        #expect(inside.contains("let value0 = try StorageCore.FieldReader.value(for:"))
        #expect(!inside.contains(": Kept"))
    }

    @Test(arguments: [
        ("struct Outer {}", false), ("struct Outer<T> {}", true), ("extension Outer {}", true),
    ])
    func `What is inside of a type that may be generic computes its schema`(
        _ outer: String, _ isComputed: Bool
    ) {
        let text = expansion("struct A { var id: Int }", type: "Outer.A", in: [outer])
        #expect(text.hasPrefix("extension Outer.A: Entity"))
        #expect(text.contains("static var schema") == isComputed)
        #expect(text.contains("static let schema") != isComputed)
    }

    @Test(arguments: [
        ("public", ["struct B {}"], ""), ("public", ["public struct B {}"], "public "),
        ("package", ["enum C {}", "public struct B {}"], ""),
        ("public", ["extension B {}"], "public "),
        ("package", ["public enum C {}", "package struct B {}"], "package "), ("internal", [], ""),
        ("fileprivate", [], ""), ("private", [], ""),
    ])
    func `Members are as accessible as the type is`(
        _ access: String, _ context: [String], _ expected: String
    ) {
        let text = expansion("\(access) struct A { var id: Int }", type: "A", in: context)
        #expect(text.contains("\n    \(expected)func writeFields"))
        #expect(text.contains("\n    \(expected)static "))
        #expect(text.contains("\n    \(expected)init(fieldsFrom"))
    }

    @Test func `A computed id is the key`() {
        let text = expansion(
            "struct A { var code: String; var id: String { code } }", type: "A", [])
        #expect(text.hasPrefix("extension A {"))
        #expect(text.contains("key: \\.id,"))
        #expect(!text.contains("var id"))
    }

    @Test func `Optionals are nil if they are missing, whatever their initial value`() {
        let text = expansion(
            "struct A { var id = 1, a: Int? = 2, b: Optional<Int> = 3; var c: Int? }", type: "A")
        for name in ["a", "b", "c"] {
            #expect(text.contains("try reader.read(\"\(name)\")\n"))
        }
    }

    @Test(arguments: [
        (#""a\"b\\c""#, #""a\"b\\c""#), (##"#"a"b\c"#"##, #""a\"b\\c""#),
        (#""\u{e9}\n\0""#, #""é\u{a}\u{0}""#), (#""日本""#, #""日本""#),
        (#""e\#u{301}""#, #""e\u{301}""#),
    ])
    func `Names may be any text`(_ literal: String, _ expected: String) {
        let text = expansion(
            "@Entity(\(literal)) struct A { @Field(\(literal)) var id: Int }", type: "A")
        #expect(text.contains("<Self>(\n        \(expected), key:"))
        #expect(text.contains("Field(\(expected), \\.id)"))
        #expect(text.contains("try reader.read(\(expected))"))
    }

    @Test func `A default value cannot mean the reader`() {
        let text = expansion(
            "struct A { var id: Int; @Field(default: reader) var a: Int }", type: "A")
        #expect(text.contains("init(fieldsFrom reader_: inout"))
        #expect(text.contains("try reader_.read(\"a\", default: reader)"))
    }
}
