import StorageCore

/// What a storage says of itself, and what came of trying guarantees that it does not give.
public struct Survey: Hashable, Sendable, Codable {
    /// A guarantee that the contract leaves open.
    public struct Guarantee: Hashable, Sendable, Codable {
        /// Its name, as in ``/StorageCore/Capabilities/names``.
        public let name: String

        /// Whether the storage declares it: then there are checks for it.
        public let isDeclared: Bool

        /// Whether it was seen to work undeclared; nil if that was not tried.
        public let works: Bool?
    }

    /// The scheme of the backend.
    public let scheme: String

    /// What commits are said to survive.
    public let durability: String

    /// The longest key that is said to be kept, in bytes.
    public let maximumKeySize: Int

    /// The longest record that is said to be kept, in bytes.
    public let maximumRecordSize: Int

    /// The guarantees that the contract leaves open.
    public let guarantees: [Guarantee]

    /// What breaks no rule, but should be seen to.
    var warnings: [String] {
        guarantees.filter { $0.works == true }.map { guarantee in
            "'\(guarantee.name)' is not declared, but works; declare it to have it proved, or see "
                + "why it works"
        }
    }
}

extension Check {
    /// Asks a storage about itself. It is no part of the catalogue: a runner runs it beside the
    /// checks.
    static let survey = Check("SUR-00/survey", "A storage can be asked about itself.") { context in
        let storage = try context.storage
        let declared = storage.capabilities
        context.survey = Survey(
            scheme: storage.description.scheme,
            durability: String(describing: storage.description.durability),
            maximumKeySize: storage.limits.maximumKeySize,
            maximumRecordSize: storage.limits.maximumRecordSize,
            guarantees: try Capabilities.names.map { name, capability in
                let isDeclared = declared.contains(capability)
                return Survey.Guarantee(
                    name: name, isDeclared: isDeclared,
                    works: isDeclared ? nil : try context.works(capability))
            })
    }
}
