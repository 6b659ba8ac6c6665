/// The container of an object that is being written.
struct KeyedFieldEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodingPlace

    var codingPath: [any CodingKey] { place.path }

    func encodeNil(forKey key: Key) throws {
        try place.begin(key.stringValue).appendNull()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int8, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int16, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int32, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int64, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: UInt, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: UInt8, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: UInt16, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: UInt32, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: UInt64, forKey key: Key) throws {
        try place.begin(key.stringValue).write(value)
    }

    func encode(_ value: Int128, forKey key: Key) throws {
        try place.encode(value, key.stringValue)
    }

    func encode(_ value: UInt128, forKey key: Key) throws {
        try place.encode(value, key.stringValue)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try place.encode(value, key.stringValue)
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        // To look costs nothing; to take the value out takes the metadata of the optional type, which
        // is looked up each time.
        if value == nil { return }
        try encodePresent(value, key)
    }

    @inline(never)
    private func encodePresent<T: Encodable>(_ value: T?, _ key: Key) throws {
        guard let value else { return }
        try place.encode(value, key.stringValue, mayBeNull: false)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let branch = place.branch(key.stringValue, .keyed)
        return KeyedEncodingContainer(KeyedFieldEncoder<NestedKey>(place: branch.open(.keyed)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ElementEncoder(place: place.branch(key.stringValue, .unkeyed).open(.unkeyed))
    }

    func superEncoder() -> any Encoder {
        FieldEncoder(place: place.branch("super", .undecided))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        FieldEncoder(place: place.branch(key.stringValue, .undecided))
    }
}
