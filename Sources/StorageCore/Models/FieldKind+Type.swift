extension FieldKind {
    /// The kind that values of a type usually have in a record, as `Codable` writes them.
    init(of type: Any.Type) {
        switch type {
        case let type as any FieldRepresentable.Type: self = type.fieldKind
        case let type as any ContainerValue.Type: self = type.containerKind
        case let type as any RawRepresentable.Type: self = Self.kind(ofRawValueOf: type)
        case is any FixedWidthInteger.Type: self = .int
        default: self = .object
        }
    }

    private static func kind<T: RawRepresentable>(ofRawValueOf: T.Type) -> FieldKind {
        FieldKind(of: T.RawValue.self)
    }
}

/// A type whose values hold others.
private protocol ContainerValue {
    static var containerKind: FieldKind { get }
}

extension Optional: ContainerValue {
    fileprivate static var containerKind: FieldKind { FieldKind(of: Wrapped.self) }
}

extension Array: ContainerValue {
    fileprivate static var containerKind: FieldKind { .array }
}

extension Set: ContainerValue {
    fileprivate static var containerKind: FieldKind { .array }
}

extension Dictionary: ContainerValue {
    fileprivate static var containerKind: FieldKind {
        Key.self is any CodingKeyRepresentable.Type ? .object : .array
    }
}
