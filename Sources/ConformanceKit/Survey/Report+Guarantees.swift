import StorageCore

extension Report {
    /// How far a guarantee that the contract leaves open can be believed.
    public struct Guarantee: Hashable, Sendable {
        /// What the run says of it.
        public enum Evidence: String, Sendable, CaseIterable {
            /// It is declared, and every check that needs it and means something was passed.
            case proved
            /// It is declared, and a check that needs it was not passed.
            case contradicted
            /// It is not declared, and works.
            case undeclared
            /// It is not declared, and does not work.
            case absent
            /// The run does not tell.
            case untested
        }

        /// Its name, as in ``/StorageCore/Capabilities/names``.
        public let name: String

        /// Whether the storage declares it.
        public let isDeclared: Bool

        /// What the run says of it.
        public let evidence: Evidence

        /// The ids of the checks on which this rests.
        public let checks: [String]
    }

    /// The guarantees that the contract leaves open. None if the storage could not be asked.
    public var guarantees: [Guarantee] {
        survey?.guarantees.map(guarantee) ?? []
    }

    private func guarantee(_ found: Survey.Guarantee) -> Guarantee {
        guard found.isDeclared else {
            return Guarantee(
                name: found.name, isDeclared: false,
                evidence: found.works.map { $0 ? .undeclared : .absent } ?? .untested, checks: [])
        }
        let entries = entries.filter { entry in
            Capabilities.names.contains {
                $0.name == found.name && entry.check.requirements.contains($0.capability)
            }
        }
        let broken = entries.filter { !$0.verdict.isPass && !$0.verdict.isSkip }
        let passed = entries.filter(\.verdict.isPass)
        let (evidence, basis): (Guarantee.Evidence, [Entry]) =
            if !broken.isEmpty {
                (.contradicted, broken)
            } else {
                (passed.isEmpty ? .untested : .proved, passed)
            }
        return Guarantee(
            name: found.name, isDeclared: true, evidence: evidence, checks: basis.map(\.check.id))
    }
}
