/// A property and the value that it is to have.
public struct Assignment<Model: Entity>: Sendable {
    let property: any PartialKeyPath<Model> & Sendable
    let value: Value

    /// Sets `property` to `value`.
    public static func set<Value: FieldRepresentable>(
        _ property: any WritableKeyPath<Model, Value> & Sendable, to value: Value
    ) -> Assignment {
        Assignment(property: property, value: value.fieldValue)
    }
}

extension Array {
    /// What the assignments change in a record.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` for a property that the schema does not declare;
    ///   ``StorageError/Code/invalidArgument`` for the key.
    func changes<Model: Entity>(
        in schema: Schema<Model>
    ) throws(StorageError) -> [(path: FieldPath, value: Value)] where Element == Assignment<Model> {
        var changes: [(path: FieldPath, value: Value)] = []
        for assignment in self {
            let path = try schema.path(of: assignment.property)
            guard !path.isKey else {
                throw StorageError(
                    .invalidArgument,
                    "the key of a \(Model.self) cannot be set; to move it, insert it anew and "
                        + "delete the old one",
                    collection: schema.name)
            }
            changes.append((path, assignment.value))
        }
        return changes
    }
}

extension Record {
    /// The record with other values in some places.
    func merging(_ changes: [(path: FieldPath, value: Value)]) throws(StorageError) -> Record {
        var record = self
        for change in changes {
            record = try record.setting(change.path.names[...], to: change.value)
        }
        return record
    }

    /// The record with `value` in one place. Objects on the way are made where there are none.
    private func setting(
        _ names: ArraySlice<String>, to value: Value
    ) throws(StorageError) -> Record {
        guard let name = names.first else { return self }
        var fields = try fields()
        let place = fields.firstIndex { $0.name.isIdentical(to: name) }
        var changed = value
        if names.count > 1 {
            var inner = Record()
            if let place, case .object(let record) = fields[place].value { inner = record }
            changed = .object(try inner.setting(names.dropFirst(), to: value))
        }
        if let place {
            fields[place].value = changed
        } else {
            fields.append((name, changed))
        }
        return try Record(fields)
    }
}
