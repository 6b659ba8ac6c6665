import ConformanceKit
import StorageCore

extension Fault {
    /// Storages whose transactions get into each other's way.
    static let isolation: [Fault] =
        dirty + skewed + moving + throughIndexes("index") + throughIndexes("index-of-a-field")
        + indexSnapshots + ownWrites + late + random

    /// Others see, or overwrite, what is not committed.
    private static let dirty: [Fault] = [
        entangled(.lastCommitWins, "M099 two writers at once", "ISO-01/one-writer", says: "while"),
        entangled(
            .writesInPlace, "M099b writes interleave", "ISO-01/write-cycle", says: "both committed"),
        entangled(
            .readsUncommitted, "M100 a reader sees what is rolled back", "ISO-02/aborted-read",
            says: "T2 read 1 = 101"),
        entangled(
            .writesInPlace, "M100b a writer sees what is rolled back",
            "ISO-02/aborted-read-writing", says: "T2 read 1 = 101"),
        entangled(
            .readsUncommitted, "M101 a reader sees what is replaced", "ISO-03/intermediate-read",
            says: "T2 read 1 = 101"),
        entangled(
            .writesInPlace, "M101b a writer sees what is replaced",
            "ISO-03/intermediate-read-writing", says: "T2 read 1 = 101"),
        entangled(
            .writesInPlace, "M102 information flows in a circle", "ISO-04/circular-flow",
            says: "T1 read what T2 wrote"),
        entangled(
            .writesInPlace, "M103 a writer sees a transaction in parts",
            "ISO-05/vanishing-writing", says: "of no one state"),
        entangled(
            .writesInPlace, "M106 a rolled-back write is built upon", "ISO-17/dirty-update",
            says: "T2 committed over 1 = 101"),
    ]

    /// Writers go by what is no longer so.
    private static let skewed: [Fault] = [
        entangled(
            .lastCommitWins, "M105c an update is lost", "ISO-08/lost-update", says: "both committed"
        ),
        entangled(
            .copiesBeforeTurn, "M123 a writer that waited begins with what was before",
            "ISO-08/lost-update", says: "both committed"),
        entangled(
            .mergesCommits, "M105d an update within another one is lost",
            "ISO-08/lost-update-later", says: "both committed"),
        entangled(
            .writesInPlace, "M094 a writer sees two times", "ISO-09/read-skew-writing",
            says: "of no one state"),
        entangled(
            .writesInPlace, "M094b a writer's queries see two times", "ISO-10/read-skew-writing",
            says: "of no one state"),
        entangled(
            .writesInPlace, "M104b a writer finds more the second time", "ISO-06/phantom-writing",
            says: "of no one state"),
        entangled(
            .lastCommitWins, "M104c a delete goes by what is overwritten",
            "ISO-07/write-predicate", says: "both committed"),
        entangled(
            .writesInPlace, "M104d a delete that is rolled back finds what came after a read",
            "ISO-11/rolled-back", says: "then found no 20"),
        entangled(
            .mergesCommits, "M104e a delete goes by what was before", "ISO-11/committed",
            says: "each had read what was there before"),
        entangled(
            .mergesCommits, "M107 write skew", "ISO-12/write-skew",
            says: "each had read what was there before"),
        entangled(
            .mergesCommits, "M108 write skew by queries", "ISO-13/predicate-skew",
            says: "each had read what was there before"),
        entangled(
            .mergesCommits, "M107b a reader shows two writers' orders", "ISO-14/two-edges",
            says: "T1 went by 2 = 20"),
    ]

    /// Snapshots that move.
    private static let moving: [Fault] = [
        live("M103b a reader sees transactions as they come", "ISO-05/vanishing"),
        live("M087b a reader sees two times", "ISO-09/read-skew"),
        live("M104 a reader finds more the second time", "ISO-06/phantom"),
        live("M095b a reader's queries see two times", "ISO-10/read-skew"),
    ]

    /// What goes wrong in the entries of an index.
    private static func throughIndexes(_ slug: String) -> [Fault] {
        [
            liveEntries("M109 an index ignores the snapshot (\(slug))", "ISO-15/\(slug)"),
            liveEntries(
                "M096 an index has moved on from the records (\(slug))", "ISO-15/\(slug)-moved"),
            entangled(
                .readsUncommitted, "M109b an index shows what is not committed (\(slug))",
                "ISO-15/\(slug)-uncommitted", says: "of no one state"),
            entangled(
                .writesInPlace, "M109c a writer's index changes (\(slug))",
                "ISO-15/\(slug)-writing", says: "of no one state"),
            entangled(
                .mergesCommits, "M108b write skew by an index (\(slug))", "ISO-15/\(slug)-skew",
                says: "each had read what was there before"),
        ]
    }

    /// What goes wrong with indexes themselves.
    private static let indexSnapshots: [Fault] = [
        Fault("M118 a new index ends snapshots", "ISO-15/created", says: "of no one state") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                if isWriting { return Hooks() }
                return .readingLive(base, wire) { driver, _ in
                    unlessThrown { try driver.collection(named: firstIndex) } == nil
                        && unlessThrown {
                            try base.live { try $0.collection(named: firstIndex) }
                        } != nil
                }
            }
        },
        liveEntries("M118b a dropped index is empty in snapshots", "ISO-15/dropped"),
        entangled(
            .readsUncommitted, "M118c an index is seen before it is there", "ISO-15/rolled-back",
            says: "of no one state"),
    ]

    /// Writers that do not see what they have written.
    private static let ownWrites: [Fault] = [
        Fault("M115b a writer reads what is committed", "ISO-16/own-steps", says: "in place of") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                isWriting ? .readingLive(base, wire, where: { _, _ in true }) : Hooks()
            }
        },
        Fault("M117 own writes missing from an index", "ISO-16/own-steps-index", says: "finds 30") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                isWriting ? .readingLive(base, wire, where: isIndex) : Hooks()
            }
        },
    ]

    /// Commits that are seen late.
    private static let late: [Fault] = [
        Fault("M126b readers are one commit behind", "ISO-18/real-time", says: "T2 read") { wire in
            ConformanceSuite(name: "faulty") { _ in LooseStorage(wire, staleReads: 7) }
        },
        Fault("M126c writers are one commit behind", "ISO-18/real-time", says: "T3 read") { wire in
            ConformanceSuite(name: "faulty") { _ in LooseStorage(wire, staleWrites: 7) }
        },
    ]

    /// What random histories show. Where threads meet is up to the system.
    private static let random: [Fault] =
        [
            history(says: "some order", "M126d reads are late", "ISO-19/lists-tasks") {
                LooseStorage($0, staleReads: 9)
            },
            history(says: "some order", "M105e appends are lost", "ISO-19/lists-tasks") {
                LooseStorage($0, staleWrites: 9)
            },
            history(says: "some order", "M100c what is rolled back is read", "ISO-19/lists-threads")
            {
                EntangledStorage(.readsUncommitted, $0)
            },
            history(says: "some order", "M099c writers run at once", "ISO-19/lists-threads") {
                EntangledStorage(.lastCommitWins, $0)
            },
            history(says: "some order", "M105f updates are lost", "ISO-19/registers-threads") {
                EntangledStorage(.copiesBeforeTurn, $0)
            },
            history(says: "some order", "M126e registers are late", "ISO-19/registers-tasks") {
                LooseStorage($0, staleReads: 9)
            },
            history(says: "registers", "M126f a register goes back", "ISO-20/linearizable-tasks") {
                LooseStorage($0, staleReads: 5)
            },
            history(says: "registers", "M126g a register is undone", "ISO-20/linearizable-threads")
            {
                LooseStorage($0, staleReads: 5)
            },
        ].map { $0.stochastic(floor: 0.8) }
}

extension Fault {
    private static func entangled(
        _ flaw: EntangledStorage.Flaw, _ name: String, _ check: String, says: String
    ) -> Fault {
        history(says: says, name, check) { EntangledStorage(flaw, $0) }
    }

    private static func history(
        says: String, _ name: String, _ check: String,
        _ open: @escaping @Sendable (Tripwire) -> any Storage
    ) -> Fault {
        Fault(name, check, says: says) { wire in
            ConformanceSuite(name: "faulty") { _ in open(wire) }
        }
    }

    /// Readers see what is committed by now.
    private static func live(_ name: String, _ check: String) -> Fault {
        Fault(name, check, says: "of no one state") { wire in
            ConformanceSuite.overriding { base, isWriting in
                isWriting ? Hooks() : .readingLive(base, wire, where: { _, _ in true })
            }
        }
    }

    /// Readers see the entries of indexes as they are by now.
    private static func liveEntries(_ name: String, _ check: String) -> Fault {
        Fault(name, check, says: "finds") { wire in
            ConformanceSuite.overriding { base, isWriting in
                isWriting ? Hooks() : .readingLive(base, wire, where: isIndex)
            }
        }
    }

    /// The collection of the first index that a database creates.
    private static let firstIndex = "$index-1"

    private static func isIndex(_ driver: any ReadDriver, _ handle: CollectionHandle) -> Bool {
        unlessThrown { try driver.collection(named: "items") } != handle
            && !driver.isCatalog(handle)
    }
}

extension Hooks {
    /// Reads what is committed by now, from collections that `applies` is true of.
    fileprivate static func readingLive(
        _ base: any Storage, _ wire: Tripwire,
        where applies: @escaping (any ReadDriver, CollectionHandle) -> Bool
    ) -> Hooks {
        var hooks = Hooks()
        hooks.get = { driver, key, handle in
            let own = try driver.rawRecord(key, in: handle)
            guard applies(driver, handle) else { return own }
            return wire.replace(own, with: try base.live { try $0.rawRecord(key, in: handle) })
        }
        hooks.entries = { driver, range, handle, reversed in
            let own = try driver.rawEntries(range, in: handle, reversed: reversed)
            guard applies(driver, handle) else { return own }
            let live = try base.live { try $0.rawEntries(range, in: handle, reversed: reversed) }
            if !own.elementsEqual(live, by: ==) { wire.trip() }
            return live
        }
        return hooks
    }
}
