#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        try object.bool(named: key.stringValue) ?? value(key, type).bool()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try object.text(named: key.stringValue) ?? value(key, type).string()
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try object.double(named: key.stringValue) ?? value(key, type).double()
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try value(key, type).float()
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try object.integer(named: key.stringValue).flatMap { Int(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try object.integer(named: key.stringValue).flatMap { Int8(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try object.integer(named: key.stringValue).flatMap { Int16(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try object.integer(named: key.stringValue).flatMap { Int32(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try object.integer(named: key.stringValue)
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try object.integer(named: key.stringValue).flatMap { UInt(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try object.integer(named: key.stringValue).flatMap { UInt8(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try object.integer(named: key.stringValue).flatMap { UInt16(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try object.integer(named: key.stringValue).flatMap { UInt32(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try object.integer(named: key.stringValue).flatMap { UInt64(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try object.integer(named: key.stringValue).flatMap { Int128(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try object.integer(named: key.stringValue).flatMap { UInt128(exactly: $0) }
            ?? value(key, type).integer(type)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if T.self == Date.self, let word = object.word(.date, named: key.stringValue) {
            let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: word))
            return unsafe unsafeBitCast(date, to: T.self)
        }
        return try value(key, type).decode(type)
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
