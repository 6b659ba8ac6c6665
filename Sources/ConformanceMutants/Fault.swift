import ConformanceKit
import StorageCore

/// A storage that is wrong in exactly one way, and the check that has to find it.
struct Fault: Sendable, CustomStringConvertible {
    /// Its row in the catalogue, and what is wrong.
    let name: String

    /// The id of the check that must fail.
    let check: String

    /// A part of what the failure must say.
    let says: String

    /// Whether its check starts processes, which must be able to make the faulty backend too.
    let needsWorker: Bool

    /// In what share of runs with different seeds the check has to find it. Less than 1 for a fault
    /// that shows only where threads happen to meet.
    private(set) var floor = 1.0

    /// Makes the faulty backend. It must trip the wire wherever it does wrong.
    let harness: @Sendable (Tripwire) -> any Harness

    var description: String { "\(name) → \(check)" }

    init(
        _ name: String, _ check: String, says: String, needsWorker: Bool = false,
        harness: @escaping @Sendable (Tripwire) -> any Harness
    ) {
        self.name = name
        self.check = check
        self.says = says
        self.needsWorker = needsWorker
        self.harness = harness
    }

    /// The fault as one that does not show in every run, but in this share of them at least.
    func stochastic(floor: Double) -> Fault {
        var fault = self
        fault.floor = floor
        return fault
    }

    /// A fault in the transactions of a memory storage.
    init(
        _ name: String, _ check: String, says: String,
        hooks:
            @escaping @Sendable (_ wire: Tripwire, _ hooks: inout Hooks, _ isWriting: Bool) ->
            Void
    ) {
        self.init(name, check, says: says) { wire in
            ConformanceSuite(name: "faulty") { _ in
                FaultyStorage(MemoryStorage()) { isWriting in
                    var made = Hooks()
                    hooks(wire, &made, isWriting)
                    return made
                }
            }
        }
    }
}

extension Fault {
    /// Text keys are replaced by other ones.
    static func rewritesText(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (String) -> String
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            hooks.key = { key in
                guard let text = decodedText(key),
                    let faulty = unlessThrown({ try Key(change(text)) })
                else {
                    return key
                }
                return wire.replace(key, with: faulty.bytes)
            }
        }
    }

    /// Values are kept as other ones.
    static func rewritesValues(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (Value) -> Value
    ) -> Fault {
        rewritesRecords(name, check, says: says) { record in
            try Record(try record.fields().map { ($0.name, try $0.value.mapped(change)) })
        }
    }

    /// Records are kept as other ones. The catalog is left alone.
    static func rewritesRecords(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (Record) throws -> Record
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            hooks.stored = { driver, entry, handle in
                guard !driver.isCatalog(handle),
                    let faulty = unlessThrown({ try change(Record(encoded: entry.record)) })
                else { return entry.record }
                return wire.replace(entry.record, with: faulty.bytes)
            }
        }
    }

    /// Scans go in another order.
    static func reorders(
        _ name: String, _ check: String, says: String,
        _ precedes: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
    ) -> Fault {
        scans(name, check, says: says) { entries, _, reversed in
            let sorted = entries.sorted { precedes($0.key, $1.key) }
            return reversed ? sorted.reversed() : sorted
        }
    }

    /// Scans visit other entries than those of their range.
    static func scans(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable ([RawEntry], KeyRange, _ reversed: Bool) -> [RawEntry]
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            hooks.entries = { driver, range, handle, reversed in
                let honest = try driver.rawEntries(range, in: handle, reversed: reversed)
                if driver.isCatalog(handle) { return honest }
                let faulty = change(honest, range, reversed)
                _ = wire.replace(honest.map(\.key), with: faulty.map(\.key))
                return faulty
            }
        }
    }

    /// Scans, and only they, take another range for the one that is asked for.
    static func ranges(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (KeyRange, _ reversed: Bool) -> KeyRange
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            hooks.entries = { driver, range, handle, reversed in
                try driver.rawEntries(
                    wire.replace(range, with: change(range, reversed)), in: handle,
                    reversed: reversed)
            }
        }
    }
}

/// The text of a key of one string, or nil.
func decodedText(_ key: [UInt8]) -> String? {
    unlessThrown({ try Key(encoded: key).decode(as: String.self) })
}

extension Value {
    /// The value with `change` applied to it and to what is inside of it.
    func mapped(_ change: (Value) -> Value) throws -> Value {
        switch self {
        case .array(let elements): return change(.array(try elements.map { try $0.mapped(change) }))
        case .object(let record):
            let fields = try record.fields()
            return change(
                .object(try Record(fields.map { ($0.name, try $0.value.mapped(change)) })))
        default: return change(self)
        }
    }
}

extension ConformanceSuite {
    /// A memory backend whose transactions have hooks.
    static func faulty(_ hooks: @escaping FaultyStorage.MakeHooks) -> ConformanceSuite {
        ConformanceSuite(name: "faulty") { _ in FaultyStorage(MemoryStorage(), hooks: hooks) }
    }

    /// A memory backend that does otherwise what `overrides` says, and whose transactions have hooks
    /// that know the storage underneath.
    static func overriding(
        _ overrides: FaultyStorage.Overrides = FaultyStorage.Overrides(),
        _ hooks: @escaping @Sendable (_ base: any Storage, _ isWriting: Bool) -> Hooks = { _, _ in
            Hooks()
        }
    ) -> ConformanceSuite {
        ConformanceSuite(name: "faulty") { _ in
            let base = MemoryStorage()
            return FaultyStorage(base, overrides: overrides) { hooks(base, $0) }
        }
    }
}

extension Storage {
    /// Runs `body` on what is committed now, whatever a transaction at hand should see.
    func live<Output>(_ body: (any ReadDriver) throws -> Output) throws -> Output {
        let driver = try beginRead()
        defer { driver.end() }
        return try body(driver)
    }
}
