import StorageCore

/// The bounds of a key range as values of a key column.
///
/// A range is bounded by byte strings that need not be keys: a prefix, a key with a zero byte
/// behind it, a key of another kind. Each one cuts the column's values in two, and so becomes a
/// value and a comparison, exactly.
struct KeyBounds: Equatable, Sendable {
    struct Bound: Equatable, Sendable {
        let value: Scalar
        /// Whether the value itself is outside.
        let isStrict: Bool
    }

    var lower: Bound?
    var upper: Bound?

    /// The bounds of `range`, or nil if no value of the column can be in it.
    init?(_ range: KeyRange, _ column: KeyColumn) {
        if range.isEmpty { return nil }
        if let bytes = range.lowerBound {
            switch KeyCut(bytes, column) {
            case .first: break
            case .before(let value): lower = Bound(value: value, isStrict: false)
            case .after(let value): lower = Bound(value: value, isStrict: true)
            case .last: return nil
            }
        }
        if let bytes = range.upperBound {
            switch KeyCut(bytes, column) {
            case .first: return nil
            case .before(let value): upper = Bound(value: value, isStrict: true)
            case .after(let value): upper = Bound(value: value, isStrict: false)
            case .last: break
            }
        }
    }

    /// Moves the bound from which a scan starts behind the key that it visited last.
    mutating func advance(past key: [UInt8], _ column: KeyColumn, reversed: Bool) {
        guard case .before(let value) = KeyCut(key, column) else { return }
        let bound = Bound(value: value, isStrict: true)
        if reversed { upper = bound } else { lower = bound }
    }
}

/// Where a byte string cuts the values of a key column in two.
enum KeyCut: Equatable, Sendable {
    /// All values are above.
    case first
    /// The value and those beyond it are above.
    case before(Scalar)
    /// The values beyond the value are above.
    case after(Scalar)
    /// All values are below.
    case last

    /// The cut between the values whose encodings are below `bytes` and all others.
    init(_ bytes: [UInt8], _ column: KeyColumn) {
        guard let tag = column.tag else {
            self = bytes.isEmpty ? .first : .before(.blob(bytes))
            return
        }
        guard let first = bytes.first, first >= tag else {
            self = .first
            return
        }
        guard first == tag else {
            self = .last
            return
        }
        let payload = bytes.dropFirst()
        switch column {
        case .int:
            self.init(fixed: payload, size: 8) {
                .integer(Int64(bitPattern: $0.reduce(0) { $0 << 8 | UInt64($1) } ^ (1 << 63)))
            }
        case .uuid: self.init(fixed: payload, size: 16) { .blob($0) }
        case .string: self.init(escaped: payload) { .text($0) }
        case .bytes, .encoded: self.init(escaped: payload) { .blob($0) }
        }
    }

    /// All encodings have `size` bytes: a shorter string stands before those that begin with it,
    /// a longer one directly behind the one that it begins with.
    private init(fixed bytes: ArraySlice<UInt8>, size: Int, _ value: ([UInt8]) -> Scalar) {
        let padding = [UInt8](repeating: 0, count: max(0, size - bytes.count))
        let scalar = value(bytes.prefix(size) + padding)
        self = bytes.count > size ? .after(scalar) : .before(scalar)
    }

    /// A zero byte ends the encoding of a value unless `0xFF` follows it. With anything else
    /// behind it, the string is beyond that value and below all that continue it.
    private init(escaped bytes: ArraySlice<UInt8>, _ value: ([UInt8]) -> Scalar) {
        var content: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == KeyTag.end {
                guard let following = rest.popFirst() else { break }
                guard following == KeyTag.escape else {
                    self = .after(value(content))
                    return
                }
            }
            content.append(byte)
        }
        self = .before(value(content))
    }
}
