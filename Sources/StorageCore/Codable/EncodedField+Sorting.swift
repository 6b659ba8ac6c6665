/// Fields of one object that is being written, whose bytes stand at their offsets from `bytes`: the
/// caller answers for that.
extension UnsafeMutableBufferPointer<EncodedField> {
    /// Whether the names ascend, each being there once.
    func isSorted(in bytes: UnsafeRawPointer) -> Bool {
        var index = 1
        while index < count {
            guard unsafe self[index &- 1].precedes(self[index], in: bytes) else { return false }
            index &+= 1
        }
        return true
    }

    /// Sorts the fields, the last of which ends at the offset `end`, by their names. Of those with
    /// the same name the one that was written last comes first.
    func sort(in bytes: UnsafeRawPointer, until end: Int) {
        unsafe setEnds(until: end)
        // Most objects have few fields.
        guard count > 24 else { return unsafe sortFew(in: bytes) }
        var fields = unsafe self
        unsafe fields.sort { unsafe $0.precedes($1, in: bytes) }
    }

    private func sortFew(in bytes: UnsafeRawPointer) {
        var next = 1
        while next < count {
            let field = unsafe self[next]
            var index = next
            while index > 0, unsafe field.precedes(self[index &- 1], in: bytes) {
                unsafe self[index] = self[index &- 1]
                index &-= 1
            }
            unsafe self[index] = field
            next &+= 1
        }
    }

    /// Copies sorted fields behind one another, of those with the same name the first.
    ///
    /// - Returns: The offset behind the last of them, if the first one has to go to `target`.
    func copyContent(in bytes: UnsafeMutableRawPointer, to target: Int) -> Int {
        var target = target
        var index = 0
        while index < count {
            let field = unsafe self[index]
            target = unsafe field.copy(in: bytes, to: target)
            repeat {
                index &+= 1
            } while unsafe index < count && field.hasName(of: self[index], in: bytes)
        }
        return target
    }
}

/// Members without names, under the same conditions.
extension UnsafeMutableBufferPointer<EncodedField> {
    /// Sorts the members, the last of which ends at the offset `end`, by their bytes.
    func sortMembers(in bytes: UnsafeRawPointer, until end: Int) {
        unsafe setEnds(until: end)
        var members = unsafe self
        unsafe members.sort { unsafe $0.memberPrecedes($1, in: bytes) }
    }

    /// Copies members behind one another.
    ///
    /// - Returns: The offset behind the last of them, if the first one has to go to `target`.
    func copyMembers(in bytes: UnsafeMutableRawPointer, to target: Int) -> Int {
        var target = target
        for index in 0..<count { target = unsafe self[index].copy(in: bytes, to: target) }
        return target
    }
}

extension UnsafeMutableBufferPointer<EncodedField> {
    /// Takes note where each ends: where the next one begins, and the last one at the offset `end`.
    @inline(__always)
    private func setEnds(until end: Int) {
        var end = end
        var index = count
        while index > 0 {
            index &-= 1
            unsafe self[index].end = end
            end = unsafe self[index].start
        }
    }
}

extension EncodedField {
    /// Copies the bytes of the field to the offset `target`, and returns the offset behind them.
    @unsafe
    @inline(__always)
    fileprivate func copy(in bytes: UnsafeMutableRawPointer, to target: Int) -> Int {
        let size = end &- start
        unsafe (bytes + target).copyFew(from: bytes + start, count: size)
        return target &+ size
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes from other memory, of which there mostly are few.
    @inline(__always)
    fileprivate func copyFew(from source: UnsafeRawPointer, count: Int) {
        // Words that overlap in the middle are quicker than a call.
        if count >= 8, count <= 16 {
            unsafe copyEnds(from: source, count: count, UInt64.self)
        } else if count > 16, count <= 32 {
            unsafe copyEnds(from: source, count: count, SIMD2<UInt64>.self)
        } else {
            unsafe copyMemory(from: source, byteCount: count)
        }
    }

    @inline(__always)
    private func copyEnds<Word: BitwiseCopyable>(
        from source: UnsafeRawPointer, count: Int, _ type: Word.Type
    ) {
        let last = count &- MemoryLayout<Word>.size
        unsafe storeBytes(of: source.loadUnaligned(as: type), as: type)
        unsafe storeBytes(
            of: source.loadUnaligned(fromByteOffset: last, as: type), toByteOffset: last, as: type)
    }
}
