/// The kinds of a key's components, in the order in which keys of different kinds sort.
public enum KeyKind: String, Hashable, Sendable, CaseIterable {
    case bool
    /// Integers from `Int64.min` to `Int64.max`.
    case int
    /// Integers from 0 to `UInt64.max`.
    case uint
    case string
    case bytes
    case date
    case uuid
}
