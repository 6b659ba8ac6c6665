/// The container of an array that is being read.
struct ElementDecoder: UnkeyedDecodingContainer {
    let array: DecodingPlace
    private(set) var currentIndex = 0
    private var position: Int
    private let end: Int

    init(_ array: DecodingPlace) throws {
        self.array = array
        let content = try array.content(.array, for: [Any].self)
        position = content.lowerBound
        end = content.upperBound
    }

    var codingPath: [any CodingKey] { array.path }

    var isAtEnd: Bool { position >= end }

    /// How many elements there are, or nil if the bytes are damaged.
    ///
    /// - Complexity: O(elements that have not been read).
    var count: Int? {
        var count = currentIndex
        var position = position
        do {
            while position < end {
                position = try array.decoding.end(of: position, before: end)
                count += 1
            }
        } catch {
            return nil
        }
        return count
    }

    mutating func decodeNil() throws -> Bool {
        let (place, next) = try current(Never?.self)
        guard try place.isNull() else { return false }
        advance(next)
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let (place, next) = try current(type)
        let value = try place.bool()
        advance(next)
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let (place, next) = try current(type)
        let value = try place.string()
        advance(next)
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let (place, next) = try current(type)
        let value = try place.double()
        advance(next)
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let (place, next) = try current(type)
        let value = try place.float()
        advance(next)
        return value
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let (place, next) = try current(type)
        let value = try place.integer(type)
        advance(next)
        return value
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (place, next) = try current(type)
        let value = try place.decode(type)
        advance(next)
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let (place, next) = try current([String: Any].self)
        let container = try FieldDecoder(place: place).container(keyedBy: type)
        advance(next)
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (place, next) = try current([Any].self)
        let container = try FieldDecoder(place: place).unkeyedContainer()
        advance(next)
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let (place, next) = try current(Any.self)
        advance(next)
        return FieldDecoder(place: place)
    }

    /// The element that is next, and where the one behind it begins.
    private func current(_ type: Any.Type) throws -> (place: DecodingPlace, next: Int) {
        let place = array.inner(.element(currentIndex), at: position)
        guard position < end else {
            throw DecodingError.valueNotFound(
                type, place.context("expected \(type), found the end of the array"))
        }
        return (place, try array.decoding.end(of: position, before: end))
    }

    private mutating func advance(_ next: Int) {
        currentIndex += 1
        position = next
    }
}
