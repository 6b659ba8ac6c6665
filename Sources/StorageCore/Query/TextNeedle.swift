/// A string that other strings are compared with, byte by byte or with case folded.
struct TextNeedle: Sendable {
    private let bytes: [UInt8]
    private let isFolded: Bool

    init(_ text: String, caseInsensitive: Bool) {
        isFolded = caseInsensitive
        bytes = Array((caseInsensitive ? text.simplyCaseFolded : text).utf8)
    }

    /// Whether `count` bytes from `start` on compare so with the needle.
    func matches(_ text: Span<UInt8>, _ start: Int, _ count: Int, _ match: TextMatch) -> Bool {
        guard isFolded else { return Self.matches(text, start, count, bytes, match) }
        let folded = Array(
            String(decoding: text.extracting(start..<start + count).array, as: UTF8.self)
                .simplyCaseFolded.utf8)
        return Self.matches(folded.span, 0, folded.count, bytes, match)
    }

    private static func matches(
        _ text: Span<UInt8>, _ start: Int, _ count: Int, _ needle: [UInt8], _ match: TextMatch
    ) -> Bool {
        let slack = count - needle.count
        guard slack >= 0 else { return false }
        switch match {
        case .equals: return slack == 0 && text.compare(start, count, needle) == 0
        case .startsWith: return text.compare(start, needle.count, needle) == 0
        case .endsWith: return text.compare(start + slack, needle.count, needle) == 0
        case .contains:
            guard let first = needle.first else { return true }
            // Whole scalars match only: no scalar begins with a byte that continues another one.
            for offset in 0...slack
            where text[start + offset] == first
                && text.compare(start + offset, needle.count, needle) == 0
            {
                return true
            }
            return false
        }
    }
}
