/// One run of an encoder: the bytes so far and the values that are being written.
///
/// Values are written behind one another into one buffer. Each value that encodes itself has a
/// frame, and only the innermost one may write: a container of another frame throws. What user
/// code keeps of a frame that has ended is known by its serial number, and throws as well.
///
/// Not thread-safe: an encoding belongs to the call that made it.
@safe
final class RecordEncoding {
    /// A container that user code fills whenever it likes, until the frame around it ends.
    struct Branch {
        /// Where the container belongs in the buffer.
        let position: Int
        let encoding: RecordEncoding
    }

    /// A state to return to when a value turns out not to be encodable.
    struct Mark {
        let bytes: Int
        let fields: Int
        let branches: Int
        let outer: Int
        let top: Frame
    }

    /// How many values may wrap one another. Those that open no container, such as optionals, do
    /// not count as nesting, but they do take up stack.
    static let maximumFrames = 4 * Limits.maximumDepth

    // In memory of its own, where no access is checked for being exclusive, which took a third of the
    // time: no access is under way while user code runs, and user code is on one thread.
    private let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)

    /// The path of the outermost value.
    let rootPath: [any CodingKey]

    private init(_ state: consuming State, path: [any CodingKey]) {
        unsafe memory.initialize(to: state)
        rootPath = path
    }

    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    /// Makes an encoding with memory of its own.
    convenience init(_ type: Any.Type, path: [any CodingKey], depth: Int) {
        self.init(State(type, depth: depth), path: path)
    }

    /// Lends an encoding of a record to `body`. It has ended when this returns.
    @inline(__always)
    static func lend<Result>(
        _ type: Any.Type, _ body: (RecordEncoding) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try State.lend(type, depth: -1) { (state) throws(StorageError) in
            let encoding = RecordEncoding(state, path: [])
            // Whoever kept a container finds that its value has ended, and leaves alone what was
            // lent.
            defer { encoding.end() }
            return try body(encoding)
        }
    }

    /// What has been written, and the values that are being written.
    var state: State {
        // Yielding it instead, the compiler reads of a large value after it was given back.
        @inline(__always) unsafeAddress { unsafe UnsafePointer(memory) }
        @inline(__always) unsafeMutableAddress { unsafe memory }
    }

    /// The place of the innermost value.
    var place: EncodingPlace { EncodingPlace(encoding: self, serial: state.top.serial) }

    /// The outermost value.
    var outermost: Frame { state.outer.count > 0 ? state.outer[0] : state.top }

    /// Whether the outermost value has ended.
    var hasEnded: Bool { state.top.serial == 0 }

    func pushFrame(_ type: Any.Type, depth: Int) {
        state.lastSerial += 1
        state.outer.append(state.top)
        state.top = Frame(
            serial: state.lastSerial, start: state.writer.count, firstField: state.fields.count,
            firstBranch: state.branches.count, depth: depth, type: type)
    }

    /// Makes the value around the innermost one the innermost one.
    func dropFrame() {
        let last = state.outer.count - 1
        guard last >= 0 else { return end() }
        state.top = state.outer[last]
        state.outer.removeLast(downTo: last)
    }

    /// Ends all values.
    func end() {
        state.outer.removeLast(downTo: 0)
        state.top.serial = 0
    }

    /// The value of that number, or nil if it has ended.
    func frame(_ serial: Int) -> Frame? {
        index(ofFrame: serial).map { frame(at: $0) }
    }

    /// How many values stand around that one, or nil if it has ended.
    func index(ofFrame serial: Int) -> Int? {
        if serial == state.top.serial { return state.outer.count }
        return (0..<state.outer.count).first { state.outer[$0].serial == serial }
    }

    /// The value that as many stand around.
    func frame(at index: Int) -> Frame {
        index == state.outer.count ? state.top : state.outer[index]
    }

    /// Records a fault in a call that cannot throw; the first one is what the caller learns.
    func fail(_ error: StorageError) {
        state.failure = state.failure ?? error
    }

    func mark() -> Mark {
        Mark(
            bytes: state.writer.count, fields: state.fields.count, branches: state.branches.count,
            outer: state.outer.count, top: state.top)
    }

    /// Takes back what was written since `mark`, and notes where the fault was.
    func rollBack(to mark: Mark) {
        state.failedPath = state.failedPath ?? path
        state.writer.count = mark.bytes
        state.fields.removeLast(downTo: mark.fields)
        state.branches.removeLast(state.branches.count - mark.branches)
        state.outer.removeLast(downTo: mark.outer)
        state.top = mark.top
    }
}
