/// Answers the messages that the compiler sends to a macro's executable.
public enum Plugin {
    /// The answer to a message, or nil if it is not understood.
    public static func answer(to message: JSON) -> JSON? {
        if message["getCapability"] != nil {
            return object(
                [
                    "getCapabilityResult": object([
                        "capability": object(["protocolVersion": .integer(7)])
                    ])
                ])
        }
        if let expansion = message["expandAttachedMacro"] {
            return object(["expandMacroResult": expand(expansion)])
        }
        if message["expandFreestandingMacro"] != nil {
            return object(["expandMacroResult": result("", [])])
        }
        return nil
    }

    private static func expand(_ message: JSON) -> JSON {
        // `@Key` and its like only say something to `@Entity`.
        guard message["macro"]?["typeName"]?.text == "EntityMacro",
            message["macroRole"]?.text == "extension",
            let declaration = message["declSyntax"], let source = declaration["source"]?.bytes,
            let type = message["extendedTypeSyntax"]?["source"]?.text
        else { return result("", []) }
        let placeholder = message["conformanceListSyntax"]?["source"]?.bytes
        let context = message["lexicalContext"]?.elements.compactMap { $0["source"]?.bytes } ?? []
        let expansion = Expansion(
            of: source, type: type.trimmed, conformances: conformances(placeholder ?? []),
            context: context)
        let file = declaration["location"]?["fileName"] ?? .text("")
        let offset = declaration["location"]?["offset"]?.integer ?? 0
        return result(
            expansion.text, expansion.problems.map { diagnostic($0, file, offset) })
    }

    /// The protocols that a placeholder, `struct Placeholder: A, B {}`, conforms to.
    private static func conformances(_ placeholder: [UInt8]) -> [String] {
        do throws(Problem) {
            let source = try Source(placeholder)
            let inheritance = try Parser.parse(source).inheritance
            return source.text(ofTokens: inheritance).split(separator: ",").map {
                String($0).trimmed
            }
        } catch {
            return []
        }
    }

    private static func result(_ text: String, _ diagnostics: [JSON]) -> JSON {
        object(["expandedSource": .text(text), "diagnostics": .array(diagnostics)])
    }

    private static func diagnostic(_ problem: Problem, _ file: JSON, _ offset: Int) -> JSON {
        let start = JSON.integer(offset + problem.range.lowerBound)
        let end = JSON.integer(offset + problem.range.upperBound)
        return object([
            "message": .text(problem.message),
            "severity": .text("error"),
            "position": object(["fileName": file, "offset": start]),
            "highlights": .array([
                object(["fileName": file, "startOffset": start, "endOffset": end])
            ]),
            "notes": .array([]),
            "fixIts": .array([]),
        ])
    }

    private static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { (name: $0.key, value: $0.value) })
    }
}

extension String {
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
