/// One part of an order, written with a key path.
public struct Ordering<Model: Entity>: Sendable {
    let property: any PartialKeyPath<Model> & Sendable
    let isDescending: Bool

    /// From less to greater; nil first.
    public static func ascending<Value: FieldRepresentable>(
        _ property: any KeyPath<Model, Value> & Sendable
    ) -> Ordering {
        Ordering(property: property, isDescending: false)
    }

    /// From greater to less; nil last.
    public static func descending<Value: FieldRepresentable>(
        _ property: any KeyPath<Model, Value> & Sendable
    ) -> Ordering {
        Ordering(property: property, isDescending: true)
    }

    /// What the part says about the collection's records.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` if it is about a property that `schema` does not
    ///   declare.
    func order(in schema: Schema<Model>) throws(StorageError) -> Order {
        Order(try schema.path(of: property), descending: isDescending)
    }
}
