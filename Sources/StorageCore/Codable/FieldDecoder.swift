/// What a value is given to read itself with.
struct FieldDecoder: Decoder {
    let place: DecodingPlace

    var codingPath: [any CodingKey] { place.path }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedFieldDecoder<Key>(place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try ElementDecoder(place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueDecoder(place: place)
    }
}
