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
        let serial: Int
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
        var isSorted = true
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
        let frames: Int
        let frame: Frame
    }

    /// How many values may wrap one another. Those that open no container, such as optionals, do
    /// not count as nesting, but they do take up stack.
    static let maximumFrames = 4 * Limits.maximumDepth

    // No access to these is under way while user code runs, and user code is on one thread: the
    // dynamic checks of exclusivity, which took a third of the time, could never fail.
    @exclusivity(unchecked) private var storedWriter = RecordWriter()
    @exclusivity(unchecked) private var storedFrames: [Frame] = []
    @exclusivity(unchecked) private var storedFields: [FieldName] = []

    var branches: [Branch] = []
    /// A fault in a call that cannot throw. The value is not encodable any more.
    var failure: StorageError?
    /// Where the error was thrown that is on its way out.
    var failedPath: [any CodingKey]?
    /// The path of the outermost value.
    let rootPath: [any CodingKey]
    private var lastSerial = 0

    init(_ type: Any.Type, path: [any CodingKey] = [], depth: Int = -1) {
        rootPath = path
        writer.bytes.reserveCapacity(256)
        frames.reserveCapacity(8)
        fields.reserveCapacity(16)
        pushFrame(type, depth: depth)
    }

    /// The bytes so far.
    var writer: RecordWriter {
        _read { yield unsafe storedWriter }
        _modify { yield unsafe &storedWriter }
    }

    /// The values that are being written, from the outermost to the innermost.
    var frames: [Frame] {
        _read { yield unsafe storedFrames }
        _modify { yield unsafe &storedFrames }
    }

    /// The names of the fields of all open frames; for members without order, where they begin.
    var fields: [FieldName] {
        _read { yield unsafe storedFields }
        _modify { yield unsafe &storedFields }
    }

    /// The place of the innermost value.
    var place: EncodingPlace {
        let index = frames.count - 1
        return EncodingPlace(encoding: self, index: index, serial: frames[index].serial)
    }

    func pushFrame(_ type: Any.Type, depth: Int) {
        lastSerial += 1
        frames.append(
            Frame(
                serial: lastSerial, start: writer.bytes.count, firstField: fields.count,
                firstBranch: branches.count, depth: depth, type: type))
    }

    /// Records a fault in a call that cannot throw; the first one is what the caller learns.
    func fail(_ error: StorageError) {
        failure = failure ?? error
    }

    func mark() -> Mark {
        Mark(
            bytes: writer.bytes.count, fields: fields.count, branches: branches.count,
            frames: frames.count, frame: frames[frames.count - 1])
    }

    /// Takes back what was written since `mark`, and notes where the fault was.
    func rollBack(to mark: Mark) {
        failedPath = failedPath ?? path(ofFrame: frames.count - 1)
        writer.bytes.removeLast(writer.bytes.count - mark.bytes)
        fields.removeLast(fields.count - mark.fields)
        branches.removeLast(branches.count - mark.branches)
        frames.removeLast(frames.count - mark.frames)
        frames[frames.count - 1] = mark.frame
    }

    /// The path of the value of a frame.
    func path(ofFrame index: Int) -> [any CodingKey] {
        var path = rootPath
        var inner = 1
        while inner <= index {
            if let step = currentStep(ofFrame: inner - 1, fieldsEnd: frames[inner].firstField) {
                path.append(step)
            }
            inner += 1
        }
        return path
    }

    /// The step to the value that the innermost frame began to write last.
    var currentStep: PathKey? {
        currentStep(ofFrame: frames.count - 1, fieldsEnd: fields.count)
    }

    private func currentStep(ofFrame index: Int, fieldsEnd: Int) -> PathKey? {
        switch frames[index].shape {
        case .undecided, .single: nil
        case .unkeyed: .index(frames[index].count - 1)
        case .keyed: .name(fields[fieldsEnd - 1].text(in: writer.bytes))
        }
    }
}
