extension RecordEncoding {
    /// Ends the innermost value and gives it its canonical form.
    func popFrame() throws {
        if let failure = state.failure { throw failure }
        switch state.top.shape {
        case .undecided:
            // A type without anything to encode is an empty object, as it is in JSON.
            state.writer.append(.object, UInt32(0))
        case .single:
            break
        case .keyed, .unkeyed:
            if state.branches.count > state.top.firstBranch { try insertBranches() }
            if state.top.shape == .keyed { sortFields() }
            if state.top.elementsPerMember > 0 { sortMembers() }
            try end(state.top.start + 1)
            state.fields.removeLast(downTo: state.top.firstField)
        }
        dropFrame()
    }

    /// Ends the outermost value, and with it the encoding, and returns its bytes.
    func finish() throws -> [UInt8] {
        guard state.outer.count == 0, !hasEnded else {
            throw StorageError.notInUse(rootPath.fieldPath)
        }
        try popFrame()
        return state.writer.withBytes { $0.array }
    }

    /// Ends the outermost value, and with it the encoding, and returns the bytes of its fields, or
    /// nil if it is no object.
    func finishRecord() throws -> [UInt8]? {
        guard state.outer.count == 0, state.top.shape == .keyed, state.branches.isEmpty,
            state.failure == nil
        else {
            let bytes = try finish()
            guard bytes.first == ValueTag.object.rawValue else { return nil }
            return Array(bytes[Frame.headerSize...])
        }
        let content = sortedContent()
        try checkSize(Frame.lengthSize + content.count)
        state.writer.count = content.upperBound
        dropFrame()
        return bytes(content)
    }

    /// Ends a container whose length stands at `start`.
    func end(_ start: Int) throws {
        let size = state.writer.count - start
        try checkSize(size)
        let length = UInt32(truncatingIfNeeded: size - Frame.lengthSize)
        // The container's length was written there when it began.
        unsafe state.writer.base.storeBytes(
            of: length.littleEndian, toByteOffset: start, as: UInt32.self)
    }

    private func checkSize(_ size: Int) throws {
        guard size <= UInt32.max else { throw StorageError.tooLarge(path.fieldPath) }
    }

    /// Puts the content of the containers that were handed out into their places.
    private func insertBranches() throws {
        let frame = state.top
        var content: [UInt8] = []
        var copied = frame.contentStart
        var field = frame.firstField
        for branch in state.branches[frame.firstBranch...] {
            content += bytes(copied..<branch.position)
            copied = branch.position
            while field < state.fields.count, state.fields[field].start < branch.position {
                state.fields[field] = state.fields[field].moved(
                    by: content.count - copied + frame.contentStart)
                field += 1
            }
            content += try branch.encoding.finish()
        }
        content += bytes(copied..<state.writer.count)
        while field < state.fields.count {
            let shift = content.count - (state.writer.count - frame.contentStart)
            state.fields[field] = state.fields[field].moved(by: shift)
            field += 1
        }
        replaceContent(content)
        state.branches.removeLast(state.branches.count - frame.firstBranch)
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] {
        state.writer.withBytes { $0.extracting(range).array }
    }

    private func replaceContent(_ content: [UInt8]) {
        state.writer.count = state.top.contentStart
        state.writer.append(encoded: content)
    }

    /// Sorts the fields of the innermost frame by name. Of those with the same name the last one
    /// stays.
    private func sortFields() {
        moveContent(from: sortedContent())
    }

    /// Puts bytes from behind the content of the innermost frame in its place.
    private func moveContent(from range: Range<Int>) {
        let start = state.top.contentStart
        guard range.lowerBound != start else { return }
        // Both stretches are in the writer's memory.
        unsafe (state.writer.base + start).copyMemory(
            from: state.writer.base + range.lowerBound, byteCount: range.count)
        state.writer.count = start + range.count
    }

    /// Where the fields of the innermost frame stand in the order of their names: in their place, or
    /// behind all bytes, in memory that is not counted yet.
    private func sortedContent() -> Range<Int> {
        let (start, end) = (state.top.contentStart, state.writer.count)
        // Each field has been written in front of the bytes' end, and there is room for all of them
        // behind it.
        let fields = unsafe state.fields.elements(from: state.top.firstField)
        if unsafe fields.isSorted(in: state.writer.base) { return start..<end }
        state.writer.reserve(end - start)
        unsafe fields.sort(in: state.writer.base, until: end)
        return unsafe end..<fields.copyContent(in: state.writer.base, to: end)
    }

    /// Sorts the members of a set or dictionary by their bytes.
    private func sortMembers() {
        let (start, end) = (state.top.contentStart, state.writer.count)
        // As with fields.
        let members = unsafe state.fields.elements(from: state.top.firstField)
        guard members.count > 1 else { return }
        state.writer.reserve(end - start)
        unsafe members.sortMembers(in: state.writer.base, until: end)
        moveContent(from: unsafe end..<members.copyMembers(in: state.writer.base, to: end))
    }
}
