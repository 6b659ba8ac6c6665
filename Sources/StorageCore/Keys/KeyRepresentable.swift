/// A type whose values can be keys.
///
/// Conform a type of your own by encoding its parts in the order in which they sort, and by
/// naming their kinds:
///
/// ```swift
/// struct Seat: KeyRepresentable {
///     var row: Int
///     var letter: String
///     static var keyKinds: [KeyKind] { Int.keyKinds + String.keyKinds }
///     func encode(to encoder: inout KeyEncoder) throws(StorageError) {
///         try row.encode(to: &encoder)
///         try letter.encode(to: &encoder)
///     }
///     init(from decoder: inout KeyDecoder) throws(StorageError) {
///         row = try Int(from: &decoder)
///         letter = try String(from: &decoder)
///     }
/// }
/// ```
public protocol KeyRepresentable: Hashable, Sendable {
    /// The kinds of the components that ``encode(to:)`` writes, in their order.
    static var keyKinds: [KeyKind] { get }

    /// Appends the components of the value.
    ///
    /// - Conformers must append as many components as ``keyKinds`` has, of those kinds; different
    ///   values must have different components.
    /// - Throws: ``StorageError/Code/invalidKey`` if the value cannot be a key.
    func encode(to encoder: inout KeyEncoder) throws(StorageError)

    /// Reads the value back.
    ///
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the next components are of other kinds.
    init(from decoder: inout KeyDecoder) throws(StorageError)
}
