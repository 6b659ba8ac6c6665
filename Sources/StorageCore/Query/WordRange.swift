/// Comparisons with constants as a stretch of the words that sort as values of one tag do.
struct WordRange: BitwiseCopyable {
    private let tag: UInt8
    private var lower: UInt64 = 0
    private var upper: UInt64 = .max

    /// - Returns: Nil for what no stretch stands for: constants other than integers, floating-point
    ///   numbers and dates, and comparisons that leave out the middle.
    init?(_ comparison: Comparison, _ constant: Constant) {
        guard let (tag, word) = constant.word else { return nil }
        self.tag = tag.rawValue
        switch comparison {
        case .equal: (lower, upper) = (word, word)
        case .notEqual: return nil
        case .less:
            if word == 0 { lower = .max }
            upper = word == 0 ? 0 : word - 1
        case .lessOrEqual: upper = word
        case .greater:
            if word == .max { upper = 0 }
            lower = word == .max ? .max : word + 1
        case .greaterOrEqual: lower = word
        }
    }

    /// The values in both stretches, or nil if they are not of the same tag.
    func intersection(_ other: WordRange) -> WordRange? {
        guard tag == other.tag else { return nil }
        var common = self
        common.lower = max(lower, other.lower)
        common.upper = min(upper, other.upper)
        return common
    }

    /// Whether the value whose tag stands at `place` is in the stretch, or nil if it has another
    /// tag.
    @inline(__always)
    func contains(_ record: Span<UInt8>, at place: Int) -> Bool? {
        guard place >= 0, record.count &- place > 8, record.byte(at: place) == tag else {
            return nil
        }
        let bits = UInt64(littleEndian: record.word(at: place + 1))
        let word =
            tag == ValueTag.int.rawValue
            ? Int64(bitPattern: bits).orderedWord : Double(bitPattern: bits).orderedWord
        return lower <= word && word <= upper
    }
}

extension Int64 {
    /// A word that sorts as the number does.
    @inline(__always)
    var orderedWord: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
    /// A word that sorts as the number does, NaN first; both zeros are one.
    @inline(__always)
    var orderedWord: UInt64 {
        guard self == self else { return 0 }
        // The sum of the two zeros is the positive one, and any other number is its own sum.
        let bits = Int64(bitPattern: (self + 0.0).bitPattern)
        return UInt64(bitPattern: bits ^ (bits >> 63 | .min))
    }
}
