public import StorageCore

/// One rule of the storage contract, and how it is proved.
///
/// A check is data: runners decide what to run and how to show it. Its body gets a fresh storage
/// and throws what it found; returning is passing.
public struct Check: Sendable, Identifiable {
    /// How much of the contract rests on a check.
    public enum Level: String, Sendable, CaseIterable {
        /// What every storage has to keep.
        case core
        /// What a storage has to keep if it declares it.
        case extended
        /// A rule whose breach shows only in some runs: green proves less than for the others.
        case stochastic
    }

    /// What a check does. It may throw ``CheckFailure``, ``NotApplicable``, or any other error,
    /// which counts as an error of the storage.
    public typealias Body = @Sendable (_ context: CheckContext) async throws -> Void

    /// The stable name, such as `KEY-04/prefix-keys`: a row of the catalogue and a slug. A name is
    /// never given to another rule.
    public let id: String

    /// What must hold, in one sentence.
    public let rule: String

    /// The rules of the contract that it proves.
    public let proves: [Rule]

    /// How much rests on it.
    public let level: Level

    /// The guarantees without which the rule means nothing.
    public let requirements: Capabilities

    /// What is usually wrong with a storage that fails, as the end of a sentence, or nil if nobody
    /// knows yet.
    public let cause: String?

    /// Where the fault was met in the world, in a few words, or nil if it was thought up.
    public let origin: String?

    /// Tries the rule.
    public let body: Body

    /// Makes a check that proves some rules of the contract.
    public init(
        _ id: String, _ rule: String, proves rules: Rule..., level: Level = .core,
        requires: Capabilities = [], cause: String? = nil, origin: String? = nil,
        body: @escaping Body
    ) {
        self.init(
            id, rule, proving: rules, level: level, requires: requires, cause: cause,
            origin: origin, body: body)
    }

    init(
        _ id: String, _ rule: String, proving rules: [Rule], level: Level = .core,
        requires: Capabilities = [], cause: String?, origin: String?, body: @escaping Body
    ) {
        self.id = id
        self.rule = rule
        self.proves = rules
        self.level = level
        self.requirements = requires
        self.cause = cause
        self.origin = origin
        self.body = body
    }

    /// The numbers of the rules that it proves, separated by commas.
    public var ruleNumbers: String { proves.map(\.number).joined(separator: ", ") }

    /// The part of the catalogue that the check is from, such as `KEY`.
    public var group: String {
        String(id.prefix { $0 != "-" })
    }
}

extension Check: CustomStringConvertible {
    /// The check's name.
    public var description: String { id }
}
