extension EncodingPlace {
    /// Writes a field, or throws and leaves no trace of it. Unless it `mayBeNull`, a value that is
    /// kept as null is refused.
    func encode<T: Encodable>(
        _ value: T, _ name: String, mayBeNull: @autoclosure () -> Bool = true
    ) throws {
        try check()
        let mark = encoding.mark()
        encoding.beginField(name)
        try append(value, mark: mark, mayBeNull: mayBeNull())
    }

    /// Writes an element, or throws and leaves no trace of it.
    func encodeElement<T: Encodable>(_ value: T) throws {
        try check()
        let mark = encoding.mark()
        encoding.beginElement()
        try append(value, mark: mark, mayBeNull: true)
    }

    /// Writes the only value, or throws and leaves no trace of it.
    func encodeSingle<T: Encodable>(_ value: T) throws {
        try check()
        let mark = encoding.mark()
        _ = try beginSingle()
        try append(
            value, mark: mark,
            mayBeNull:
                !(T.self is any OptionalValue.Type
                && encoding.state.top.type is any OptionalValue.Type))
    }

    private func append<T: Encodable>(
        _ value: T, mark: RecordEncoding.Mark, mayBeNull: @autoclosure () -> Bool
    ) throws {
        do {
            if try encoding.appendKnown(value) { return }
            let start = encoding.state.writer.count
            try encoding.append(value)
            guard encoding.state.writer.bytes[start] != ValueTag.null.rawValue || mayBeNull()
            else {
                throw StorageError.nullInOptional(encoding.fieldPath)
            }
        } catch {
            encoding.rollBack(to: mark)
            throw error
        }
    }

    /// A place for the value of a field that is filled before the value at this place ends.
    ///
    /// A container asked for twice under the same key is the same one: a class and its superclass
    /// may share it.
    func branch(_ name: String, _ shape: RecordEncoding.Shape) -> EncodingPlace {
        branch { encoding in
            if shape != .undecided, let known = encoding.branch(named: name, shape) { return known }
            encoding.beginField(name)
            return nil
        }
    }

    /// A place for an element that is filled before the value at this place ends.
    func branchElement() -> EncodingPlace {
        branch { encoding in
            encoding.beginElement()
            return nil
        }
    }

    private func branch(_ begin: (RecordEncoding) -> RecordEncoding?) -> EncodingPlace {
        do {
            try check()
        } catch {
            encoding.failOpening(error)
            return .nowhere(encoding)
        }
        if let known = begin(encoding) { return known.place }
        return encoding.addBranch().place
    }
}

extension RecordEncoding {
    fileprivate func branch(named name: String, _ shape: Shape) -> RecordEncoding? {
        state.branches[state.top.firstBranch...].first { branch in
            branch.encoding.outermost.shape == shape
                && branch.encoding.rootPath.last?.stringValue.isIdentical(to: name) == true
        }?.encoding
    }

    fileprivate func addBranch() -> RecordEncoding {
        let branch = RecordEncoding(state.top.type, path: currentPath, depth: state.top.depth + 1)
        state.branches.append(Branch(position: state.writer.count, encoding: branch))
        return branch
    }

    /// Records that a container was asked for where none can be, if the encoding still goes on.
    fileprivate func failOpening(_ error: any Error) {
        if let error = error as? StorageError, !hasEnded { fail(error) }
    }
}

extension StorageError {
    static func nullInOptional(_ field: String?) -> StorageError {
        StorageError(
            .invalidValue,
            "\(subject(field)) is an optional whose value is nil in turn, and would come back as "
                + "plain nil; use an optional of one level or a default value",
            field: field)
    }
}
