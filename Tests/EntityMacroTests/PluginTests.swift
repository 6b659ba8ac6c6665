import EntityExpansion
import Testing

/// The conversation with the compiler.
struct PluginTests {
    private func answer(_ message: String) throws -> JSON {
        let json = try #require(JSON(Array(message.utf8)))
        return try #require(Plugin.answer(to: json))
    }

    private func expansion(
        _ source: String, macro: String = "EntityMacro", role: String = "extension"
    ) throws -> JSON {
        let place = #"{"column":0,"fileID":"","fileName":"","line":0,"offset":0}"#
        let message = """
            {"expandAttachedMacro":{
                "attributeSyntax":{"kind":"attribute","location":\(place),"source":"@Entity"},
                "conformanceListSyntax":{"kind":"declaration","location":\(place),
                    "source":"struct Placeholder: Entity, RecordRepresentable {}"},
                "declSyntax":{"kind":"declaration","location":{"column":11,"fileID":"app/a.swift",
                    "fileName":"/src/a.swift","line":10,"offset":100},"source":"\(source)"},
                "discriminator":"$s3app4UserV","extendedTypeSyntax":{"kind":"type",
                    "location":\(place),"source":"Outer.User"},
                "lexicalContext":[{"kind":"declaration","location":\(place),
                    "source":"\\nenum Outer {}"}],
                "macro":{"moduleName":"EntityMacro","name":"Entity ","typeName":"\(macro)"},
                "macroRole":"\(role)","staticBuildConfiguration":"{\\"a\\":[1,true,null,-2.5e3]}"}}
            """
        let result = try answer(message)
        return try #require(result["expandMacroResult"])
    }

    @Test func `The compiler is told what the macro can do`() throws {
        let answer = try answer(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
        #expect(
            String(decoding: answer.encoded, as: UTF8.self)
                == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    }

    @Test func `A declaration is expanded`() throws {
        let result = try expansion(
            #"\n// \"é\" \u00e9\ud83d\ude00\n@Entity(\"a\") struct User { var id: Int }"#)
        let text = try #require(result["expandedSource"]?.text)
        #expect(text.hasPrefix("extension Outer.User: Entity, RecordRepresentable {\n"))
        #expect(text.contains("<Self>(\n        \"a\", key: \\.id"))
        #expect(result["diagnostics"] == .array([]))
    }

    @Test func `A problem has its place in the file`() throws {
        let result = try expansion(#"\n// é\nclass User {}"#)
        #expect(result["expandedSource"]?.text == "")
        let diagnostic = try #require(result["diagnostics"]?.elements.first)
        #expect(diagnostic["severity"]?.text == "error")
        #expect(diagnostic["message"]?.text?.hasPrefix("@Entity is for structs") == true)
        #expect(diagnostic["position"]?["fileName"]?.text == "/src/a.swift")
        #expect(diagnostic["position"]?["offset"]?.integer == 107)
        #expect(diagnostic["highlights"]?.elements.first?["endOffset"]?.integer == 112)
    }

    @Test(arguments: [("KeyMacro", "peer"), ("FieldMacro", "peer"), ("EntityMacro", "member")])
    func `Other roles write nothing`(_ macro: String, _ role: String) throws {
        let result = try expansion("struct A { var id: Int }", macro: macro, role: role)
        #expect(result["expandedSource"]?.text == "")
        #expect(result["diagnostics"] == .array([]))
    }

    @Test func `Other messages have no answer`() throws {
        let other = try #require(JSON(Array(#"{"other":{}}"#.utf8)))
        #expect(Plugin.answer(to: other) == nil)
        #expect(Plugin.answer(to: .null) == nil)
    }

    @Test(arguments: [
        #"null"#, #"true"#, #"[]"#, #"{}"#, #"[1,-2,"a\"\\\u000a\u0001é"]"#, #"{"a":{"b":[{}]}}"#,
    ])
    func `JSON comes back as it is`(_ text: String) throws {
        let value = try #require(JSON(Array(text.utf8)))
        #expect(String(decoding: value.encoded, as: UTF8.self) == text)
    }

    @Test(arguments: [
        "", "{", "[1", "[1,]", #"{"a"}"#, #"{"a":}"#, #""\u12""#, #""\ud800""#, "nul", "1 2", "\"",
        String(repeating: "[", count: 1000),
    ])
    func `What is no JSON is none`(_ text: String) {
        #expect(JSON(Array(text.utf8)) == nil)
    }
}
