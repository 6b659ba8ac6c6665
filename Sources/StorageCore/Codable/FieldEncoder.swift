/// What a value is given to encode itself with.
struct FieldEncoder: Encoder {
    let place: EncodingPlace

    var codingPath: [any CodingKey] { place.path }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedFieldEncoder<Key>(place: place.open(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementEncoder(place: place.open(.unkeyed))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoder(place: place)
    }
}
