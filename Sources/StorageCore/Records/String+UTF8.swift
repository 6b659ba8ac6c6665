extension String {
    /// Text in UTF-8, or nil if it is not.
    @usableFromInline
    init?(_ utf8: UnsafeRawBufferPointer) {
        let bytes = unsafe utf8.bindMemory(to: UInt8.self).span
        if unsafe utf8.isShortASCII {
            self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
            return
        }
        do {
            self.init(copying: try UTF8Span(validating: bytes))
        } catch {
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these are few bytes, none of which has its highest bit set.
    @inline(__always)
    fileprivate var isShortASCII: Bool {
        // Most texts are. Words that overlap at the end are quicker to look at than single bytes.
        let mask: UInt64 = 0x8080_8080_8080_8080
        guard count <= 64, let base = baseAddress else { return false }
        if count >= 8 {
            var offset = 0
            while offset &+ 8 < count {
                let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                guard word & mask == 0 else { return false }
                offset &+= 8
            }
            let last = unsafe base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            return last & mask == 0
        }
        if count >= 4 {
            let first = unsafe base.loadUnaligned(as: UInt32.self)
            let last = unsafe base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return (first | last) & UInt32(truncatingIfNeeded: mask) == 0
        }
        return unsafe allSatisfy { $0 < 0x80 }
    }
}
