/// Something in a history that no order of its transactions explains.
struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The anomaly's name, such as `G-single`.
    let name: String

    /// What happened, in words.
    let words: String

    var description: String { "\(name): \(words)" }
}
