import Foundation
import StorageCore

enum Colour: String, Codable, FieldRepresentable, CaseIterable {
    case red, green
    case blue = "sky"
}

enum Level: Int, Codable, FieldRepresentable, CaseIterable {
    case low = -1
    case high = 1
}

/// An enumeration that goes by `Codable` alone.
enum Shape: String, Codable, CaseIterable {
    case round, square
}

enum Payment: Codable, Equatable {
    case cash
    case card(number: String, limit: Int?)
}

struct Street: Codable, Equatable, Hashable {
    var name: String
    var number: Int?
    var lines: [String] = []
}

typealias Maybe = Int?

/// A property of every kind. As it is `Codable` too, the macro has to come to the same; as the
/// properties are sorted, both read them in the same order.
@Entity
struct Everything: Codable, Equatable {
    var bool: Bool
    var byName: [String: Int]
    var byNumber: [Int: Street]
    var bytes: [UInt8]
    var colour: Colour
    var colours: [Colour]
    var data: Data
    var date: Date
    var dates: [Date]
    var decimal: Decimal
    var double: Double
    var float: Float
    var id: UUID
    var int: Int
    var int128: Int128
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var int8: Int8
    var ints: [Int]
    var level: Level
    var manyBytes: [[UInt8]]
    var maybe: Maybe = 4
    var nested: [[Int32]]
    var optionalBytes: [UInt8]?
    var optionalColour: Colour?
    var optionalDate: Date?
    var optionalInt: Int?
    var optionalShape: Shape?
    var optionalStreet: Street?
    var optionalString: String?
    var optionalStrings: [String]?
    var optionals: [Double?]
    var payment: Payment
    var set: Set<String>
    var shape: Shape
    var street: Street
    var streets: [Street]
    var string: String
    var strings: [String]
    var tags: [String] { didSet { fatalError("a record is read, not changed") } }
    var uint: UInt
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var uint8: UInt8
    var url: URL
    var urls: [URL]
    let version = 1
    @Transient var cache = 0

    private enum CodingKeys: CodingKey {
        case bool, byName, byNumber, bytes, colour, colours, data, date, dates, decimal, double
        case float, id, int, int128, int16, int32, int64, int8, ints, level, manyBytes, maybe
        case nested, optionalBytes, optionalColour, optionalDate, optionalInt, optionalShape
        case optionalStreet, optionalString, optionalStrings, optionals, payment, set, shape
        case street, streets, string, strings, tags, uint, uint16, uint32, uint64, uint8, url
        case urls, version
    }
}
