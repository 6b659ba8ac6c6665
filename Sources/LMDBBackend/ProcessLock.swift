import Dispatch
import StorageCore
import Synchronization

/// Lets the writers of one process at a time at the storage.
///
/// LMDB has a lock for this as well, but waiting for that one cannot be given up. This one is
/// taken first, so that LMDB's is free by then and the timeout holds. It is a lock (`flock`) on
/// `data.mdb`, and the system hands it on in the order in which the processes asked.
final class ProcessLock: Sendable {
    private enum Waiter {
        case none
        /// A thread waits for the lock on behalf of whoever waits for the semaphore.
        case waiting(DispatchSemaphore)
        /// A thread waits for the lock, and will give it back at once: the timeout has passed.
        case abandoned
        /// The thread could not get the lock.
        case failed(StorageError)
    }

    private let file: DataFile
    private let waiter = Mutex(Waiter.none)

    init(_ file: DataFile) {
        self.file = file
    }

    /// Waits for the lock. One thread at a time may do so.
    ///
    /// - Throws: ``StorageError/Code/busy`` if another process has not given it back by the
    ///   deadline.
    func lock(_ deadline: Deadline) throws(StorageError) {
        guard let turn = try turn() else { return }
        _ = turn.wait(timeout: deadline.dispatchTime)
        // Whether the wait was over in time says less than who has the lock now.
        try waiter.withLock { (waiter) throws(StorageError) in
            switch waiter {
            case .waiting:
                waiter = .abandoned
                throw busy
            case .failed(let error):
                waiter = .none
                throw error
            case .none, .abandoned: break
            }
        }
    }

    func unlock() {
        file.unlock()
    }

    /// Takes the lock and returns nil, or returns what is signalled when it has been taken.
    private func turn() throws(StorageError) -> DispatchSemaphore? {
        let (turn, needsThread) = try waiter.withLock {
            (waiter) throws(StorageError) -> (DispatchSemaphore?, Bool) in
            var needsThread = false
            if case .abandoned = waiter {
            } else {
                if try file.tryLock() { return (nil, false) }
                needsThread = true
            }
            let turn = DispatchSemaphore(value: 0)
            waiter = .waiting(turn)
            return (turn, needsThread)
        }
        // A lock of the system can be waited for with a timeout by nothing but a second thread.
        if needsThread { DispatchQueue(label: "storage.lmdb.writer").async { self.wait() } }
        return turn
    }

    private func wait() {
        var failure: StorageError?
        do {
            try file.lock()
        } catch {
            failure = error
        }
        waiter.withLock { waiter in
            guard case .waiting(let turn) = waiter else {
                if failure == nil { file.unlock() }
                waiter = .none
                return
            }
            waiter = failure.map { .failed($0) } ?? .none
            turn.signal()
        }
    }

    private var busy: StorageError {
        StorageError(
            .busy,
            "cannot write to '\(file.path)': another process has been writing for longer than the "
                + "timeout; try again, or open the storage with a longer timeout")
    }
}
