extension RecordEncoding {
    /// Ends the innermost value and gives it its canonical form.
    func popFrame() throws {
        if let failure { throw failure }
        switch top.shape {
        case .undecided:
            // A type without anything to encode is an empty object, as it is in JSON.
            writer.append(.object, UInt32(0))
        case .single:
            break
        case .keyed, .unkeyed:
            try insertBranches()
            if top.shape == .keyed { sortFields() }
            if top.elementsPerMember > 0 { sortMembers() }
            try end(top.start + 1)
            fields.removeLast(downTo: top.firstField)
        }
        dropFrame()
    }

    /// Ends the outermost value, and with it the encoding, and returns its bytes.
    func finish() throws -> [UInt8] {
        guard outer.isEmpty, !hasEnded else { throw StorageError.notInUse(rootPath.fieldPath) }
        try popFrame()
        return writer.withBytes { $0.array }
    }

    /// Ends the outermost value, and with it the encoding, and returns the bytes of its fields, or
    /// nil if it is no object.
    func finishRecord() throws -> [UInt8]? {
        guard outer.isEmpty, top.shape == .keyed, branches.isEmpty, failure == nil else {
            let bytes = try finish()
            guard bytes.first == ValueTag.object.rawValue else { return nil }
            return Array(bytes[Frame.headerSize...])
        }
        try checkSize(top.start + 1)
        let content = sortedContent()
        writer.count = content.upperBound
        dropFrame()
        return bytes(content)
    }

    /// Ends a container whose length stands at `start`.
    func end(_ start: Int) throws {
        try checkSize(start)
        let size = UInt32(truncatingIfNeeded: writer.count &- start &- 4)
        // The container's length was written there when it began.
        unsafe writer.base.storeBytes(of: size.littleEndian, toByteOffset: start, as: UInt32.self)
    }

    private func checkSize(_ start: Int) throws {
        guard writer.count - start <= UInt32.max else {
            throw StorageError.tooLarge(path.fieldPath)
        }
    }

    /// Puts the content of the containers that were handed out into their places.
    private func insertBranches() throws {
        let frame = top
        guard branches.count > frame.firstBranch else { return }
        var content: [UInt8] = []
        var copied = frame.contentStart
        var field = frame.firstField
        for branch in branches[frame.firstBranch...] {
            content += bytes(copied..<branch.position)
            copied = branch.position
            while field < fields.count, fields[field].name.start <= branch.position {
                fields[field] = fields[field].moved(by: content.count - copied + frame.contentStart)
                field += 1
            }
            content += try branch.encoding.finish()
        }
        content += bytes(copied..<writer.count)
        while field < fields.count {
            let shift = content.count - (writer.count - frame.contentStart)
            fields[field] = fields[field].moved(by: shift)
            field += 1
        }
        replaceContent(content)
        branches.removeLast(branches.count - frame.firstBranch)
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] {
        writer.withBytes { $0.extracting(range).array }
    }

    private func replaceContent(_ content: [UInt8]) {
        writer.count = top.contentStart
        writer.append(encoded: content)
    }

    /// Sorts the fields of the innermost frame by name. Of those with the same name the last one
    /// stays.
    private func sortFields() {
        let (start, content) = (top.contentStart, sortedContent())
        guard content.lowerBound != start else { return }
        // Both stretches are in the writer's memory.
        unsafe (writer.base + start).copyMemory(
            from: writer.base + content.lowerBound, byteCount: content.count)
        writer.count = start + content.count
    }

    /// Where the fields of the innermost frame stand in the order of their names: in their place, or
    /// behind all bytes, in memory that is not counted yet.
    private func sortedContent() -> Range<Int> {
        let (start, end) = (top.contentStart, writer.count)
        // Each field has been written in front of the bytes' end, and there is room for all of them
        // behind it.
        let fields = unsafe fields.elements(from: top.firstField)
        if unsafe fields.isSorted(in: writer.base) { return start..<end }
        writer.reserve(end - start)
        unsafe fields.sort(in: writer.base, until: end)
        return unsafe end..<fields.copyContent(in: writer.base, to: end)
    }

    /// Sorts the members of a set or dictionary by their bytes.
    private func sortMembers() {
        var members: [[UInt8]] = []
        members.reserveCapacity(fields.count - top.firstField)
        for index in top.firstField..<fields.count {
            let next = index + 1
            let end = next < fields.count ? fields[next].name.start : writer.count
            members.append(bytes(fields[index].name.start..<end))
        }
        members.sort { $0.lexicographicallyPrecedes($1) }
        replaceContent(Array(members.joined()))
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
