import SeededNumbers
import StorageCore
import Testing

@testable import ConformanceKit

@Suite struct OperationGeneratorTests {
    /// The lists of a plan, as its check runs them usually.
    private static func lists(_ plan: OperationPlan, seed: UInt64) throws -> [OperationList] {
        var generator = SplitMix64(seed: seed)
        return try (0..<plan.lists).map { _ in try plan.list(using: &generator) }
    }

    @Test func `A standard run does more than 100,000 operations on any storage`() throws {
        var count = 0
        for plan in OperationPlan.all where plan.requirements == [] {
            count += try Self.lists(plan, seed: 1).map(\.operations.count).reduce(0, +)
        }
        #expect(count >= 100_000)
    }

    @Test(arguments: OperationPlan.all)
    func `A seed gives the same lists, and another one others`(_ plan: OperationPlan) throws {
        let lists = try Self.lists(plan, seed: 7)
        #expect(try Self.lists(plan, seed: 7) == lists)
        #expect(try Self.lists(plan, seed: 8) != lists)
    }

    @Test func `Lists have operations of all kinds, on keys and values of all kinds`() throws {
        var names: Set<String> = []
        var keys: Set<KeyKind> = []
        var values: Set<String> = []
        var stretches: Set<String> = []
        for plan in OperationPlan.all {
            for operation in try Self.lists(plan, seed: 1).flatMap(\.operations) {
                names.insert(Self.name(operation))
                switch operation {
                case .put(let key, let record, _):
                    keys.formUnion(try key.components().map(\.kind))
                    values.formUnion(try record.fields().map { Self.name($0.value) })
                case .scan(let stretch, _, _, _), .deleteRange(let stretch, _):
                    stretches.insert(Self.name(stretch))
                    if case .between(let lower, let upper) = stretch {
                        stretches.formUnion([Self.name(lower), Self.name(upper)])
                    }
                default: break
                }
            }
        }
        #expect(names.count == 22)
        #expect(keys == Set(KeyKind.allCases))
        #expect(values.count == 12)
        #expect(
            stretches == [
                "all", "between", "startingWith", "stringPrefix", "open", "from", "after",
                "through", "until",
            ])
    }

    /// The case of an enumeration's value.
    private static func name(_ value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }
}

extension OperationPlan: CustomTestStringConvertible {
    /// The name of the check.
    public var testDescription: String { id }
}
