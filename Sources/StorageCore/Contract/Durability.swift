/// What a transaction survives once its commit has returned.
public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// Survives the loss of power.
    case full
    /// Survives a killed process. The loss of power may take back the last commits, and never
    /// damages the storage.
    case relaxed
    /// For data that can be made again: survives an orderly close.
    case none
}
