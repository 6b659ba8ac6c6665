/// What is refused of the attributes that say how a property is kept.
extension Analysis {
    /// Checks the attributes of a stored property.
    mutating func checkAttributes(_ property: Property) {
        let own = property.attributes.filter(Attributes.isOwn)
        if property.isOneOfSeveral, let first = own.first,
            !problems.contains(where: { $0.range == first.range })
        {
            refuse(
                "'@\(first.name)' would be about several properties; declare '\(property.name.text)' "
                    + "by itself", first.range)
        }
        for (index, attribute) in own.enumerated() {
            if own[..<index].contains(where: { $0.name == attribute.name }) {
                refuse("'@\(attribute.name)' is here twice; remove one", attribute.range)
            }
        }
        if let unique = attribute("Unique", of: property), attribute("Indexed", of: property) != nil
        {
            refuse("'@Unique' makes an index already; remove '@Indexed'", unique.range)
        }
        if attribute("Key", of: property) != nil { checkKey(property, own) }
        if let field = attribute("Field", of: property) { checkField(property, field) }
    }

    private mutating func checkKey(_ property: Property, _ own: [Attribute]) {
        for attribute in own where attribute.name == "Indexed" || attribute.name == "Unique" {
            refuse(
                "a key is sorted and unique already; remove '@\(attribute.name)'", attribute.range)
        }
        if isOptional(property) { refuseOptionalKey(property) }
        if property.isConstant, property.value != nil {
            refuse(
                "all models would have this key; make it 'var', or remove the initial value",
                property.name.range)
        }
    }

    mutating func refuseOptionalKey(_ property: Property) {
        refuse(
            "a key is never nil; make '\(property.name.text)' no optional",
            property.type.map { source.bytes(ofTokens: $0) } ?? property.name.range)
    }

    private mutating func checkField(_ property: Property, _ attribute: Attribute) {
        for argument in attribute.arguments {
            let place = source.bytes(ofTokens: argument.tokens)
            switch argument.label {
            case nil:
                guard let name = text(of: argument) else {
                    refuse(
                        "the name of a field has to be a string literal of one line without "
                            + "interpolation; write it as such", place)
                    continue
                }
                if name.isEmpty {
                    refuse("a field has a name; write one, or leave the argument out", place)
                }
            case "default":
                if isOptional(property) {
                    refuse(
                        "an optional is nil when its field is missing, which is how nil is kept; "
                            + "remove the default value, or make '\(property.name.text)' no optional",
                        place)
                } else if property.isConstant, property.value != nil {
                    refuse(
                        "the constant '\(property.name.text)' has its value already; remove the "
                            + "default value", place)
                }
            default: break
            }
        }
    }

    /// Checks what is said about a property that has no place in an instance.
    mutating func checkUnstored(_ property: Property) {
        for attribute in property.attributes where Attributes.isOwn(attribute) {
            refuse(
                "'\(property.name.text)' is not stored, and so not kept; remove "
                    + "'@\(attribute.name)'", attribute.range)
        }
        let name = property.name.text
        guard property.isStatic, name == "schema" || name == "indexes" else { return }
        if name == "indexes" { entity.declaresIndexes = true }
        if name == "schema" {
            refuse(
                "@Entity writes the schema; remove this one, or write the conformance to Entity by "
                    + "hand", property.name.range)
        }
    }
}
