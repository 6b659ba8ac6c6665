/// How much the checks of a run do.
public enum Effort: String, Sendable, CaseIterable, Codable {
    /// The core checks, for each change that is made: seconds.
    case smoke
    /// Every check, for each change that is shared: up to two minutes.
    case standard
    /// Every check with more random work, for each night.
    case nightly

    /// How long one check may take in a worker before it counts as hanging, on a machine that has
    /// much else to do.
    public var timeLimit: Duration {
        switch self {
        case .smoke: .seconds(60)
        case .standard: .seconds(300)
        case .nightly: .seconds(1_800)
        }
    }

    /// How many rounds a check does in which it does `standard` rounds of random work usually.
    func count(_ standard: Int) -> Int {
        switch self {
        case .smoke: max(standard / 5, 1)
        case .standard: standard
        case .nightly: standard * 4
        }
    }

    /// The longest record that a check writes, in bytes.
    var maximumRecordSize: Int {
        switch self {
        case .smoke, .standard: 32 << 20
        case .nightly: 512 << 20
        }
    }
}
