/// Words with a meaning.
enum Keywords {
    /// What begins a declaration; none of these is the name of anything.
    static let declarations: Set<String> = [
        "var", "let", "func", "init", "deinit", "subscript", "typealias", "struct", "class", "enum",
        "protocol", "extension", "import", "associatedtype", "operator", "precedencegroup", "case",
    ]

    /// What begins a declaration, if a name follows.
    static let contextualDeclarations: Set<String> = ["actor", "macro"]

    /// What may stand before the word that begins a declaration. All but the first row are names,
    /// too.
    static let modifiers: Set<String> = [
        "static", "public", "internal", "private", "fileprivate", "class",
        "package", "open", "lazy", "weak", "unowned", "final", "override", "mutating",
        "nonmutating", "consuming", "borrowing", "isolated", "nonisolated", "dynamic", "optional",
        "required", "convenience", "indirect", "distributed", "async", "prefix", "postfix", "infix",
        "sending", "yielding",
    ]

    /// Modifiers that are names of nothing.
    static let firmModifiers: Set<String> = [
        "static", "public", "internal", "private", "fileprivate",
    ]

    /// What an operand follows, so that an expression cannot end there.
    static let beforeOperand: Set<String> = [
        "return", "in", "is", "as", "try", "await", "throw", "if", "guard", "while", "switch",
        "case", "where", "else", "repeat", "do", "unsafe", "consume", "copy", "any", "some",
        "inout",
    ]

    /// What begins an expression with conditions and blocks.
    static let beforeBlock: Set<String> = ["if", "switch", "while", "guard", "for", "catch"]

    /// Accessors that watch a stored property.
    static let observers: Set<String> = ["willSet", "didSet"]
}
