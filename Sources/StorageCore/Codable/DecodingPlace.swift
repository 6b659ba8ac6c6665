/// The place of a value in the bytes: what decoders and containers hold on to.
struct DecodingPlace {
    /// The way from the record to a value inside it.
    final class Step {
        enum Kind {
            case field(FieldName)
            case element(Int)
        }

        let outer: Step?
        let kind: Kind
        let depth: Int

        init(_ kind: Kind, in outer: Step?) {
            self.outer = outer
            self.kind = kind
            depth = (outer?.depth ?? 0) + 1
        }
    }

    /// The place of the record, which has no tag.
    static let rootPosition = -1

    let decoding: RecordDecoding
    /// The offset of the value's tag.
    let position: Int
    let step: Step?
    /// The last step, as long as nothing further in needs it on the heap.
    let lastStep: Step.Kind?

    /// The place of a record.
    init(_ decoding: RecordDecoding) {
        self.init(decoding: decoding, position: Self.rootPosition, step: nil, lastStep: nil)
    }

    init(decoding: RecordDecoding, position: Int, step: Step?, lastStep: Step.Kind?) {
        self.decoding = decoding
        self.position = position
        self.step = step
        self.lastStep = lastStep
    }

    /// The way to the value.
    var wholeStep: Step? {
        guard let lastStep else { return step }
        return Step(lastStep, in: step)
    }

    /// The path of the value.
    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var step = wholeStep
        while let current = step {
            switch current.kind {
            case .field(let name):
                path.append(PathKey.name(unsafe name.text(in: decoding.bytes.span)))
            case .element(let index): path.append(PathKey.index(index))
            }
            step = current.outer
        }
        return path.reversed()
    }

    /// The kind of the value.
    func tag() throws(StorageError) -> ValueTag {
        position == Self.rootPosition ? .object : try decoding.tag(at: position)
    }

    /// Whether the value is null.
    func isNull() throws(StorageError) -> Bool {
        try tag() == .null
    }

    /// Where the content of an object or array stands, which has to be of that kind.
    func content(_ kind: ValueTag, for type: Any.Type) throws -> Range<Int> {
        guard try tag() == kind else { throw mismatch(type) }
        // Objects and arrays that stand around the value are as many as the steps to it.
        let depth = (step?.depth ?? 0) + (lastStep == nil ? 0 : 1)
        guard depth <= Limits.maximumDepth else { throw tooDeep }
        return position == Self.rootPosition
            ? 0..<decoding.count : try decoding.content(at: position)
    }

    /// The value of a field or element of this value, which is an object or array.
    func inner(_ kind: Step.Kind, at position: Int) -> DecodingPlace {
        DecodingPlace(decoding: decoding, position: position, step: wholeStep, lastStep: kind)
    }
}
