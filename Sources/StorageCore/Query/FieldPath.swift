/// Where a value stands in a record: the name of a field, and the names of members inside it.
///
/// Names that contain dots are names all the same: `["address", "city"]` is the member `city` of
/// the field `address`, and `"address.city"` is one field of that name.
public struct FieldPath: Sendable {
    /// The names, from the outside in.
    public let names: [String]

    /// Whether the path stands for the record's key instead of a field.
    public let isKey: Bool

    /// The path of these names. Without one it stands for the value at hand: the element that
    /// ``Filter/any(_:_:)`` looks at.
    public init(_ names: [String]) {
        self.names = names
        isKey = false
    }

    private init(isKey: Bool) {
        names = []
        self.isKey = isKey
    }

    /// The record's key: the value of its component, or the array of them if there are several.
    public static let key = FieldPath(isKey: true)

    /// The value at hand itself.
    public static let element = FieldPath([])
}

extension FieldPath: Hashable {
    /// Whether both have the same names, compared by their UTF-8 bytes.
    public static func == (left: FieldPath, right: FieldPath) -> Bool {
        left.isKey == right.isKey && left.names.count == right.names.count
            && zip(left.names, right.names).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isKey)
        for name in names { hasher.combine(ExactString(name)) }
    }
}

extension FieldPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// The field of that name.
    public init(stringLiteral name: String) {
        self.init([name])
    }

    /// A member, named from the outside in.
    public init(arrayLiteral names: String...) {
        self.init(names)
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path as the text form of filters spells it.
    public var description: String {
        if isKey { return "$key" }
        return names.map(\.asIdentifier).joined(separator: ".")
    }
}

extension String {
    /// Words that have a meaning in filters.
    static let filterWords: Set<String> = [
        "and", "or", "not", "in", "is", "between", "startsWith", "endsWith", "contains", "null",
        "missing", "true", "false", "any", "equals", "caseInsensitive",
        "containsText",
    ]

    /// Whether the name can stand without backquotes.
    var isIdentifier: Bool {
        utf8.first.map { !(0x30...0x39).contains($0) } ?? false
            && utf8.allSatisfy(\.isIdentifierByte) && !Self.filterWords.contains(self)
    }

    /// The name as it is, or in backquotes if it is not an identifier.
    var asIdentifier: String {
        if isIdentifier { return self }
        let parts = unicodeScalars.split(separator: "`", omittingEmptySubsequences: false)
        return "`" + parts.map { String($0) }.joined(separator: "``") + "`"
    }
}

extension UInt8 {
    /// Whether an identifier may contain the byte: an ASCII letter or digit, an underscore, or part
    /// of a scalar beyond ASCII.
    var isIdentifierByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
        default: false
        }
    }
}
