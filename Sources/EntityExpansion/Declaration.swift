/// A type's declaration, as far as it matters what is kept of it.
struct Declaration {
    var attributes: [Attribute]
    var modifiers: [Modifier]
    /// The word that says what is declared.
    var keyword: Range<Int>
    var name: Name
    var isGeneric: Bool
    /// The tokens of the inheritance clause, or an empty range.
    var inheritance: Range<Int>
    var properties: [Property] = []
    /// What cannot be understood, although the rest can.
    var problems: [Problem] = []
}

/// A name, as it is spelled and as it is.
struct Name {
    /// With backquotes, if it has some.
    let spelling: String
    /// The offsets of its bytes.
    let range: Range<Int>

    /// Without backquotes.
    var text: String {
        spelling.hasPrefix("`") ? String(spelling.dropFirst().dropLast()) : spelling
    }
}

/// A word before a declaration, such as `private(set)`.
struct Modifier {
    let text: String
    let range: Range<Int>
    /// What stands in parentheses behind it.
    let argument: String?
}

/// An attribute.
struct Attribute {
    /// The name without the module's.
    let name: String
    /// What stands before the name and a dot.
    let module: String?
    let arguments: [Argument]
    let range: Range<Int>
}

/// An argument of an attribute.
struct Argument {
    let label: String?
    /// The tokens of its value.
    let tokens: Range<Int>
}

/// A variable or constant of a type.
struct Property {
    enum Accessors {
        case none, observers, computed
    }

    let name: Name
    let attributes: [Attribute]
    let modifiers: [Modifier]
    let isConstant: Bool
    /// Whether it shares its declaration with others.
    let isOneOfSeveral: Bool
    /// The tokens of the type, if it is written out.
    let type: Range<Int>?
    /// The tokens of the initial value, if it has one.
    let value: Range<Int>?
    let accessors: Accessors

    var isStatic: Bool { has("static") || has("class") }

    /// Whether an instance has a place for it.
    var isStored: Bool { !isStatic && accessors != .computed }

    func has(_ modifier: String) -> Bool { modifiers.contains { $0.text == modifier } }
}
