/// Makes a struct an ``Entity`` whose stored properties are the fields of its records.
///
/// ```swift
/// @Entity("users")
/// struct User {
///     var id: UUID
///     @Unique var email: String
///     @Indexed var age: Int
///     @Field("full_name", default: "") var name: String
///     var tags: [String] = []
///     @Transient var isSelected = false
///     let version = 1
///
///     @SchemaBuilder<User> static var indexes: [SchemaPart<User>] {
///         CompoundIndex("byAgeAndEmail", .descending(\.age), .ascending(\.email))
///     }
/// }
/// ```
///
/// The macro writes the ``Entity/schema``, with every field declared, and the conformance to
/// ``RecordRepresentable``. Records are the same, byte by byte, as those of a `Codable` struct with
/// the same properties, and each reads what the other wrote:
///
/// * A field has the name of its property, unless ``Field(_:)`` gives it another one.
/// * The collection has the name of the type, unless `collection` is given.
/// * An optional that is nil has no field.
/// * A record that lacks a field is refused, unless the property is an optional, has an initial
///   value, or has a default value by ``Field(_:default:)``. Both are evaluated for each record that
///   is read.
/// * A constant with an initial value, which has to be a literal, is written and not read.
/// * Computed and static properties are no fields.
/// * `indexes`, a static property, is a part of the schema: indexes over several fields, and fields
///   inside of others.
///
/// The key is the property that has ``Key()``, or the one named `id`. A key with another name is the
/// ``Entity``'s `id` all the same.
///
/// A property may have any type that is ``FieldRepresentable`` or `Codable`. The former is faster,
/// and it alone can be indexed and asked for in a query. An enumeration with raw values needs but to
/// declare it: `enum Role: String, Codable, FieldRepresentable`.
///
/// What the macro does not understand, it refuses: other types than structs, members inside `#if`,
/// tuples, closures, lazy properties, property wrappers, attributes of the type that may add members.
/// It never leaves a property out.
@attached(
    extension, conformances: Entity, RecordRepresentable, names: named(schema), named(id),
    named(writeFields), named(init))
public macro Entity(_ collection: String? = nil) =
    #externalMacro(module: "EntityMacro", type: "EntityMacro")

/// The property is the key of its ``Entity(_:)``.
@attached(peer)
public macro Key() = #externalMacro(module: "EntityMacro", type: "KeyMacro")

/// The property of an ``Entity(_:)`` has an index, by the elements if it is an array.
@attached(peer)
public macro Indexed() = #externalMacro(module: "EntityMacro", type: "IndexedMacro")

/// The property of an ``Entity(_:)`` has an index, and no two models have the same value there.
@attached(peer)
public macro Unique() = #externalMacro(module: "EntityMacro", type: "UniqueMacro")

/// The property of an ``Entity(_:)`` is not kept. It has its initial value in models that are read.
@attached(peer)
public macro Transient() = #externalMacro(module: "EntityMacro", type: "TransientMacro")

/// The property of an ``Entity(_:)`` has another name in the record.
@attached(peer)
public macro Field(_ name: String) = #externalMacro(module: "EntityMacro", type: "FieldMacro")

/// The property of an ``Entity(_:)`` has a value for records that lack the field, and another name
/// in the record if one is given.
@attached(peer)
public macro Field<Value>(_ name: String? = nil, default value: Value) =
    #externalMacro(module: "EntityMacro", type: "FieldMacro")
