import TestSupport
import Testing

@testable import EntityExpansion

/// The parser beside the compiler's own.
struct ParserTests {
    @Test func `The parser finds the stored properties that the compiler finds`() throws {
        let tree = try CompilerTree(parsing: DeclarationCorpus.text)
        #expect(tree.structs.count >= 60)
        for expected in tree.structs {
            let source = try Source(Array(expected.text.utf8))
            let declaration = try Parser.parse(source)
            let stored = declaration.properties.filter(\.isStored).map(\.name.text)
            #expect(stored == expected.stored, "\(expected.name)")
            #expect(declaration.problems == [], "\(expected.name)")
            #expect(declaration.name.text == expected.name)
        }
    }
}
