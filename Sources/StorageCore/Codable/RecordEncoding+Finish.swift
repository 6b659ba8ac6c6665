extension RecordEncoding {
    /// Ends the innermost value and gives it its canonical form.
    func popFrame() throws {
        if let failure { throw failure }
        let frame = frames[frames.count - 1]
        switch frame.shape {
        case .undecided:
            // A type without anything to encode is an empty object, as it is in JSON.
            try end(writer.beginContainer(.object))
        case .single:
            break
        case .keyed, .unkeyed:
            try insertBranches(frame)
            if frame.shape == .keyed, !frame.isSorted {
                replaceContent(of: frame, sortedFields(frame))
            }
            if frame.elementsPerMember > 0 {
                replaceContent(of: frame, sortedMembers(frame))
            }
            try end(frame.start + 1)
            fields.removeLast(fields.count - frame.firstField)
        }
        frames.removeLast()
    }

    /// Ends the outermost value, and with it the encoding, and returns its bytes.
    func finish() throws -> [UInt8] {
        guard frames.count == 1 else { throw StorageError.notInUse(rootPath.fieldPath) }
        try popFrame()
        return writer.bytes
    }

    /// Ends a container whose length stands at `start`.
    func end(_ start: Int) throws {
        guard writer.bytes.count - start <= UInt32.max else {
            throw StorageError.tooLarge(path(ofFrame: frames.count - 1).fieldPath)
        }
        writer.endContainer(start)
    }

    /// Puts the content of the containers that were handed out into their places.
    private func insertBranches(_ frame: Frame) throws {
        guard branches.count > frame.firstBranch else { return }
        var content: [UInt8] = []
        var copied = frame.contentStart
        var field = frame.firstField
        for branch in branches[frame.firstBranch...] {
            content += writer.bytes[copied..<branch.position]
            copied = branch.position
            while field < fields.count, fields[field].start <= branch.position {
                fields[field] = fields[field].moved(by: content.count - copied + frame.contentStart)
                field += 1
            }
            content += try branch.encoding.finish()
        }
        content += writer.bytes[copied...]
        while field < fields.count {
            let shift = content.count - (writer.bytes.count - frame.contentStart)
            fields[field] = fields[field].moved(by: shift)
            field += 1
        }
        writer.bytes.replaceSubrange(frame.contentStart..., with: content)
        branches.removeLast(branches.count - frame.firstBranch)
    }

    private func replaceContent(of frame: Frame, _ content: [UInt8]) {
        writer.bytes.removeLast(writer.bytes.count - frame.contentStart)
        writer.bytes += content
    }

    /// The fields of a frame sorted by name. Of those with the same name the last one stays.
    private func sortedFields(_ frame: Frame) -> [UInt8] {
        let bytes = writer.bytes
        var parts: [(name: FieldName, range: Range<Int>)] = []
        parts.reserveCapacity(frame.count)
        var end = bytes.count
        for index in (frame.firstField..<fields.count).reversed() {
            let name = fields[index]
            let start = name.start - name.headerSize
            parts.append((name, start..<end))
            end = start
        }
        parts.sort { left, right in
            let order = left.name.compare(to: right.name, in: bytes)
            return order < 0 || (order == 0 && left.range.lowerBound > right.range.lowerBound)
        }
        var content: [UInt8] = []
        content.reserveCapacity(bytes.count - frame.contentStart)
        var previous: FieldName?
        for (name, range) in parts {
            if let previous, previous.compare(to: name, in: bytes) == 0 { continue }
            content += bytes[range]
            previous = name
        }
        return content
    }

    /// The members of a set or dictionary sorted by their bytes.
    private func sortedMembers(_ frame: Frame) -> [UInt8] {
        let bytes = writer.bytes
        let starts = fields[frame.firstField...].map(\.start) + [bytes.count]
        let sorted = zip(starts, starts.dropFirst()).map { bytes[$0..<$1] }
            .sorted { $0.lexicographicallyPrecedes($1) }
        return Array(sorted.joined())
    }
}

extension RecordEncoding.Frame {
    /// How many containers stand around a value inside this one.
    var innerDepth: Int {
        depth + (shape == .keyed || shape == .unkeyed ? 1 : 0)
    }

    /// How many bytes the tag and the length of a container take.
    static let headerSize = 5

    /// The offset behind the tag and the length of a container.
    var contentStart: Int { start + Self.headerSize }
}
