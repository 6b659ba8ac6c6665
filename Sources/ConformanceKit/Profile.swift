/// Which checks a run takes in.
public struct Profile: Hashable, Sendable {
    /// What a check's id has to match: a group (`KEY`), a row (`KEY-04`), an id
    /// (`KEY-04/prefix-keys`), or a beginning with a star behind it (`KEY-0*`). None means that
    /// every check is taken.
    public let patterns: [String]

    /// How much the checks do.
    public let effort: Effort

    /// A profile of the checks that match one of `patterns`.
    public init(only patterns: [String] = [], effort: Effort = .standard) {
        self.patterns = patterns
        self.effort = effort
    }

    /// Every check.
    public static let all = Profile()

    /// Whether a check is taken in.
    public func contains(_ check: Check) -> Bool {
        whyNot(check) == nil
    }

    /// Why a check is left out, or nil if it is taken in.
    func whyNot(_ check: Check) -> String? {
        guard patterns.isEmpty || patterns.contains(where: { Self.matches(check, $0) }) else {
            return "not selected: \(patterns.joined(separator: ", "))"
        }
        return effort == .smoke && check.level != .core ? "not a core check, as smoke takes" : nil
    }

    private static func matches(_ check: Check, _ pattern: String) -> Bool {
        if pattern.hasSuffix("*") { return check.id.hasPrefix(pattern.dropLast()) }
        let row = check.id.prefix { $0 != "/" }
        return pattern == check.id || pattern == row || pattern == check.group
    }
}
