import StorageCore
import Synchronization

/// An open storage: its environment, and all that decides who may use it when.
final class Session: Sendable {
    let configuration: LMDBConfiguration
    let place: Place
    let gate: Gate
    private let fork: Fork
    private let writers = WriterLock()

    let growth = Mutex(Growth())

    init(_ configuration: LMDBConfiguration) throws(StorageError) {
        let configuration = try configuration.resolved()
        self.configuration = configuration
        fork = try Fork()
        let (environment, place) = try Opening(configuration: configuration).open(fork)
        self.place = place
        gate = Gate(environment)
    }

    var path: String { configuration.path }

    private var deadline: Deadline { Deadline(after: configuration.options.timeout) }

    /// Begins a reading transaction.
    func beginRead() throws(StorageError) -> LMDBReadTransaction {
        try checkProcess("read")
        let lane = gate.lane
        if let idle = lane.reenter() {
            do {
                try idle.transaction.renew()
                idle.begin(in: lane)
                return idle
            } catch {
                // What is in the way is looked at below.
                lane.leave(idle)
            }
        }
        var hasReleased = false
        while true {
            let (environment, idle) = try lane.enter(for: "begin a read", reuse: true)
            do {
                let reading: LMDBReadTransaction
                if let idle {
                    try idle.transaction.renew()
                    reading = idle
                } else {
                    reading = LMDBReadTransaction(
                        try Transaction(reading: environment), fork)
                }
                reading.begin(in: lane)
                return reading
            } catch {
                lane.leave(idle)
                if error.isMapOutgrown {
                    try enlarge(deadline)
                } else if error.isReadersFull, !hasReleased {
                    try environment.releaseDeadReaders()
                    hasReleased = true
                } else {
                    throw error
                }
            }
        }
    }

    /// Begins the writing transaction, after which ``endWrite(_:)`` is to be called.
    func beginWrite() throws(StorageError) -> Transaction {
        try fork.check("write to", path)
        guard configuration.options.mode != .readOnly else {
            throw StorageError(
                .readOnly, "cannot write to '\(path)': it was opened with mode=ro; open it with rw")
        }
        writers.lock()
        do throws(StorageError) {
            let environment = try gate.environment(for: "begin a write")
            let deadline = deadline
            try environment.lock.lock(deadline)
            do throws(StorageError) {
                try place.check("write to")
                return try begin(deadline)
            } catch {
                environment.lock.unlock()
                throw error
            }
        } catch {
            writers.unlock()
            throw error
        }
    }

    /// Lets the next writer begin. The transaction has been committed or rolled back.
    func endWrite(_ environment: Environment) {
        guard fork.isSameProcess else { return }
        gate.writerLane.leave(nil)
        environment.lock.unlock()
        writers.unlock()
    }

    private func begin(_ deadline: Deadline) throws(StorageError) -> Transaction {
        var mayGrow = true
        while true {
            let (environment, _) = try gate.writerLane.enter(for: "begin a write", reuse: false)
            var room = Room.ample
            do throws(StorageError) {
                if mayGrow { room = try self.room(in: environment) }
                if room == .ample { return try Transaction(writing: environment) }
            } catch {
                guard error.isMapOutgrown else {
                    gate.writerLane.leave(nil)
                    throw error
                }
                room = .none
            }
            gate.writerLane.leave(nil)
            try enlarge(for: room, deadline)
            mayGrow = false
        }
    }

    /// Makes sure that a transaction goes on in the process that began it.
    @inline(__always)
    func checkProcess(_ operation: String) throws(StorageError) {
        if !fork.isSameProcess { try fork.check(operation, path) }
    }

    /// Closes the environment, as soon as the transactions have ended that are still open.
    func close() throws(StorageError) {
        guard fork.isSameProcess, let environment = gate.close() else { return }
        let options = configuration.options
        guard options.mode != .readOnly, options.durability != .full else { return }
        try environment.synchronize()
    }

    /// The size of `data.mdb`, or nil if it cannot be found out.
    var size: Int? {
        do {
            return try FileSystem.status(Place.dataFile(in: place.folder))?.size
        } catch {
            // A description must not fail, and knows to say that there is no size.
            return nil
        }
    }
}
