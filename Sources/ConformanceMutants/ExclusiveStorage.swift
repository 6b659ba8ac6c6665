import Dispatch
import StorageCore

/// A memory storage in which a writer has the storage to itself: readers wait for it, and it waits
/// for them.
final class ExclusiveStorage: Storage {
    private let base = MemoryStorage()
    /// Counts readers down from ``readers``; a writer takes all places.
    private let places = DispatchSemaphore(value: ExclusiveStorage.readers)
    private let writerLock = WriterLock()

    private static let readers = 64

    var capabilities: Capabilities { [] }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        writerLock.lock()
        places.wait()
        writerLock.unlock()
        do {
            return FaultyDriver(try base.beginRead(), ending { self.release(1) })
        } catch {
            release(1)
            throw error
        }
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        writerLock.lock()
        for _ in 0..<Self.readers { places.wait() }
        writerLock.unlock()
        do {
            return FaultyDriver(try base.beginWrite(), ending { self.release(Self.readers) })
        } catch {
            release(Self.readers)
            throw error
        }
    }

    func check() throws(StorageError) -> [String] { try base.check() }

    func close() { base.close() }

    private func release(_ count: Int) {
        for _ in 0..<count { places.signal() }
    }

    private func ending(_ release: @escaping () -> Void) -> Hooks {
        var hooks = Hooks()
        hooks.end = { driver in
            driver.end()
            release()
        }
        hooks.commit = { driver throws(StorageError) in
            defer { release() }
            try driver.commit()
        }
        return hooks
    }
}
