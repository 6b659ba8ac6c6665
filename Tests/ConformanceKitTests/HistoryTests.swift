import Testing

@testable import ConformanceKit

/// Hand-made histories, good and bad. Each line is a transaction, `a+1` appends 1 to list a or
/// writes register a, `a:1,2` reads it; `abort` says that it was rolled back, and `@3-5` when it
/// ran. Those without a time ran at the same time.
@Suite struct HistoryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: History.Kind
        /// What is found; nothing for a good history.
        let names: [String]
        let lines: [String]

        static func good(_ lines: String...) -> Case { Case(kind: .lists, names: [], lines: lines) }

        static func bad(_ name: String, _ lines: String...) -> Case {
            Case(kind: .lists, names: [name], lines: lines)
        }

        static func goodRegister(_ lines: String...) -> Case {
            Case(kind: .registers, names: [], lines: lines)
        }

        static func badRegister(_ name: String, _ lines: String...) -> Case {
            Case(kind: .registers, names: [name], lines: lines)
        }

        var history: History {
            History(kind: kind, transactions: lines.enumerated().map { $1.transaction(client: $0) })
        }

        var testDescription: String {
            "\(names.first ?? "good") — \(lines.joined(separator: " | "))"
        }
    }

    static let lists: [Case] = [
        .good("a+1", "a:1"),
        .good("a+1", "a:"),
        .good("a+1 b+2", "a:1 b:2", "a: b:"),
        .good("a+1 abort", "a:"),
        .good("a+1 a+2", "a:1,2"),
        .good("a+1 a:1 a+2 a:1,2", "a:1,2"),
        .good("a: a+1", "a:1 a+2", "a:1,2"),
        .good("a+1", "b:5 a:1", "b+5", "a:1 b:5 a+2"),
        .good("a+1 @0-1", "a:1 @2-3"),
        .good("a+1 @0-2", "a: @1-3"),
        .good("a+1 @0-1", "a:1 a+2 @2-3", "a:1,2 @4-5"),
        .good("a+1", "a+2", "a:2,1"),

        .bad("internal", "a+1 a:"),
        .bad("internal", "a+1", "a:1 a+2 a:1"),
        .bad("internal", "a+1", "a: a:1"),
        .bad("unwritten value", "a:7"),
        .bad("unwritten value", "a+1", "a:1,9"),
        .bad("duplicate", "a+1", "a:1,1"),
        .bad("duplicate", "a+1", "a+2", "a:1,2,1"),
        .bad("G1a", "a+1 abort", "a:1"),
        .bad("G1a", "a+1", "a+2 abort", "a:1,2"),
        .bad("G1a", "a+1 b+2 abort", "b:2 c+3"),
        .bad("dirty update", "a+1 abort", "a+2", "a:1,2"),
        .bad("dirty update", "a+1", "a+2 abort", "a+3", "a:1,2,3"),
        .bad("G1b", "a+1 a+2", "a:1"),
        .bad("G1b", "a+1", "a+2 b+9 a+3", "a:1,2"),
        .bad("incompatible order", "a+1", "a+2", "a:1,2", "a:2"),
        .bad("incompatible order", "a+1", "a+2", "a:1,2", "a:2,1"),
        .bad("G0", "a+1 b+1", "a+2 b+2", "a:1,2", "b:2,1"),
        .bad("G0", "a+1 b+1", "b+2 c+2", "c+3 a+3", "a:3,1 b:1,2 c:2,3"),
        .bad("G0", "a+1 a+3", "a+2", "a:1,2,3"),
        .bad("G1c", "a+1 b:2", "b+2 a:1"),
        .bad("G1c", "a+1 b:3", "a:1 c+2", "c:2 b+3"),
        .bad("G1c", "a+1 b:3", "a+2 b+3", "a:1,2"),
        .bad("G-single", "a+1 b+1", "a:1 b:"),
        .bad("G-single", "a: b:2", "a+1 b+2"),
        .bad("G-single", "a+1", "a:1 b+2", "b:2 a:"),
        .bad("G-single", "a:1 b:", "a+1", "a:1 b+2 a+3", "a:1,3 b:2", "b:2 a:1"),
        .bad("lost update", "a: a+1", "a: a+2", "a:1,2"),
        .bad("lost update", "a+1", "a:1 a+2", "a:1 a+3", "a:1,3,2"),
        .bad("G2", "a: b+1", "b: a+2", "a:2 b:1"),
        .bad("G2", "a: b+1", "b: c+2", "c: a+3"),
        .bad("G2", "a:10 b:20", "a+10", "b+20", "a:10 b:", "a: b:20"),
        .bad("G-single, real time", "a+1 @0-1", "a: @2-3"),
        .bad("G-single, real time", "a+1 @0-1", "b+2 @2-3", "b:2 a: @4-5"),
        .bad("G1c, real time", "a:1 @0-1", "a+1 @2-3"),
        .bad("G0, real time", "a+1 @0-1", "a+2 @2-3", "a:2,1 @0-9"),
        .bad("G2, real time", "a: b+2 @0-9", "a+1 @0-1", "b: @2-3"),
    ]

    static let registers: [Case] = [
        .goodRegister("a+1", "a:1"),
        .goodRegister("a+1", "a:", "a:1"),
        .goodRegister("a+1", "a:1 a+2", "a:2 a+3", "a:1", "a:3"),
        .goodRegister("a+1 abort", "a:"),
        .goodRegister("a+1 a:1 a+2", "a:2"),

        .badRegister("internal", "a+1 a:"),
        .badRegister("internal", "a+1", "a: a:1"),
        .badRegister("G1a", "a+1 abort", "a:1"),
        .badRegister("G1b", "a+1 a+2", "a:1"),
        .badRegister("unwritten value", "a:4"),
        .badRegister("G1c", "a+1 b:2", "b+2 a:1"),
        .badRegister("G-single", "a+1 b+2", "a:1 b:"),
        .badRegister("G-single", "a+1 b+1", "a:1 a+2 b:1 b+2", "a:1 b:2"),
        .badRegister("lost update", "a+1", "a:1 a+2", "a:1 a+3"),
        .badRegister("lost update", "a: a+1", "a: a+2"),
        .badRegister("G2", "a: b+1", "b: a+2"),
        .badRegister("G-single, real time", "a+1 @0-1", "a: @2-3"),
    ]

    static let zones: [Case] = [
        .goodRegister("a+1 @0-1", "a:1 @2-3"),
        .goodRegister("a+1 @0-9", "a: @1-2", "a:1 @3-4"),
        .goodRegister("a+1 @0-9", "a+2 @1-8", "a:1 @2-3", "a:2 @4-5"),
        .goodRegister("a: @0-1", "a+1 @2-3"),
        .goodRegister("a+1 @0-1", "a+2 @2-3", "a:2 @4-5"),

        .badRegister("not linearizable", "a+1 @0-1", "a: @2-3"),
        .badRegister("not linearizable", "a+1 @0-1", "a+2 @2-3", "a:1 @4-5"),
        .badRegister("not linearizable", "a+1 @0-9", "a:1 @1-2", "a: @3-4"),
        .badRegister(
            "not linearizable", "a+1 @0-20", "a+2 @1-19", "a:1 @2-3", "a:2 @4-5", "a:1 @6-7"),
        .badRegister("read from the future", "a:1 @0-1", "a+1 @2-3"),
        .badRegister("read from the future", "a+1 abort @0-1", "a:1 @2-3"),
    ]

    @Test(arguments: lists + registers)
    func `A history has the findings that it was made for`(_ test: Case) {
        let findings = HistoryChecker.findings(in: test.history)
        #expect(findings.prefix(1).map(\.name) == test.names, "\(findings)")
    }

    @Test(arguments: zones)
    func `A register is linearizable or not`(_ test: Case) {
        let findings = RegisterZones.findings(in: test.history)
        #expect(findings.prefix(1).map(\.name) == test.names, "\(findings)")
    }

    @Test func `A finding tells its smallest cycle in words`() {
        let test = Case.bad("G-single", "c+7", "a+1 b+1", "a:1 b:", "a:1 c:7")
        let findings = HistoryChecker.findings(in: test.history)
        #expect(
            findings.map(\.description) == [
                "G-single: T2 before T1: T2 read key 1 without 1 of T1; T1 before T2: T2 read 1 under "
                    + "key 0 of T1 (T2 of client 2: reads key 0 = [1], reads key 1 = []; "
                    + "T1 of client 1: appends 1 to key 0, appends 1 to key 1)"
            ])
    }

    @Test func `Components are what can be reached both ways`() {
        let numbers = Components([[1], [2], [0, 3], [4], [3], [5], [0]]).numbers
        #expect(Set(numbers[0...2]).count == 1)
        #expect(numbers[3] == numbers[4])
        #expect(Set(numbers).count == 4)
    }
}

extension String {
    fileprivate func transaction(client: Int) -> History.Transaction {
        var (begin, end) = (client, 1_000 + client)
        var operations: [History.Operation] = []
        for word in split(separator: " ") where word != "abort" {
            let numbers = word.dropFirst().split { !$0.isNumber }.compactMap { Int($0) }
            let key = Int(word.utf8.first ?? 0) - Int(UInt8(ascii: "a"))
            switch word.dropFirst().first {
            case "+": operations.append(.write(key, numbers[0]))
            case ":": operations.append(.read(key, numbers))
            default: (begin, end) = (numbers[0] * 100 + client, numbers[1] * 100 + client)
            }
        }
        return History.Transaction(
            client: client, operations: operations, hasCommitted: !contains("abort"),
            begin: begin, end: end)
    }
}
