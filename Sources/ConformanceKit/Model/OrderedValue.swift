import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value as queries see it: equal and ordered as the contract says.
///
/// Null < Booleans < numbers < strings < bytes < dates < UUIDs < arrays < objects. A missing value
/// is null where it is compared.
enum OrderedValue {
    case null
    case bool(Bool)
    case number(ExactNumber)
    case string(String)
    case bytes([UInt8])
    case date(ExactNumber)
    case uuid([UInt8])
    indirect case array([OrderedValue])
    /// The members, sorted by the UTF-8 bytes of their names.
    indirect case object([(name: [UInt8], value: OrderedValue)])

    init(_ value: Value) throws {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .number(ExactNumber(value))
        case .uint(let value): self = .number(ExactNumber(value))
        case .double(let value): self = .number(ExactNumber(value))
        case .decimal(let value): self = .number(ExactNumber(value))
        case .string(let value): self = .string(value)
        case .bytes(let value): self = .bytes(value)
        case .date(let value): self = .date(ExactNumber(value.timeIntervalSinceReferenceDate))
        case .uuid(let value): self = .uuid(hexadecimal(value.uuidString))
        case .array(let elements): self = .array(try elements.map { try OrderedValue($0) })
        case .object(let record): self = try OrderedValue(record)
        }
    }

    init(_ record: Record) throws {
        var members: [(name: [UInt8], value: OrderedValue)] = []
        for (name, value) in try record.fields() {
            members.append((Array(name.utf8), try OrderedValue(value)))
        }
        self = .object(members.sorted { $0.name.order(to: $1.name) < 0 })
    }

    /// The class of the value: values of different classes are never equal.
    var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .bytes: 4
        case .date: 5
        case .uuid: 6
        case .array: 7
        case .object: 8
        }
    }

    /// The value at a path inside of this one, or nil if there is none.
    func member(_ path: FieldPath) -> OrderedValue? {
        var value = self
        for name in path.names {
            let name = Array(name.utf8)
            guard case .object(let members) = value,
                let member = members.first(where: { $0.name == name })
            else { return nil }
            value = member.value
        }
        return value
    }

    /// The order of two values: negative, zero or positive.
    static func compare(_ left: OrderedValue, _ right: OrderedValue) -> Int {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): (left ? 1 : 0) - (right ? 1 : 0)
        case (.number(let left), .number(let right)): ExactNumber.compare(left, right)
        case (.string(let left), .string(let right)):
            Array(left.utf8).order(to: Array(right.utf8))
        case (.bytes(let left), .bytes(let right)): left.order(to: right)
        case (.date(let left), .date(let right)): ExactNumber.compare(left, right)
        case (.uuid(let left), .uuid(let right)): left.order(to: right)
        case (.array(let left), .array(let right)): compare(left, right)
        case (.object(let left), .object(let right)): compare(left, right)
        default: left.rank - right.rank
        }
    }

    private static func compare(_ left: [OrderedValue], _ right: [OrderedValue]) -> Int {
        for (left, right) in zip(left, right) {
            let order = compare(left, right)
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    private static func compare(
        _ left: [(name: [UInt8], value: OrderedValue)],
        _ right: [(name: [UInt8], value: OrderedValue)]
    ) -> Int {
        for (left, right) in zip(left, right) {
            let order = left.name.order(to: right.name)
            if order != 0 { return order }
            let valueOrder = compare(left.value, right.value)
            if valueOrder != 0 { return valueOrder }
        }
        return left.count - right.count
    }
}

/// The digits of a UUID, each as a byte: they sort as its bytes do.
private func hexadecimal(_ text: String) -> [UInt8] {
    text.utf8.filter { $0 != UInt8(ascii: "-") }
}
