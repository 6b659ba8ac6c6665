/// Finds out what is kept of a declaration, or why that cannot be said.
struct Analysis {
    let source: Source
    let declaration: Declaration
    /// The declarations around the type, the innermost first, without their members.
    let context: [Source]

    var entity = Entity()
    var problems: [Problem] = []

    /// The model that a declaration is, or all that is wrong with it.
    static func entity(
        _ source: Source, _ declaration: Declaration, in context: [Source]
    ) -> Result<Entity, Problems> {
        var analysis = Analysis(source: source, declaration: declaration, context: context)
        analysis.run()
        guard analysis.problems.isEmpty else {
            return .failure(Problems(all: analysis.problems))
        }
        return .success(analysis.entity)
    }

    private mutating func run() {
        guard checkKind() else { return }
        problems += declaration.problems
        checkType()
        readAttribute()
        addFields()
        findKey()
    }

    mutating func refuse(_ message: String, _ range: Range<Int>) {
        problems.append(Problem(message: message, range: range))
    }

    /// Whether the declaration is a struct.
    private mutating func checkKind() -> Bool {
        let keyword = source.text(declaration.keyword)
        if keyword == "struct" { return true }
        refuse(
            "@Entity is for structs, and '\(declaration.name.text)' is declared with '\(keyword)'; "
                + "make it a struct, or write the conformance to Entity by hand",
            declaration.keyword)
        return false
    }

    private mutating func checkType() {
        for attribute in declaration.attributes where !Attributes.areAboutTypes(attribute) {
            refuse(
                "@Entity cannot see whether '@\(attribute.name)' adds stored properties; remove it, or "
                    + "write the conformance to Entity by hand",
                attribute.range)
        }
        for place in declaration.inheritance where source.token(place, is: "~") {
            refuse(
                "an Entity is copied, which '\(declaration.name.text)' does not allow; remove this",
                source.bytes(ofTokens: place..<min(place + 2, declaration.inheritance.upperBound)))
        }
        readAccess()
        entity.availability = declaration.attributes
            .filter { $0.name == "available" }.map { source.text($0.range) }
        entity.isGeneric = declaration.isGeneric || context.contains { $0.mayBeGeneric }
    }

    private mutating func readAccess() {
        for modifier in declaration.modifiers {
            switch modifier.text {
            case "public", "package":
                // A type is as accessible as those around it, and its members cannot say more.
                if context.allSatisfy({ $0.isAccessible(modifier.text) }) {
                    entity.access = modifier.text + " "
                }
            case "private" where !context.isEmpty:
                refuse(
                    "what @Entity writes stands outside of the type around "
                        + "'\(declaration.name.text)', and cannot see it if it is private; make it "
                        + "fileprivate", modifier.range)
            default: break
            }
        }
        for outer in context.dropLast() where outer.isPrivate {
            refuse(
                "what @Entity writes stands outside of the types around "
                    + "'\(declaration.name.text)', one of which is private; make that fileprivate",
                declaration.name.range)
        }
    }

    private mutating func readAttribute() {
        entity.collection = StringLiteral.literal(declaration.name.text)
        guard let attribute = declaration.attributes.first(where: Attributes.isEntity),
            let argument = attribute.arguments.first
        else { return }
        guard let name = text(of: argument) else {
            refuse(
                "the name of a collection has to be a string literal of one line without "
                    + "interpolation; write it as such", source.bytes(ofTokens: argument.tokens))
            return
        }
        if name.isEmpty {
            refuse(
                "a collection has a name; write one, or leave the argument out",
                source.bytes(ofTokens: argument.tokens))
        }
        entity.collection = StringLiteral.literal(name)
    }

    /// The text of an argument that is a string literal.
    func text(of argument: Argument) -> String? {
        guard argument.tokens.count == 1 else { return nil }
        return StringLiteral.text(of: source.text(ofTokens: argument.tokens))
    }
}

/// All that is wrong with a declaration.
struct Problems: Error {
    let all: [Problem]
}

extension Source {
    /// Whether the header of a declaration is one of a generic type, or of an extension, of which
    /// nobody can tell.
    fileprivate var mayBeGeneric: Bool {
        tokens.indices.contains { token($0, is: "extension") || token($0, is: "<") }
    }

    /// Whether the type has that access or more. Of an extension nobody can tell.
    fileprivate func isAccessible(_ access: String) -> Bool {
        tokens.indices.contains {
            token($0, is: "public") || token($0, is: "open") || token($0, is: access)
                || token($0, is: "extension")
        }
    }

    fileprivate var isPrivate: Bool {
        tokens.indices.contains { token($0, is: "private") }
    }
}
