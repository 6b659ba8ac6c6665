/// One run of an encoder: the bytes so far and the values that are being written.
///
/// Values are written behind one another into one buffer. Each value that encodes itself has a
/// frame, and only the innermost one may write: a container of another frame throws. What user
/// code keeps of a frame that has ended is known by its serial number, and throws as well.
///
/// Not thread-safe: an encoding belongs to the call that made it.
final class RecordEncoding {
    /// What the value of a frame is.
    enum Shape {
        case undecided, single, keyed, unkeyed
    }

    /// A value that is being written.
    struct Frame {
        /// The number of the value, or zero if it has ended.
        fileprivate(set) var serial: Int
        /// The offset of the value's tag.
        let start: Int
        let firstField: Int
        let firstBranch: Int
        /// How many containers stand around the value, the record itself not counted.
        let depth: Int
        let type: Any.Type
        var shape = Shape.undecided
        /// How many elements belong together in a value that has no order of its own, or zero.
        var elementsPerMember = 0
        var count = 0
    }

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

    // No access to these is under way while user code runs, and user code is on one thread: the
    // dynamic checks of exclusivity, which took a third of the time, could never fail.
    @exclusivity(unchecked) private var storedWriter: FieldWriter
    @exclusivity(unchecked) private var storedFields: ScratchList<EncodedField>
    @exclusivity(unchecked) private var storedTop: Frame

    /// The values around the innermost one, the outermost one first.
    var outer: [Frame] = []
    var branches: [Branch] = []
    /// A fault in a call that cannot throw. The value is not encodable any more.
    var failure: StorageError?
    /// Where the error was thrown that is on its way out.
    var failedPath: [any CodingKey]?
    /// The path of the outermost value.
    let rootPath: [any CodingKey]
    private var lastSerial = 1

    /// Makes an encoding with memory of its own.
    init(_ type: Any.Type, path: [any CodingKey], depth: Int) {
        rootPath = path
        // Without memory that is lent the writer begins in its own.
        unsafe storedWriter = FieldWriter(lent: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        unsafe storedFields = ScratchList()
        unsafe storedTop = Frame(
            serial: 1, start: 0, firstField: 0, firstBranch: 0, depth: depth, type: type)
    }

    /// Makes an encoding of a record in the caller's memory, which has to stay there until the
    /// encoding has ended.
    @unsafe
    private init(
        _ type: Any.Type, _ bytes: UnsafeMutableRawBufferPointer,
        _ fields: UnsafeMutableBufferPointer<EncodedField>
    ) {
        rootPath = []
        unsafe storedWriter = FieldWriter(lent: bytes)
        unsafe storedFields = ScratchList(lent: fields)
        unsafe storedTop = Frame(
            serial: 1, start: 0, firstField: 0, firstBranch: 0, depth: -1, type: type)
    }

    /// Lends an encoding of a record to `body`. It has ended when this returns.
    @inline(__always)
    static func lend<Result>(
        _ type: Any.Type, _ body: (RecordEncoding) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try unsafe withUnsafeTemporaryAllocation(
            byteCount: FieldWriter.scratchSize, alignment: 8
        ) { (bytes) throws(StorageError) in
            try unsafe withUnsafeTemporaryAllocation(of: EncodedField.self, capacity: 16) {
                (fields) throws(StorageError) in
                let encoding = unsafe RecordEncoding(type, bytes, fields)
                // Whoever kept a container finds that its value has ended, and the memory is left
                // alone.
                defer { encoding.end() }
                return try body(encoding)
            }
        }
    }

    /// The bytes so far.
    var writer: FieldWriter {
        @inline(__always) _read { yield unsafe storedWriter }
        @inline(__always) _modify { yield unsafe &storedWriter }
    }

    /// The names of the fields of all open frames; for members without order, where they begin.
    var fields: ScratchList<EncodedField> {
        @inline(__always) _read { yield unsafe storedFields }
        @inline(__always) _modify { yield unsafe &storedFields }
    }

    /// The innermost value.
    var top: Frame {
        @inline(__always) _read { yield unsafe storedTop }
        @inline(__always) _modify { yield unsafe &storedTop }
    }

    /// The place of the innermost value.
    var place: EncodingPlace { EncodingPlace(encoding: self, serial: top.serial) }

    /// The outermost value.
    var outermost: Frame { outer.first ?? top }

    /// Whether the outermost value has ended.
    var hasEnded: Bool { top.serial == 0 }

    func pushFrame(_ type: Any.Type, depth: Int) {
        lastSerial += 1
        outer.append(top)
        top = Frame(
            serial: lastSerial, start: writer.count, firstField: fields.count,
            firstBranch: branches.count, depth: depth, type: type)
    }

    /// Makes the value around the innermost one the innermost one.
    func dropFrame() {
        guard let frame = outer.popLast() else { return end() }
        top = frame
    }

    /// Ends all values.
    func end() {
        if !outer.isEmpty { outer = [] }
        top.serial = 0
    }

    /// The value of that number, or nil if it has ended.
    func frame(_ serial: Int) -> Frame? {
        index(ofFrame: serial).map { frame(at: $0) }
    }

    private func index(ofFrame serial: Int) -> Int? {
        if serial == top.serial { return outer.count }
        return outer.firstIndex { $0.serial == serial }
    }

    private func frame(at index: Int) -> Frame {
        index == outer.count ? top : outer[index]
    }

    /// Records a fault in a call that cannot throw; the first one is what the caller learns.
    func fail(_ error: StorageError) {
        failure = failure ?? error
    }

    func mark() -> Mark {
        Mark(
            bytes: writer.count, fields: fields.count, branches: branches.count,
            outer: outer.count, top: top)
    }

    /// Takes back what was written since `mark`, and notes where the fault was.
    func rollBack(to mark: Mark) {
        failedPath = failedPath ?? path
        writer.count = mark.bytes
        fields.removeLast(downTo: mark.fields)
        branches.removeLast(branches.count - mark.branches)
        outer.removeLast(outer.count - mark.outer)
        top = mark.top
    }

    /// The path of the innermost value.
    var path: [any CodingKey] { path(ofFrame: top.serial) }

    /// The path of the value of that number, or an empty one if it has ended.
    func path(ofFrame serial: Int) -> [any CodingKey] {
        guard let index = index(ofFrame: serial), !hasEnded else { return [] }
        var path = rootPath
        for inner in 0..<index {
            let fieldsEnd = frame(at: inner + 1).firstField
            if let step = step(from: frame(at: inner), fieldsEnd: fieldsEnd) { path.append(step) }
        }
        return path
    }

    /// The path of the value that the innermost frame began to write last.
    var currentPath: [any CodingKey] {
        let step = step(from: top, fieldsEnd: fields.count)
        return path + (step.map { [$0] as [any CodingKey] } ?? [])
    }

    private func step(from frame: Frame, fieldsEnd: Int) -> PathKey? {
        switch frame.shape {
        case .undecided, .single:
            return nil
        case .unkeyed:
            return .index(frame.count - 1)
        case .keyed:
            let name = fields[fieldsEnd - 1].name
            return .name(writer.withBytes { name.text(in: $0) })
        }
    }
}
