/// What is wrong with a ``LogStorage``: one thing at a time.
enum LogFault: Sendable {
    /// A commit returns while its bytes are in a buffer of the process.
    case buffersCommits
    /// Nothing is ever synchronized.
    case skipsSync
    /// The folder is not synchronized after a file got its name.
    case skipsFolderSync
    /// What a frame stands for is written behind its synchronized header, and believed unread.
    case writesHeaderFirst
    /// A frame that ends beyond the end of the file is taken as far as it goes.
    case acceptsTorn
    /// Check values are written and never compared.
    case ignoresChecks
    /// Changes are in the log before their transaction commits.
    case logsBeforeCommit
    /// The base is cut off and written again in place when a tail is left at opening.
    case recoversInPlace
    /// The base is cut off and written again in place when the tail is long.
    case compactsInPlace
    /// Frames that cannot be read are left out, and those behind them are not.
    case skipsUnreadable
    /// A tail is believed to belong to the base that it stands beside.
    case takesForeignTail
    /// Zeros at the end are an empty record.
    case readsZeros
    /// The lock is a file that is there.
    case locksByFile
    /// A file that cannot be read is an empty one.
    case readErrorIsEmpty
    /// The descriptors of an opening stay open.
    case leaksDescriptors
    /// The descriptors of an opening that fails stay open.
    case leaksWhenRefused
    /// The tail is never begun anew.
    case neverCompacts
    /// Each transaction has a file of its own, which nobody removes if its process is killed.
    case leavesTemporary
    /// The result of a write is not looked at.
    case ignoresWriteErrors
    /// The result of a synchronization is not looked at.
    case ignoresSyncErrors
    /// A synchronization that fails is done again.
    case retriesSync
    /// A write is complete whatever it returns.
    case trustsWriteCount
    /// A full disk is the error io.
    case fullIsIO
    /// A file that cannot be opened is not there.
    case unopenedIsMissing
    /// Nothing keeps other processes out.
    case takesNoLock
    /// A forked copy of the process goes on.
    case worksForked
    /// A length that cannot be ends the process.
    case trapsOnDamage
    /// A new storage is written under its own name.
    case createsInPlace
    /// Ended snapshots are kept.
    case keepsSnapshots
    /// Deleted records leave their room behind.
    case keepsDeleted
    /// The log is emptied before the base is written when the storage is closed.
    case closesInWrongOrder
    /// The relaxed promise is given, and kept.
    case relaxed
}
