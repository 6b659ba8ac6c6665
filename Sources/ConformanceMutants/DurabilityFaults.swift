import ConformanceKit
import StorageCore

extension Fault {
    /// Storages that fail when their process, the power or the system does: see ``LogStorage``.
    static let durability: [Fault] = [
        log(
            "M217 a commit waits in a buffer", .buffersCommits, "DUR-01/killed-after-commit",
            says: "whose process was killed"),
        log(
            "M218 a commit is not synchronized", .skipsSync, "DUR-02/unsynchronized-writes",
            says: "after a loss of power"),
        log(
            "M218b the audit of a commit that is not synchronized", .skipsSync,
            "DUR-15/synchronized", says: "that are not"),
        log(
            "M219 a folder is not synchronized after a rename", .skipsFolderSync, "DUR-06/names",
            says: "after a loss of power"),
        log(
            "M219b the audit of a name that is not synchronized", .skipsFolderSync,
            "DUR-15/synchronized", says: "a folder that is not"),
        log(
            "M221 the record of a commit is on disk before its data", .writesHeaderFirst,
            "DUR-04/any-order", says: "after a loss of power"),
        log(
            "M222 a torn last record is accepted", .acceptsTorn, "DUR-05/torn-write",
            says: "after a loss of power"),
        log(
            "M223 check values are never compared", .ignoresChecks, "COR-01/flipped-bits",
            says: "a storage with bit"),
        log(
            "M223b check values are never compared, whole bytes", .ignoresChecks,
            "COR-01/other-bytes", says: "a storage with byte"),
        log(
            "M224 recovery replays what was given up", .logsBeforeCommit, "DUR-03/every-call",
            says: "after a loss of power"),
        log(
            "M224b recovery replays what was not committed", .logsBeforeCommit,
            "BAT-11/killed-midway", says: "was killed within transaction"),
        log(
            "M225 recovery works in place", .recoversInPlace, "DUR-08/crash-in-recovery",
            says: "after a loss of power"),
        log(
            "M227 half of a file takes the place of a good one", .compactsInPlace,
            "DUR-03/every-call", says: "after a loss of power"),
        log(
            "M227b a write that fails is passed over", .ignoresWriteErrors, "DUR-12/disk-full",
            says: "for which a call of the system failed"),
        log(
            "M227c a full disk is the error io", .fullIsIO, "DUR-12/disk-full",
            says: "the error full"),
        log(
            "M228 relaxed durability loses a commit in the middle", .skipsUnreadable,
            "DUR-10/prefix", says: "after a loss of power"),
        log(
            "M229 the tail of another base is replayed", .takesForeignTail,
            "COR-04/foreign-files", says: "files of another storage"),
        log(
            "M230 zeros at the end are a record", .readsZeros, "DUR-07/zero-tail",
            says: "after a loss of power"),
        log(
            "M231 a lock is left behind by a killed process", .locksByFile,
            "MPR-02/killed-holder", says: "whose holder was killed"),
        log(
            "M233 what cannot be read is empty", .readErrorIsEmpty, "DUR-13/read-fails",
            says: "calls of the system fail"),
        log(
            "M240 a synchronization that fails is passed over", .ignoresSyncErrors,
            "DUR-11/sync-fails", says: "that it is refused"),
        log(
            "M241 a synchronization that fails is done again", .retriesSync,
            "DUR-11/sync-fails", says: "that it is refused"),
        log(
            "M241b no failed synchronization is passed over", .ignoresSyncErrors,
            "ERR-09/every-call", says: "that are not"),
        log(
            "M242 a short write is taken for a whole one", .trustsWriteCount,
            "DUR-14/interrupted", says: "call"),
        log(
            "M243 a file that cannot be opened is not there", .unopenedIsMissing,
            "DUR-14/open-fails", says: "system"),
        log(
            "D01 nothing keeps other processes out", .takesNoLock, "MPR-01/exclusive",
            says: "the error locked"),
        log(
            "D02 processes that take turns overwrite each other", .takesNoLock, "MPR-04/turns",
            says: ""),
        log("D03 a forked copy goes on", .worksForked, "MPR-07/forked", says: "process"),
        log(
            "D04 a length ends the process", .trapsOnDamage, "COR-02/truncated",
            says: "planted trap"),
        log(
            "D05 a storage is created in place", .createsInPlace, "DUR-03/every-call",
            says: "opening a storage after"),
        log(
            "D06 the log is emptied before the base is written", .closesInWrongOrder,
            "DUR-03/every-call", says: "after a loss of power"),
        log(
            "D07 openings leave descriptors behind", .leaksDescriptors, "RES-05/openings",
            says: "open descriptors"),
        log(
            "D08 openings that fail leave descriptors behind", .leaksWhenRefused,
            "RES-01/failed-openings", says: "open descriptors"),
        log(
            "D09 the log is never begun anew", .neverCompacts, "RES-03/overwritten",
            says: "the room on disk"),
        log(
            "D09b the log grows when a snapshot has ended", .neverCompacts, "SNP-10/room",
            says: "the room on disk"),
        log(
            "D10 the log grows with what was deleted", .neverCompacts, "RES-04/deleted",
            says: "the room on disk"),
        log(
            "D11 temporary files of killed processes stay", .leavesTemporary,
            "RES-02/left-over", says: "the files of a closed storage"),
        log(
            "D12 snapshots are kept when they have ended", .keepsSnapshots, "RES-05/snapshots",
            says: "memory"),
    ]

    /// A storage with files that is wrong in one way.
    private static func log(
        _ name: String, _ fault: LogFault, _ check: String, says: String
    ) -> Fault {
        Fault(name, check, says: says, needsWorker: true) { LogStorage.suite(fault, $0) }
    }
}
