/// The container of an object that is being read.
///
/// It is one reference, because `Codable` copies it with every call.
struct KeyedFieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: ObjectReading

    init(_ place: DecodingPlace) throws {
        object = try ObjectReading(place)
    }

    var codingPath: [any CodingKey] { object.place.path }

    var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        object.field(named: key.stringValue) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try value(key, nil).isNull()
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try value(key, type).bool()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try value(key, type).string()
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try value(key, type).double()
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try value(key, type).float()
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try value(key, type).integer(type)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try value(key, type).integer(type)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try value(key, type).integer(type)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try value(key, type).integer(type)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try value(key, type).integer(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try value(key, type).integer(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try value(key, type).integer(type)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try value(key, type).decode(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let place = object.value(named: key.stringValue) else { return nil }
        return try place.isNull() ? nil : try place.decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try FieldDecoder(place: try value(key, nil)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try FieldDecoder(place: try value(key, nil)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        FieldDecoder(place: try value(PathKey.name("super"), nil))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        FieldDecoder(place: try value(key, nil))
    }

    private func value(_ key: some CodingKey, _ type: Any.Type?) throws -> DecodingPlace {
        guard let place = object.value(named: key.stringValue) else {
            throw object.place.missing(key, type)
        }
        return place
    }
}
