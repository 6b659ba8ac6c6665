/// The container of an array that is being written.
struct ElementEncoder: UnkeyedEncodingContainer {
    let place: EncodingPlace

    var codingPath: [any CodingKey] { place.path }

    var count: Int { place.count }

    func encodeNil() throws {
        try place.beginElement().appendNull()
    }

    func encode(_ value: Bool) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: String) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Double) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Float) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int8) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int16) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int32) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int64) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: UInt) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: UInt8) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: UInt16) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: UInt32) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: UInt64) throws {
        try place.beginElement().write(value)
    }

    func encode(_ value: Int128) throws {
        try place.encodeElement(value)
    }

    func encode(_ value: UInt128) throws {
        try place.encodeElement(value)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try place.encodeElement(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(
            KeyedFieldEncoder<NestedKey>(place: place.branchElement().open(.keyed)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementEncoder(place: place.branchElement().open(.unkeyed))
    }

    func superEncoder() -> any Encoder {
        FieldEncoder(place: place.branchElement())
    }
}
