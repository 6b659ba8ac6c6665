import SeededNumbers
import StorageCore
import Synchronization
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

@Suite struct OperationListTests {
    static let memory = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    /// What a check says of a fault, with some seed.
    private static func failure(
        _ id: String, of fault: Fault, seed: UInt64 = 1
    ) async throws -> CheckFailure {
        let check = try #require(Check.named(id))
        let verdict = await check.verdict(on: fault.harness(Tripwire()), seed: seed)
        guard case .fail(let failure) = verdict else {
            throw CheckFailure(id, expected: "a failure", got: verdict.name)
        }
        return failure
    }

    @Test func `What is printed is Swift that makes the same list`() throws {
        let list = try PastedLists.everyForm()
        #expect(try list.snippet == PastedLists.text("everyForm") + ".verify(on: suite)")
        try list.verify(on: Self.memory)
        try list.verify(on: Shelf.suite())
    }

    @Test func `A fault is shrunk to the list that shows it, which can be pasted and run`()
        async throws
    {
        let failure = try await Self.failure("VAL-15/random-steps", of: .overwritesNothing)
        let snippet = try #require(failure.snippet)
        #expect(try snippet == PastedLists.text("overwritesNothing"))
        let suite = Fault.overwritesNothing.harness(Tripwire())
        let pasted = try #require(throws: CheckFailure.self) {
            try PastedLists.overwritesNothing(on: suite)
        }
        #expect(failure.subject.hasSuffix(pasted.subject))
        #expect(pasted.expected == failure.expected)
        #expect(pasted.got == failure.got)
        // Another seed leads to the same operations, maybe in another order.
        let other = try await Self.failure(
            "VAL-15/random-steps", of: .overwritesNothing, seed: 3)
        let lines = try #require(other.snippet).split(separator: "\n")
        #expect(lines.sorted() == snippet.split(separator: "\n").sorted())
        try PastedLists.overwritesNothing(on: Self.memory)
    }

    @Test func `A seed gives the same failure each time`() async throws {
        for fault in [Fault.dropsEveryFiftiethPut, .overwritesNothing] {
            let first = try await Self.failure(fault.check, of: fault, seed: 5)
            #expect(try await Self.failure(fault.check, of: fault, seed: 5) == first)
            #expect(try await Self.failure(fault.check, of: fault, seed: 6) != first)
        }
    }

    @Test func `A fault that counts to fifty needs fifty operations`() async throws {
        let failure = try await Self.failure("VAL-15/random-steps", of: .dropsEveryFiftiethPut)
        let lines = try #require(failure.snippet).split(separator: "\n").map(String.init)
        #expect(lines.count == 52)
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("    .put(Key(") })
    }

    @Test func `What does not go wrong again is told as it was`() async throws {
        let openings = Counter()
        let suite = ConformanceSuite(name: "once") { _ in
            // The first storage, on which the check looks at the capabilities, and the first list's
            // are numbers one and two.
            let isFaulty = openings.next() == 2
            let harness = isFaulty ? Fault.overwritesNothing.harness(Tripwire()) : Self.memory
            return try harness.open(at: "")
        }
        let check = try #require(Check.named("VAL-15/random-steps"))
        let verdict = await check.verdict(on: suite, seed: 1)
        guard case .fail(let failure) = verdict else {
            Issue.record("expected a failure, got \(verdict)")
            return
        }
        #expect(failure.subject.contains("which did not fail again"))
        #expect(failure.snippet == nil)
    }

    @Test func `Operations that mean nothing where they stand are passed over`() throws {
        let list = OperationList([
            .commit, .rollBackToSavepoint, .closeSnapshot, .release, .openSnapshot, .begin, .begin,
            .openSnapshot, .savepoint, .put(try Key(1), [:], in: "a"), .commit, .rollBack,
            .savepoint, .reopen, .get(try Key(1), in: "a"), .begin, .savepoint,
        ])
        try list.verify(on: Self.memory)
        try list.verify(on: Shelf.suite())
    }

    @Test func `A storage that throws fails, and so does one that takes what it should refuse`() {
        let refusing = ConformanceSuite.faulty { _ in .refusing }
        #expect(throws: CheckFailure.self) {
            try OperationList([.put(try Key(1), [:], in: "a")]).verify(on: refusing)
        }
        #expect(throws: Never.self) {
            try OperationList([
                .prepare(try CollectionSchema("a", key: [.int])),
                .put(try Key("a"), [:], in: "a"), .delete(try Key("a"), in: "a"),
                .get(try Key("a"), in: "a"), .dropIndex("none", in: "a"),
                .prepare(try CollectionSchema("a")),
                .prepare(try CollectionSchema("a", key: [.uuid])),
                .get(try Key("a"), in: "a"),
            ]).verify(on: Self.memory)
        }
    }
}
