import StorageCore

/// A check of random lists of operations.
struct OperationPlan: Sendable {
    let id: String
    let rule: String
    let proves: [Rule]
    /// What is usually wrong with a storage that fails.
    let cause: String
    let mix: OperationMix
    /// How many lists are run usually.
    let lists: Int
    /// About how many operations each of them has.
    let length: Int
    var requirements: Capabilities = []

    /// All of them: more than 100,000 operations on any storage.
    static let all = [
        OperationPlan(
            id: "VAL-15/random-steps", rule: "Random steps leave what a sorted array would have.",
            proves: [.scanVisitsAll, .recordsComeBack, .ownWrites],
            cause: "a write is dropped once in a while",
            mix: .records, lists: 20, length: 2_000),
        OperationPlan(
            id: "VAL-15/random-nesting",
            rule: "Random steps in nested savepoints leave what a sorted array would have.",
            proves: [.savepointTakesBack, .savepointKeeps],
            cause: "the third savepoint within another shares state with the second",
            mix: .nesting, lists: 10, length: 2_000),
        OperationPlan(
            id: "VAL-15/random-snapshots",
            rule: "Snapshots that stay open see none of the random steps that are done meanwhile.",
            proves: [.snapshotStays, .snapshotsAreIndependent],
            cause: "a page is reused while a snapshot shows it",
            mix: .snapshots, lists: 10, length: 1_000),
        OperationPlan(
            id: "VAL-15/random-growth",
            rule: "Random steps on thousands of records leave what a sorted array would have.",
            proves: [.scanVisitsAll, .rangeDeletes],
            cause: "a tree loses an entry when its pages are split or joined",
            mix: .growth, lists: 6, length: 5_000),
        OperationPlan(
            id: "VAL-15/random-reopening",
            rule:
                "Random steps leave what a sorted array would have, however often it is reopened.",
            proves: [.committedStays],
            cause: "what is written out is not what was in memory",
            mix: .reopening, lists: 10, length: 500, requirements: .persistent),
        OperationPlan(
            id: "IDX-24/random-operations",
            rule:
                "Queries follow random changes of records and indexes as if each record was read.",
            proves: [.indexFollows, .indexRollsBack, .scanIsDefinition],
            cause: "an index is left behind by a rollback or a reopening",
            mix: .queries, lists: 20, length: 500),
    ]

    var check: Check {
        Check(
            id, rule, proving: proves, level: .stochastic, requires: requirements, cause: cause,
            origin: nil
        ) { context in
            let lists = context.effort.count(lists)
            for number in 1...lists {
                try context.expect(
                    try list(using: &context.generator), "list \(number) of \(lists)")
            }
        }
    }

    /// The next list. Random numbers go on as they would for any other plan.
    func list(using generator: inout some RandomNumberGenerator) throws -> OperationList {
        var operations = try OperationGenerator(mix, seed: generator.next())
        return try operations.list(of: length)
    }
}

extension Check {
    /// Random operations, compared one by one with a model that is nothing but sorted arrays.
    static let operations: [Check] = OperationPlan.all.map(\.check)
}

extension CheckContext {
    /// Does the work of a list on a fresh storage. If it goes wrong, fails with the shortest list
    /// that goes wrong too.
    fileprivate func expect(_ list: OperationList, _ subject: String) throws {
        guard let breach = try list.breach(in: fresh()) else { return }
        let shrinker = try Shrinker(list, breach) { try $0.breach(in: self.fresh()) }
        // Once more, so that the last calls to a storage are those of the shortest list.
        if shrinker.isRepeatable { _ = try shrinker.list.breach(in: fresh()) }
        let failure = shrinker.failure
        throw CheckFailure(
            "\(subject), \(list.operations.count) operations, \(shrinker.summary): "
                + failure.subject,
            expected: failure.expected, got: failure.got, snippet: shrinker.snippet)
    }
}
