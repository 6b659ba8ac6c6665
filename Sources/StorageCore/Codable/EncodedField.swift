#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a field, or a member without a name, stands in the bytes that are being written.
struct EncodedField: BitwiseCopyable {
    /// The offset of the name's length, or of the member.
    let start: Int
    /// How many bytes the name has, and the first of them as ``FieldName/prefix`` has them.
    let size: Int
    let prefix: UInt64
    /// The offset behind the value, once the fields are being sorted.
    var end = 0

    init(start: Int, size: Int, prefix: UInt64) {
        self.start = start
        self.size = size
        self.prefix = prefix
    }

    /// A member of a set or dictionary, which has no name.
    init(memberAt start: Int) {
        self.init(start: start, size: 0, prefix: 0)
    }

    /// The name, which a member does not have.
    var name: FieldName {
        FieldName(start: start + FieldName.headerSize(size), count: size, prefix: prefix)
    }

    /// The same field `distance` bytes further on.
    func moved(by distance: Int) -> EncodedField {
        EncodedField(start: start + distance, size: size, prefix: prefix)
    }
}

/// The order of fields and members whose bytes stand at their offsets from `bytes`: the caller
/// answers for that.
extension EncodedField {
    /// Whether the bytes of this member sort before those of the other one.
    func memberPrecedes(_ other: EncodedField, in bytes: UnsafeRawPointer) -> Bool {
        let (size, otherSize) = (end - start, other.end - other.start)
        let order = unsafe memcmp(bytes + start, bytes + other.start, min(size, otherSize))
        return order == 0 ? size < otherSize : order < 0
    }

    /// Whether this field comes before the other one: by its name, or as the one that was written
    /// later.
    @inline(__always)
    func precedes(_ other: EncodedField, in bytes: UnsafeRawPointer) -> Bool {
        if prefix != other.prefix { return prefix < other.prefix }
        let order = unsafe compare(to: other, in: bytes)
        return order == 0 ? start > other.start : order < 0
    }

    /// Whether both names are the same.
    @inline(__always)
    func hasName(of other: EncodedField, in bytes: UnsafeRawPointer) -> Bool {
        unsafe prefix == other.prefix && compare(to: other, in: bytes) == 0
    }

    // Names that begin alike are rare, and this in the loops would take their registers.
    @inline(never)
    private func compare(to other: EncodedField, in bytes: UnsafeRawPointer) -> Int {
        let (left, right) = (name, other.name)
        let order = unsafe memcmp(
            bytes + left.start, bytes + right.start, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }
}
