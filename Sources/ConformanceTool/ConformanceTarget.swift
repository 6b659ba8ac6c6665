import ConformanceKit

/// A backend to be judged.
package struct ConformanceTarget: Sendable {
    /// The word that stands for it on the command line. No other target of the program has it.
    package let name: String

    /// How its storages are opened.
    package let harness: any Harness

    package init(name: String, harness: any Harness) {
        self.name = name
        self.harness = harness
    }
}
