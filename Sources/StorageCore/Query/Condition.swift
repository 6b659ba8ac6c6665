/// Which models a query is about, written with key paths.
///
/// ```swift
/// try users.read(where: \.age >= 18 && .hasPrefix(\.name, "A"), orderedBy: .ascending(\.name))
/// ```
///
/// A key path has to be that of a declared ``Field``, or of the key.
public struct Condition<Model: Entity>: Sendable {
    let result: Result<Filter, StorageError>

    /// A condition that a filter of the collection's records says.
    public init(_ filter: Filter) {
        result = .success(filter)
    }

    /// True of every model.
    public static var all: Condition { Condition(.all) }

    /// What the condition says about the collection's records.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` if it is about a property that the schema does
    ///   not declare.
    public func filter() throws(StorageError) -> Filter {
        try result.get()
    }

    init(_ property: PartialKeyPath<Model>, _ make: (FieldPath) -> Filter) {
        result = Result { () throws(StorageError) in make(try Model.schema.path(of: property)) }
    }

    private init(
        _ left: Condition, _ right: Condition, _ combine: (Filter, Filter) -> Filter
    ) {
        result = Result { () throws(StorageError) in
            combine(try left.filter(), try right.filter())
        }
    }

    /// Both are true.
    public static func && (left: Condition, right: Condition) -> Condition {
        Condition(left, right) { $0 && $1 }
    }

    /// One of them is true, or both.
    public static func || (left: Condition, right: Condition) -> Condition {
        Condition(left, right) { $0 || $1 }
    }

    /// It is false.
    public static prefix func ! (condition: Condition) -> Condition {
        Condition(condition, condition) { filter, _ in !filter }
    }
}

/// The property equals the constant; nil equals nil.
public func == <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .equal, value.fieldValue) }
}

/// The property does not equal the constant.
public func != <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .notEqual, value.fieldValue) }
}

/// The property is below the constant. Nil is not.
public func < <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .less, value.fieldValue) }
}

/// The property is below the constant, or equals it. Nil is not.
public func <= <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .lessOrEqual, value.fieldValue) }
}

/// The property is above the constant. Nil is not.
public func > <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .greater, value.fieldValue) }
}

/// The property is above the constant, or equals it. Nil is not.
public func >= <Model: Entity, Value: FieldRepresentable>(
    property: KeyPath<Model, Value>, value: Value
) -> Condition<Model> {
    Condition(property) { .compare($0, .greaterOrEqual, value.fieldValue) }
}

extension Condition {
    /// The property equals one of the constants. Of none of them: false.
    public static func isIn<Value: FieldRepresentable>(
        _ property: KeyPath<Model, Value>, _ values: some Sequence<Value>
    ) -> Condition {
        Condition(property) { .isIn($0, values.map(\.fieldValue)) }
    }

    /// The property is in the range. Nil is not.
    public static func isBetween<Value: FieldRepresentable & Comparable>(
        _ property: KeyPath<Model, Value>, _ range: Range<Value>
    ) -> Condition {
        property >= range.lowerBound && property < range.upperBound
    }

    /// The property is in the range. Nil is not.
    public static func isBetween<Value: FieldRepresentable & Comparable>(
        _ property: KeyPath<Model, Value>, _ range: ClosedRange<Value>
    ) -> Condition {
        property >= range.lowerBound && property <= range.upperBound
    }

    /// The property equals the string, with case folded if it is to be.
    public static func equals<Text: TextRepresentable>(
        _ property: KeyPath<Model, Text>, _ text: String, caseInsensitive: Bool
    ) -> Condition {
        Condition(property) { .text($0, .equals, text, caseInsensitive: caseInsensitive) }
    }

    /// The property begins with the string.
    public static func hasPrefix<Text: TextRepresentable>(
        _ property: KeyPath<Model, Text>, _ prefix: String, caseInsensitive: Bool = false
    ) -> Condition {
        Condition(property) { .text($0, .startsWith, prefix, caseInsensitive: caseInsensitive) }
    }

    /// The property ends with the string.
    public static func hasSuffix<Text: TextRepresentable>(
        _ property: KeyPath<Model, Text>, _ suffix: String, caseInsensitive: Bool = false
    ) -> Condition {
        Condition(property) { .text($0, .endsWith, suffix, caseInsensitive: caseInsensitive) }
    }

    /// The property contains the string. An empty one is in every string.
    public static func contains<Text: TextRepresentable>(
        _ property: KeyPath<Model, Text>, _ text: String, caseInsensitive: Bool = false
    ) -> Condition {
        Condition(property) { .text($0, .contains, text, caseInsensitive: caseInsensitive) }
    }

    /// An element of the array equals the constant.
    public static func contains<Element: FieldRepresentable>(
        _ property: KeyPath<Model, [Element]>, _ element: Element
    ) -> Condition {
        Condition(property) { .any($0, .compare(.element, .equal, element.fieldValue)) }
    }

    /// An element of the array compares so with the constant.
    public static func any<Element: FieldRepresentable>(
        _ property: KeyPath<Model, [Element]>, _ comparison: Comparison, _ value: Element
    ) -> Condition {
        Condition(property) { .any($0, .compare(.element, comparison, value.fieldValue)) }
    }
}
