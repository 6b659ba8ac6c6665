/// The container of an object that is being read.
struct KeyedFieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: DecodingPlace
    private let fields: [ObjectField]

    init(_ object: DecodingPlace) throws {
        self.object = object
        fields = try object.decoding.fields(
            in: try object.content(.object, for: [String: Any].self))
    }

    var codingPath: [any CodingKey] { object.path }

    var allKeys: [Key] {
        fields.compactMap { Key(stringValue: unsafe $0.name.text(in: object.decoding.bytes)) }
    }

    func contains(_ key: Key) -> Bool {
        find(key.stringValue) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try object.decoding.tag(at: try field(key, nil).value) == .null
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
        guard let field = find(key.stringValue) else { return nil }
        let place = object.inner(.field(field.name), at: field.value)
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
        let field = try field(key, type)
        return object.inner(.field(field.name), at: field.value)
    }

    private func field(_ key: some CodingKey, _ type: Any.Type?) throws -> ObjectField {
        guard let field = find(key.stringValue) else { throw object.missing(key, type) }
        return field
    }

    private func find(_ name: String) -> ObjectField? {
        let decoding = object.decoding
        var name = name
        return name.withUTF8 { wanted in
            let index = unsafe fields.index(of: wanted, in: decoding.bytes, hint: decoding.hint)
            guard let index else { return nil }
            decoding.hint = index + 1
            return fields[index]
        }
    }
}
