extension Analysis {
    /// Makes a field of each property that is kept.
    mutating func addFields() {
        for property in declaration.properties where property.isStored {
            let count = problems.count
            check(property)
            checkAttributes(property)
            if problems.count == count, !isTransient(property) { addField(property) }
        }
        for property in declaration.properties where !property.isStored { checkUnstored(property) }
        entity.fields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func attribute(_ name: String, of property: Property) -> Attribute? {
        property.attributes.first { $0.name == name && Attributes.isOwn($0) }
    }

    func isTransient(_ property: Property) -> Bool {
        attribute("Transient", of: property) != nil
    }

    private mutating func addField(_ property: Property) {
        let argument = attribute("Field", of: property)?.arguments.first { $0.label == nil }
        let name = argument.flatMap { text(of: $0) } ?? property.name.text
        if entity.fields.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            let place = argument.map { source.bytes(ofTokens: $0.tokens) } ?? property.name.range
            refuse("there is a field named '\(name)' already; give this one another name", place)
            return
        }
        let indexing =
            attribute("Unique", of: property) != nil
            ? "unique" : attribute("Indexed", of: property) != nil ? "indexed" : nil
        entity.fields.append(
            Entity.Field(
                property: property.name.spelling, name: name, type: localType(of: property),
                indexing: indexing, reading: reading(property)))
    }

    /// The type of a property, if it is written out and an extension can name it. Given that, the
    /// compiler has nothing to infer.
    ///
    /// An extension of a type inside of another one does not see what else is in there.
    private func localType(of property: Property) -> String? {
        guard context.isEmpty, let type = property.type,
            !type.contains(where: { source.token($0, is: "some") })
        else { return nil }
        return source.text(ofTokens: type)
    }

    private func reading(_ property: Property) -> Entity.Field.Reading {
        let argument = attribute("Field", of: property)?.arguments.first { $0.label == "default" }
        if let argument { return .defaultValue(source.text(ofTokens: argument.tokens)) }
        if property.value == nil { return .plain }
        if property.isConstant { return .none }
        return isOptional(property) ? .plain : .initialValue
    }

    /// Whether the type of a property is written as an optional.
    func isOptional(_ property: Property) -> Bool {
        guard let type = property.type, let last = type.last else { return false }
        return source.token(last, is: "?") || source.token(type.lowerBound, is: "Optional")
    }

    /// Finds the key, and adds the `id` that it lacks.
    mutating func findKey() {
        let stored = declaration.properties.filter(\.isStored)
        let marked = stored.filter { attribute("Key", of: $0) != nil }
        let ids = declaration.properties.filter { $0.name.text == "id" && !$0.isStatic }
        for property in marked.dropFirst() {
            refuse(
                "'\(marked[0].name.text)' is the key already; make one type of both that is "
                    + "KeyRepresentable, and a property of that the key", property.name.range)
        }
        if let key = marked.first {
            entity.key = key.name.spelling
            if key.name.text != "id" { addID(of: key, ids.first) }
        } else if let id = ids.first {
            entity.key = id.name.spelling
            if isTransient(id) {
                refuse(
                    "the key cannot be transient; mark another property with @Key", id.name.range)
            } else if id.isStored, isOptional(id) {
                refuseOptionalKey(id)
            }
        } else {
            refuse(
                "'\(declaration.name.text)' has no key; mark the property that is the key with @Key, "
                    + "or name it 'id'", declaration.name.range)
        }
    }

    private mutating func addID(of key: Property, _ id: Property?) {
        if let id {
            guard id.isStored else { return }
            refuse(
                "the 'id' of an Entity is its key, which is '\(key.name.text)' here; give this "
                    + "property another name", id.name.range)
        } else if let type = key.type {
            entity.typeOfMissingID = source.text(ofTokens: type)
        } else if let type = key.value.flatMap({ typeOfLiteral($0) }) {
            entity.typeOfMissingID = type
        } else {
            refuse(
                "the type of the key has to be written out; write '\(key.name.text): SomeType'",
                key.name.range)
        }
    }

    /// The type that the compiler gives a literal.
    private func typeOfLiteral(_ value: Range<Int>) -> String? {
        var value = value
        if source.token(value.lowerBound, is: "-") { value = value.dropFirst() }
        guard value.count == 1, let place = value.first else { return nil }
        switch source.tokens[place].kind {
        case .string: return "String"
        case .number where source.text(ofTokens: value).allSatisfy { $0.isNumber || $0 == "_" }:
            return "Int"
        default: return nil
        }
    }
}
