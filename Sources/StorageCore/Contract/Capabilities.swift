/// The optional guarantees of a storage.
///
/// A declared guarantee is proved by ConformanceKit; one that is not declared is not relied on.
public struct Capabilities: OptionSet, Hashable, Sendable {
    /// The bits, one a guarantee.
    public let rawValue: UInt32

    /// Makes a set from its bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Records are there again after the storage was closed and opened at the same place.
    public static let persistent = Capabilities(rawValue: 1 << 0)

    /// Several processes may have the storage open at once.
    public static let multiProcess = Capabilities(rawValue: 1 << 1)

    /// Readers do not wait for the writer, nor the writer for them.
    public static let concurrentReads = Capabilities(rawValue: 1 << 2)

    /// Damage to the files is found when they are read: a storage throws rather than answer with
    /// what was not written. All others never end the process for it, but may answer wrongly.
    public static let detectsDamage = Capabilities(rawValue: 1 << 3)

    /// The guarantees and their names, in a fixed order.
    public static let names: [(name: String, capability: Capabilities)] = [
        ("persistent", .persistent),
        ("multiProcess", .multiProcess),
        ("concurrentReads", .concurrentReads),
        ("detectsDamage", .detectsDamage),
    ]
}

extension Capabilities: CustomStringConvertible {
    /// The names of the guarantees, separated by commas.
    public var description: String {
        Self.names.filter { contains($0.capability) }.map(\.name).joined(separator: ", ")
    }
}
