/// The place of a value in an encoding: what encoders and containers hold on to.
struct EncodingPlace {
    let encoding: RecordEncoding
    let serial: Int

    /// A place at which nothing can be written.
    static func nowhere(_ encoding: RecordEncoding) -> EncodingPlace {
        EncodingPlace(encoding: encoding, serial: -1)
    }

    /// The path of the value, or an empty one if it has ended.
    var path: [any CodingKey] { encoding.path(ofFrame: serial) }

    /// How many elements have been written.
    var count: Int { encoding.frame(serial)?.count ?? 0 }

    /// Checks that the value is the innermost one, which alone may write.
    @inline(__always)
    func check() throws {
        if encoding.state.top.serial != serial { try fail() }
    }

    @inline(never)
    private func fail() throws {
        if let failure = encoding.state.failure { throw failure }
        throw StorageError.notInUse(path.fieldPath)
    }

    /// Begins or continues a container at this place.
    func open(_ shape: RecordEncoding.Shape) -> EncodingPlace {
        guard encoding.state.top.serial == serial, encoding.state.top.shape == .undecided else {
            return reopen(shape)
        }
        guard encoding.state.top.depth < Limits.maximumDepth else {
            encoding.fail(.tooDeep(path.fieldPath))
            return .nowhere(encoding)
        }
        encoding.state.top.shape = shape
        if shape == .unkeyed, let type = encoding.state.top.type as? any UnorderedCollection.Type {
            encoding.state.top.elementsPerMember = type.elementsPerMember
        }
        encoding.state.writer.append(shape == .keyed ? .object : .array, UInt32(0))
        return self
    }

    private func reopen(_ shape: RecordEncoding.Shape) -> EncodingPlace {
        guard let frame = encoding.frame(serial) else { return .nowhere(encoding) }
        if frame.shape == shape { return self }
        encoding.fail(.encodedTwice(path.fieldPath))
        return .nowhere(encoding)
    }

    /// Begins a field; its value is to be appended to the result.
    func begin(_ name: String) throws -> RecordEncoding {
        try check()
        encoding.beginField(name)
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
        guard encoding.state.top.shape == .undecided else {
            throw StorageError.encodedTwice(path.fieldPath)
        }
        encoding.state.top.shape = .single
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
