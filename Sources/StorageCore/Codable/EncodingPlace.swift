/// The place of a value in an encoding: what encoders and containers hold on to.
struct EncodingPlace {
    let encoding: RecordEncoding
    let index: Int
    let serial: Int

    /// A place at which nothing can be written.
    static func nowhere(_ encoding: RecordEncoding) -> EncodingPlace {
        // No frame is ever the innermost one at this index, even if there are none.
        EncodingPlace(encoding: encoding, index: .min, serial: -1)
    }

    /// Whether the value at this place is still being written.
    private var isOpen: Bool {
        encoding.frames.indices.contains(index) && encoding.frames[index].serial == serial
    }

    /// The path of the value, or an empty one if it has ended.
    var path: [any CodingKey] {
        isOpen ? encoding.path(ofFrame: index) : []
    }

    /// How many elements have been written.
    var count: Int {
        isOpen ? encoding.frames[index].count : 0
    }

    /// Checks that the value is the innermost one, which alone may write.
    @inline(__always)
    func check() throws {
        let frames = encoding.frames
        guard index == frames.count - 1, frames[index].serial == serial else { throw fault }
    }

    private var fault: StorageError {
        if let failure = encoding.failure { return failure }
        return .notInUse(path.fieldPath)
    }

    /// Begins or continues a container at this place.
    func open(_ shape: RecordEncoding.Shape) -> EncodingPlace {
        guard isOpen else { return .nowhere(encoding) }
        let frame = encoding.frames[index]
        if frame.shape == shape { return self }
        guard frame.shape == .undecided, index == encoding.frames.count - 1 else {
            encoding.fail(.encodedTwice(path.fieldPath))
            return .nowhere(encoding)
        }
        guard frame.depth < Limits.maximumDepth else {
            encoding.fail(.tooDeep(path.fieldPath))
            return .nowhere(encoding)
        }
        encoding.frames[index].shape = shape
        if shape == .unkeyed, let type = frame.type as? any UnorderedCollection.Type {
            encoding.frames[index].elementsPerMember = type.elementsPerMember
        }
        _ = encoding.writer.beginContainer(shape == .keyed ? .object : .array)
        return self
    }

    /// Begins a field; its value is to be appended to the result.
    func begin(_ key: some CodingKey) throws -> RecordEncoding {
        try check()
        encoding.beginField(key.stringValue)
        return encoding
    }

    /// Begins an element; it is to be appended to the result.
    func beginElement() throws -> RecordEncoding {
        try check()
        encoding.beginElement()
        return encoding
    }

    /// Begins the only value at this place; it is to be appended to the result.
    func beginSingle() throws -> RecordEncoding {
        try check()
        guard encoding.frames[index].shape == .undecided else {
            throw StorageError.encodedTwice(path.fieldPath)
        }
        encoding.frames[index].shape = .single
        return encoding
    }
}

extension StorageError {
    static func notInUse(_ field: String?) -> StorageError {
        StorageError(
            .invalidValue,
            "\(subject(field)) was written by a container that is not in use: encode all of a "
                + "value in its own encode(to:), and before that returns",
            field: field)
    }

    fileprivate static func encodedTwice(_ field: String?) -> StorageError {
        StorageError(
            .invalidValue,
            "\(subject(field)) encodes itself twice in its encode(to:), in different forms; use one",
            field: field)
    }
}
