/// A step on the way to a field: the name of a member or the index of an element.
enum PathKey: CodingKey {
    case name(String)
    case index(Int)

    init(stringValue: String) { self = .name(stringValue) }

    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "\(index)"
        }
    }

    var intValue: Int? {
        switch self {
        case .name(let name): Int(name)
        case .index(let index): index
        }
    }
}

extension [any CodingKey] {
    /// The path as messages show it, such as `address.lines.2`; nil if it has no step.
    var fieldPath: String? {
        isEmpty ? nil : map(\.stringValue).joined(separator: ".")
    }
}

extension StorageError {
    /// How messages begin that concern a field, or the whole record if there is no path.
    static func subject(_ field: String?) -> String {
        field.map { "the field '\($0)'" } ?? "the record"
    }

    static func tooDeep(_ field: String?) -> StorageError {
        StorageError(
            .invalidValue,
            "\(subject(field)) nests deeper than \(Limits.maximumDepth) levels; flatten it",
            field: field)
    }

    static func tooLarge(_ field: String?) -> StorageError {
        StorageError(
            .valueTooLarge, "\(subject(field)) has 4 GiB or more; split it", field: field)
    }
}
