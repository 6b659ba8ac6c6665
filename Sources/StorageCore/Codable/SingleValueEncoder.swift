/// The container of a value that is neither an object nor an array of its own.
struct SingleValueEncoder: SingleValueEncodingContainer {
    let place: EncodingPlace

    var codingPath: [any CodingKey] { place.path }

    func encodeNil() throws {
        try place.beginSingle().appendNull()
    }

    func encode(_ value: Bool) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: String) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Double) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Float) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int8) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int16) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int32) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int64) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: UInt) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: UInt8) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: UInt16) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: UInt32) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: UInt64) throws {
        try place.beginSingle().write(value)
    }

    func encode(_ value: Int128) throws {
        try place.encodeSingle(value)
    }

    func encode(_ value: UInt128) throws {
        try place.encodeSingle(value)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try place.encodeSingle(value)
    }
}
