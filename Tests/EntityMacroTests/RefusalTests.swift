import EntityExpansion
import Testing

/// What `@Entity` refuses, and what it says to which token.
struct RefusalTests {
    struct Case: CustomTestStringConvertible {
        /// The declaration; the tokens that the message is about stand between « and ».
        let text: String
        let message: String
        let context: [String]

        init(_ text: String, _ message: String, in context: [String] = []) {
            self.text = text
            self.message = message
            self.context = context
        }

        var testDescription: String { text }
    }

    static let types = [
        Case(
            "@Entity final «class» A { var id = 1 }",
            "@Entity is for structs, and 'A' is declared with 'class'; make it a struct, or write the "
                + "conformance to Entity by hand"),
        Case(
            "@Entity «enum» A { case a }",
            "@Entity is for structs, and 'A' is declared with 'enum'; make it a struct, or write the "
                + "conformance to Entity by hand"),
        Case(
            "/* é */ public «actor» A {}",
            "@Entity is for structs, and 'A' is declared with 'actor'; make it a struct, or write the "
                + "conformance to Entity by hand"),
        Case(
            "@Entity «@Mine(1)» struct A { var id: Int }",
            "@Entity cannot see whether '@Mine' adds stored properties; remove it, or write the "
                + "conformance to Entity by hand"),
        Case(
            "struct A: Sendable, «~Copyable» { var id: Int }",
            "an Entity is copied, which 'A' does not allow; remove this"),
        Case(
            "«private» struct A { var id: Int }",
            "what @Entity writes stands outside of the type around 'A', and cannot see it if it is "
                + "private; make it fileprivate", in: ["enum B {}"]),
        Case(
            "struct «A» { var id: Int }",
            "what @Entity writes stands outside of the types around 'A', one of which is private; make "
                + "that fileprivate", in: ["private enum B {}", "enum C {}"]),
        Case(
            "@Entity(«name») struct A { var id: Int }",
            "the name of a collection has to be a string literal of one line without interpolation; "
                + "write it as such"),
        Case(
            #"@Entity(«"a\(1)"») struct A { var id: Int }"#,
            "the name of a collection has to be a string literal of one line without interpolation; "
                + "write it as such"),
        Case(
            #"@Entity(«""») struct A { var id: Int }"#,
            "a collection has a name; write one, or leave the argument out"),
        Case(
            "struct «A» { var name: Int }",
            "'A' has no key; mark the property that is the key with @Key, or name it 'id'"),
        Case(
            "struct A { var id: Int; static let «schema» = 1 }",
            "@Entity writes the schema; remove this one, or write the conformance to Entity by hand"
        ),
    ]

    static let members = [
        Case(
            "struct A { var id: Int\n «#if» DEBUG\n var x = 1\n #else\n #endif\n }",
            "@Entity cannot tell which members '#if' leaves here; move methods and static members into "
                + "an extension, and give the type the same stored properties everywhere"),
        Case(
            "struct A { var id: Int\n «#members»(1)\n }",
            "@Entity cannot see what '#members' declares; write its members out, or move it into an "
                + "extension"),
        Case(
            "struct A { var id: Int; var «(»a, b) = (1, 2) }",
            "@Entity does not take a tuple apart; declare each of these properties by itself"),
        Case(
            "struct A { var id: Int; «lazy» var a = 1 }",
            "a property that is lazy cannot be kept; make 'a' a computed or an ordinary one"),
        Case(
            "struct A { var id: Int; «weak» var a: B? }",
            "a property that is weak cannot be kept; make 'a' a computed or an ordinary one"),
        Case(
            "struct A { var id: Int; «unowned(safe)» var a: B }",
            "a property that is unowned cannot be kept; make 'a' a computed or an ordinary one"),
        Case(
            "struct A { var id: Int; «@Published» var a: B }",
            "@Entity cannot see what '@Published' makes of 'a'; mark the property with @Transient if "
                + "it is not to be kept, or remove the attribute"),
        Case(
            "struct A { var id: Int; «@Other.Key» var a: B }",
            "@Entity cannot see what '@Key' makes of 'a'; mark the property with @Transient if it is "
                + "not to be kept, or remove the attribute"),
        Case(
            "struct A { var id: Int; var a: «(Int, Int)» }",
            "a tuple cannot be kept; make 'a' a struct that is Codable"),
        Case(
            "struct A { var id: Int; var a: «[String: (x: Int, y: Int)]?» }",
            "a tuple cannot be kept; make 'a' a struct that is Codable"),
        Case(
            "struct A { var id: Int; var a: «Void» }",
            "a tuple cannot be kept; make 'a' a struct that is Codable"),
        Case(
            "struct A { var id: Int; var a = «(1, 2)» }",
            "a tuple cannot be kept; make 'a' a struct that is Codable"),
        Case(
            "struct A { var id: Int; var a: «(Int) -> Void» }",
            "a closure cannot be kept; mark 'a' with @Transient and give it an initial value"),
        Case(
            "struct A { var id: Int; var a = «{ 1 }» }",
            "a closure cannot be kept; mark 'a' with @Transient and give it an initial value"),
        Case(
            "struct A { var id: Int; var a: Int«!» }",
            "an optional that is unwrapped by itself cannot be kept; write '?' instead of '!'"),
        Case(
            "struct A { var id: Int; let «a» = Date() }",
            "'a' could not be read back, because it is a constant with an initial value; make it "
                + "'var', or mark it with @Transient"),
        Case(
            "struct A { var id: Int; let «a»: Date = .now }",
            "'a' could not be read back, because it is a constant with an initial value; make it "
                + "'var', or mark it with @Transient"),
        Case(
            "struct A { var id: Int; var a: Int { 1 } «strange» }",
            "@Entity does not understand this: the property ends before this; write it more simply, or "
                + "the conformance to Entity by hand"),
        Case(
            "struct A { var id: Int; «strange» var a: Int }",
            "@Entity does not understand this: a member is expected here; write it more simply, or the "
                + "conformance to Entity by hand"),
    ]

    static let attributes = [
        Case(
            "struct A { var id: Int; @Transient var «a»: Int }",
            "'a' is not kept, and so needs an initial value; give it one"),
        Case(
            "struct A { var id: Int; @Transient let «a»: Int? }",
            "'a' is not kept, and so needs an initial value; give it one"),
        Case(
            "struct A { var id: Int; @Transient «@Indexed» var a = 1 }",
            "'a' is not kept, and '@Indexed' means something that is; remove one of both"),
        Case(
            "struct A { var id: Int; «@Indexed» var a: Int, b: Int }",
            "'@Indexed' would be about several properties; declare 'a' by itself"),
        Case(
            "struct A { var id: Int; @Indexed «@Indexed» var a: Int }",
            "'@Indexed' is here twice; remove one"),
        Case(
            "struct A { var id: Int; @Indexed «@Unique» var a: Int }",
            "'@Unique' makes an index already; remove '@Indexed'"),
        Case(
            "struct A { @Key «@Unique» var id: Int }",
            "a key is sorted and unique already; remove '@Unique'"),
        Case("struct A { var id: «Int?» }", "a key is never nil; make 'id' no optional"),
        Case(
            "struct A { @Key let «id» = 1 }",
            "all models would have this key; make it 'var', or remove the initial value"),
        Case(
            "struct A { @Transient var «id» = 1 }",
            "the key cannot be transient; mark another property with @Key"),
        Case(
            "struct A { @Key var a: Int; @Key var «b»: Int; var id: Int { a } }",
            "'a' is the key already; make one type of both that is KeyRepresentable, and a property of "
                + "that the key"),
        Case(
            "struct A { @Key var a: Int; var «id»: Int }",
            "the 'id' of an Entity is its key, which is 'a' here; give this property another name"),
        Case(
            "struct A { @Key var «a» = make() }",
            "the type of the key has to be written out; write 'a: SomeType'"),
        Case(
            "struct A { var id: Int; @Field(«n») var a: Int }",
            "the name of a field has to be a string literal of one line without interpolation; write "
                + "it as such"),
        Case(
            #"struct A { var id: Int; @Field(«""») var a: Int }"#,
            "a field has a name; write one, or leave the argument out"),
        Case(
            #"struct A { var id: Int; @Field(«"id"») var a: Int }"#,
            "there is a field named 'id' already; give this one another name"),
        Case(
            "struct A { var id: Int; @Field(default: «1») var a: Int? }",
            "an optional is nil when its field is missing, which is how nil is kept; remove the "
                + "default value, or make 'a' no optional"),
        Case(
            "struct A { var id: Int; @Field(default: «1») let a = 2 }",
            "the constant 'a' has its value already; remove the default value"),
        Case(
            "struct A { var id: Int; «@Indexed» var a: Int { 1 } }",
            "'a' is not stored, and so not kept; remove '@Indexed'"),
        Case(
            "struct A { var id: Int; «@Field(\"x\")» static var a = 1 }",
            "'a' is not stored, and so not kept; remove '@Field'"),
    ]

    @Test(arguments: types + members + attributes)
    func `A refusal is about the token at fault, and says what to do`(_ test: Case) throws {
        let marked = Array(test.text.utf8)
        let open = Array("«".utf8)
        let close = Array("»".utf8)
        let start = try #require(marked.firstRange(of: open)).lowerBound
        let end = try #require(marked.firstRange(of: close)).lowerBound - open.count
        let text = test.text.filter { $0 != "«" && $0 != "»" }
        let expansion = Expansion(
            of: Array(text.utf8), type: "A", conformances: ["Entity"],
            context: test.context.map { Array($0.utf8) })
        #expect(expansion.text == "")
        let problem = try #require(expansion.problems.first)
        #expect(problem.message == test.message)
        let range = problem.range
        #expect(range == start..<end)
        #expect(expansion.problems.count == 1)
    }

    @Test func `All problems are told at once`() {
        let text = "struct A { lazy var a = 1; var b: (Int, Int); @Mine var c = 2; let d = Date() }"
        let expansion = Expansion(of: Array(text.utf8), type: "A", conformances: ["Entity"])
        #expect(expansion.problems.count == 5)
    }

    @Test(arguments: [
        "", "struct", "struct A", "struct A {", "struct A { var a = \"", "@", "}", "/*",
    ])
    func `What is no declaration is a problem`(_ text: String) {
        let expansion = Expansion(of: Array(text.utf8), type: "A", conformances: ["Entity"])
        #expect(expansion.problems.count == 1)
    }
}
