import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts how often the faulty branch of a storage ran: a fault that never ran proves nothing.
final class Tripwire: Sendable {
    private let trips = Mutex(0)
    /// A file that grows with each trip, for faults that run in other processes.
    private let file: String?

    init(file: String? = nil) {
        self.file = file
    }

    var count: Int {
        guard let file else { return trips.withLock(\.self) }
        return unlessThrown({ try FileSystem.status(file)?.size }) ?? 0
    }

    func trip() {
        trips.withLock { count in
            count += 1
            // The first time is what counts, and faults can be many.
            guard count == 1, let file else { return }
            let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            let mark: [UInt8] = [1]
            _ = unsafe write(descriptor, mark, 1)
            close(descriptor)
        }
    }

    /// Returns `faulty`, and takes note if it is something else than the honest value.
    func replace<Value: Equatable>(_ honest: Value, with faulty: Value) -> Value {
        if honest != faulty { trip() }
        return faulty
    }
}

typealias RawEntry = (key: [UInt8], record: [UInt8])

/// What one transaction of a faulty storage does otherwise than the storage underneath. Each hook
/// that is nil is honest.
struct Hooks {
    /// The key that is used in place of the given one.
    var key: (([UInt8]) -> [UInt8])?
    /// The record that is kept in place of the given one; nil for none.
    var stored: ((_ driver: any WriteDriver, _ entry: RawEntry, CollectionHandle) -> [UInt8]?)?
    var get: ((_ driver: any ReadDriver, [UInt8], CollectionHandle) throws -> [UInt8]?)?
    var entries:
        (
            (_ driver: any ReadDriver, KeyRange, CollectionHandle, _ reversed: Bool) throws
                -> [RawEntry]
        )?
    /// Goes through a range in the place of the storage underneath.
    var scan:
        (
            (
                _ driver: any ReadDriver, KeyRange, CollectionHandle, _ reversed: Bool,
                _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
            ) throws -> Void
        )?
    /// Called when a scan's body threw; returns whether to hide the error.
    var hidesScanError: (() -> Bool)?
    /// Called when a get's body threw; returns whether to hide the error.
    var hidesGetError: (() -> Bool)?
    /// Asked after each visit of a scan; returns whether to stop it.
    var stopsScan: (() -> Bool)?
    /// Whether bytes that are lent change when the transaction writes.
    var overwritesLentBytes: (() -> Void)?
    var count: ((_ driver: any ReadDriver, KeyRange, CollectionHandle) throws(StorageError) -> Int)?
    var put:
        (
            (_ driver: any WriteDriver, RawEntry, CollectionHandle, PutCondition)
                throws(StorageError) -> Bool
        )?
    var delete:
        ((_ driver: any WriteDriver, [UInt8], CollectionHandle) throws(StorageError) -> Bool)?
    var deleteRange:
        ((_ driver: any WriteDriver, KeyRange, CollectionHandle) throws(StorageError) -> Int)?
    var name: ((String) -> String)?
    var stateNumber: (() -> Int)?
    var prepare:
        ((_ driver: any WriteDriver, CollectionSchema) throws(StorageError) -> CollectionHandle)?
    var savepoint: ((_ driver: any WriteDriver) throws(StorageError) -> Void)?
    var releaseSavepoint: ((_ driver: any WriteDriver) throws(StorageError) -> Void)?
    var rollBackToSavepoint: ((_ driver: any WriteDriver) throws(StorageError) -> Void)?
    var commit: ((_ driver: any WriteDriver) throws(StorageError) -> Void)?
    var end: ((_ driver: any ReadDriver) -> Void)?
    /// Called after each change, and may put another driver in the place of the one at hand.
    var changed: ((_ driver: any WriteDriver) throws(StorageError) -> any WriteDriver)?
}

extension ReadDriver {
    /// The raw record kept under `key`.
    func rawRecord(_ key: [UInt8], in collection: CollectionHandle) throws -> [UInt8]? {
        var record: [UInt8]?
        _ = try get(key.span, in: collection) { record = $0.array }
        return record
    }

    /// The raw entries of a range.
    func rawEntries(
        _ range: KeyRange = .all, in collection: CollectionHandle, reversed: Bool = false
    ) throws -> [RawEntry] {
        var entries: [RawEntry] = []
        try scan(range, in: collection, reversed: reversed) { key, record in
            entries.append((key.array, record.array))
            return true
        }
        return entries
    }

    /// Whether the handle is that of the catalog, which faults leave alone: they are about records.
    func isCatalog(_ handle: CollectionHandle) -> Bool {
        do {
            return try collection(named: "$catalog") == handle
        } catch {
            return false
        }
    }
}
