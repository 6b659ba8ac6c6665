/// A value that is kept as a record of its own, under its `id`.
///
/// ```swift
/// struct Country: Entity, Codable {
///     var code: String
///     var name: String
///     var id: String { code }
///
///     static let schema = Schema<Country>("countries", key: \.code) {
///         Field("name", \.name)
///     }
/// }
/// ```
public protocol Entity: Sendable, Identifiable where ID: KeyRepresentable {
    /// The collection, the key and the declared fields.
    static var schema: Schema<Self> { get }
}
