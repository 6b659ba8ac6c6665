/// The bytes that begin values, as code that is compiled into other modules needs them; those of
/// ``ValueTag``.
@usableFromInline
@frozen
struct FieldTag: Equatable {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var null: FieldTag { FieldTag(rawValue: 0x00) }
    @inlinable static var `false`: FieldTag { FieldTag(rawValue: 0x01) }
    @inlinable static var `true`: FieldTag { FieldTag(rawValue: 0x02) }
    @inlinable static var int: FieldTag { FieldTag(rawValue: 0x03) }
    @inlinable static var uint: FieldTag { FieldTag(rawValue: 0x04) }
    @inlinable static var double: FieldTag { FieldTag(rawValue: 0x05) }
    @inlinable static var string: FieldTag { FieldTag(rawValue: 0x07) }
    @inlinable static var bytes: FieldTag { FieldTag(rawValue: 0x08) }
    @inlinable static var date: FieldTag { FieldTag(rawValue: 0x09) }
    @inlinable static var uuid: FieldTag { FieldTag(rawValue: 0x0A) }
    @inlinable static var array: FieldTag { FieldTag(rawValue: 0x0B) }
    @inlinable static var object: FieldTag { FieldTag(rawValue: 0x0C) }
}
