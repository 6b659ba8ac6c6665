/// What is kept of a model, and how.
struct Entity {
    /// A field of the record.
    struct Field {
        /// How the value of a property gets there from a record.
        enum Reading {
            /// The field has to be there, unless the property is an optional.
            case plain
            /// The property keeps its initial value if there is no field.
            case initialValue
            /// The property has this value if there is no field.
            case defaultValue(String)
            /// The property is a constant, whose value is known.
            case none
        }

        /// The property, as it is spelled.
        let property: String
        /// The name in the record.
        let name: String
        /// The property's type, if it is written out and a local constant can be of it.
        let type: String?
        /// ``StorageCore``'s name for how the field is indexed, if it is.
        let indexing: String?
        let reading: Reading
    }

    /// The property that is the key, as it is spelled.
    var key = ""
    /// The type of the `id` that has to be written, because the key has another name.
    var typeOfMissingID: String?
    /// The name of the collection, as a literal.
    var collection = ""
    /// The fields, sorted by the UTF-8 bytes of their names.
    var fields: [Field] = []
    /// Whether the type declares indexes itself.
    var declaresIndexes = false
    /// The access that members need, with a space behind it, or nothing.
    var access = ""
    /// Attributes of the type that its extensions need as well.
    var availability: [String] = []
    /// Whether the type, or one around it, may be generic, so that it has no stored static members.
    var isGeneric = false
}
