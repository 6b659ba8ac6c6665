/// What is known about attributes.
enum Attributes {
    private static let types: Set<String> = [
        "available", "frozen", "usableFromInline", "dynamicMemberLookup", "dynamicCallable",
        "preconcurrency", "MainActor", "unsafe", "safe", "_spi", "_documentation", "unchecked",
        "nonexhaustive", "propertyWrapper", "resultBuilder", "inlinable",
    ]

    private static let properties: Set<String> = [
        "available", "usableFromInline", "inlinable", "preconcurrency", "unsafe", "safe", "_spi",
        "_documentation", "inline", "_alwaysEmitIntoClient", "nonobjc", "MainActor",
    ]

    private static let own: Set<String> = ["Key", "Indexed", "Unique", "Transient", "Field"]

    static func isEntity(_ attribute: Attribute) -> Bool {
        attribute.name == "Entity" && isOurs(attribute)
    }

    /// Whether the attribute is one of those that say how a property is kept.
    static func isOwn(_ attribute: Attribute) -> Bool {
        own.contains(attribute.name) && isOurs(attribute)
    }

    /// Whether the attribute leaves alone which members a type has.
    static func areAboutTypes(_ attribute: Attribute) -> Bool {
        isEntity(attribute) || (types.contains(attribute.name) && attribute.module == nil)
    }

    /// Whether the attribute leaves alone how a property is stored.
    static func areAboutProperties(_ attribute: Attribute) -> Bool {
        properties.contains(attribute.name) && attribute.module == nil
    }

    private static func isOurs(_ attribute: Attribute) -> Bool {
        attribute.module == nil || attribute.module == "StorageCore"
    }
}
