/// What a value is given to read itself with.
struct FieldDecoder: Decoder {
    // Three words, so that an existential holds them without a box.
    private let decoding: RecordDecoding
    private let position: Int
    private let step: DecodingPlace.Step?

    init(place: DecodingPlace) {
        decoding = place.decoding
        position = place.position
        step = place.wholeStep
    }

    private var place: DecodingPlace {
        DecodingPlace(decoding: decoding, position: position, step: step, lastStep: nil)
    }

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
