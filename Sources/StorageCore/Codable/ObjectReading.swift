/// The fields of an object that is being read, where they stand in the bytes.
final class ObjectReading {
    /// The place of the object.
    let place: DecodingPlace
    private let fields: [ObjectField]

    /// - Throws: What is wrong with the value if it is no object, or is damaged.
    init(_ place: DecodingPlace) throws {
        self.place = place
        fields = try place.decoding.fields(
            in: try place.content(.object, for: [String: Any].self))
    }

    /// The names of the fields, sorted.
    var names: [String] {
        fields.map { unsafe $0.name.text(in: place.decoding.bytes.span) }
    }

    /// The field of that name, if there is one.
    ///
    /// - Complexity: O(log n).
    @inline(__always)
    func field(named name: String) -> ObjectField? {
        var name = name
        return name.withUTF8 { wanted in
            unsafe fields.first(named: wanted.span, in: place.decoding.bytes.span)
        }
    }

    /// The place of the value of that name, if there is one.
    func value(named name: String) -> DecodingPlace? {
        field(named: name).map { place.inner(.field($0.name), at: $0.value) }
    }
}

/// Values of the usual form, read without a place. What is missing, or of another form, is nil, and
/// takes a closer look.
extension ObjectReading {
    /// The eight bytes behind `tag`.
    func word(_ tag: ValueTag, named name: String) -> UInt64? {
        guard let field = field(named: name) else { return nil }
        let bytes = unsafe place.decoding.bytes.span
        guard bytes.count &- field.value > 8, bytes.byte(at: field.value) == tag.rawValue else {
            return nil
        }
        return UInt64(littleEndian: bytes.word(at: field.value &+ 1))
    }

    /// An integer that has a signed form.
    func integer(named name: String) -> Int64? {
        word(.int, named: name).map { Int64(bitPattern: $0) }
    }

    func double(named name: String) -> Double? {
        word(.double, named: name).map { Double(bitPattern: $0) }
    }

    func bool(named name: String) -> Bool? {
        guard let field = field(named: name) else { return nil }
        let bytes = unsafe place.decoding.bytes.span
        guard field.value < bytes.count else { return nil }
        let tag = bytes.byte(at: field.value)
        if tag == ValueTag.true.rawValue { return true }
        return tag == ValueTag.false.rawValue ? false : nil
    }

    /// Text of less than 128 bytes.
    func text(named name: String) -> String? {
        guard let field = field(named: name) else { return nil }
        let bytes = unsafe place.decoding.bytes.span
        let start = field.value &+ 2
        guard bytes.count >= start, bytes.byte(at: field.value) == ValueTag.string.rawValue else {
            return nil
        }
        let count = Int(bytes.byte(at: field.value &+ 1))
        guard count < 0x80, bytes.count &- start >= count else { return nil }
        let text = unsafe place.decoding.bytes[start..<start + count]
        return unsafe String(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text)))
    }
}
