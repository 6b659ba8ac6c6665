#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Span<UInt8> {
    /// A copy of the bytes.
    package var array: [UInt8] {
        unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Whether these bytes sort before `other`.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let order = compareCommonPrefix(other)
        return order == 0 ? count < other.count : order < 0
    }

    /// Whether both have the same bytes.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        count == other.count && compareCommonPrefix(other) == 0
    }

    /// Whether `other` sorts before these bytes.
    package func isPreceded(by other: [UInt8]) -> Bool {
        other.span.precedes(self)
    }

    /// Whether both have the same bytes.
    package func isEqual(to other: [UInt8]) -> Bool {
        isEqual(to: other.span)
    }

    /// Whether these are the bytes of `text`.
    @inline(__always)
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        // The text stands there for as long as the program runs.
        let other = unsafe Span(_unsafeStart: text.utf8Start, count: count)
        return isEqual(to: other)
    }

    private func compareCommonPrefix(_ other: Span<UInt8>) -> CInt {
        unsafe withUnsafeBufferPointer { left in
            unsafe other.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
                return unsafe memcmp(left, right, Swift.min(count, other.count))
            }
        }
    }
}
