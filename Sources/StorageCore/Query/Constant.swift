#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A constant of a filter, prepared to be compared with values in the bytes of records.
struct Constant: Sendable {
    /// What values with this tag can be compared with without their sort key.
    private enum Form {
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string([UInt8])
        case date(Double)
        case other
    }

    let kind: ValueClass
    let sortKey: [UInt8]
    private let form: Form

    init(_ value: Value) throws(StorageError) {
        var encoder = SortKeyEncoder()
        try encoder.append(value)
        sortKey = encoder.bytes
        kind = ValueClass(value)
        form =
            switch value {
            case .bool(let value): .bool(value)
            case .int(let value): .int(value)
            case .double(let value): .double(value)
            case .string(let value): .string(Array(value.utf8))
            case .date(let value): .date(value.timeIntervalSinceReferenceDate)
            default: .other
            }
    }

    /// The tag of values that compare with the constant as words do, and its own word; nil for
    /// constants of other kinds.
    var word: (tag: ValueTag, word: UInt64)? {
        switch form {
        case .int(let value): (.int, value.orderedWord)
        case .double(let value): (.double, value.orderedWord)
        case .date(let value): (.date, value.orderedWord)
        case .bool, .string, .other: nil
        }
    }

    /// The order of the value whose tag stands at `position` and the constant: negative, zero or
    /// positive; nil if they are of different classes.
    func compare(_ bytes: Span<UInt8>, _ position: Int) throws(StorageError) -> Int? {
        var position = position
        let tag = try RecordReader.takeTag(bytes, &position)
        switch (form, tag) {
        case (.int(let right), .int):
            let left = Int64(bitPattern: try RecordReader.takeUInt64(bytes, &position))
            return left < right ? -1 : left == right ? 0 : 1
        case (.double(let right), .double), (.date(let right), .date):
            let left = Double(bitPattern: try RecordReader.takeUInt64(bytes, &position))
            return left.order(to: right)
        case (.double(let right), .int):
            let left = Int64(bitPattern: try RecordReader.takeUInt64(bytes, &position))
            if let left = Double(exactly: left) { return left.order(to: right) }
            position -= 8
        case (.bool(let right), .false): return right ? -1 : 0
        case (.bool(let right), .true): return right ? 0 : 1
        case (.string(let right), .string):
            let count = try RecordReader.takeLength(bytes, &position)
            return bytes.compare(position, count, right)
        default: break
        }
        guard ValueClass(tag) == kind else { return nil }
        position -= 1
        var encoder = SortKeyEncoder()
        try encoder.append(bytes, &position)
        let left = encoder.bytes
        if left == sortKey { return 0 }
        return left.lexicographicallyPrecedes(sortKey) ? -1 : 1
    }
}

extension Double {
    /// The order of two numbers, in which NaN is the first of all: negative, zero or positive.
    fileprivate func order(to other: Double) -> Int {
        if self < other { return -1 }
        if self > other { return 1 }
        if self == other { return 0 }
        return (isNaN ? 0 : 1) - (other.isNaN ? 0 : 1)
    }
}

/// The classes of values, in their order. Values of different classes are never equal, and a
/// comparison with a constant is false of values of another class.
package enum ValueClass: UInt8, Sendable {
    case null, bool, number, string, bytes, date, uuid, array, object

    package init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .bool: .bool
            case .int, .uint, .double, .decimal: .number
            case .string: .string
            case .bytes: .bytes
            case .date: .date
            case .uuid: .uuid
            case .array: .array
            case .object: .object
            }
    }

    init(_ tag: ValueTag) {
        self =
            switch tag {
            case .null: .null
            case .false, .true: .bool
            case .int, .uint, .double, .decimal: .number
            case .string: .string
            case .bytes: .bytes
            case .date: .date
            case .uuid: .uuid
            case .array: .array
            case .object: .object
            }
    }

    package init(_ kind: FieldKind) {
        self =
            switch kind {
            case .bool: .bool
            case .int, .double, .decimal: .number
            case .string: .string
            case .bytes: .bytes
            case .date: .date
            case .uuid: .uuid
            case .array: .array
            case .object: .object
            }
    }

    /// The sort keys of all values of the class.
    var sortKeys: KeyRange {
        let tag: UInt8 =
            switch self {
            case .null: SortKeyTag.null
            case .bool: SortKeyTag.false
            case .number: SortKeyTag.number
            case .string: SortKeyTag.string
            case .bytes: SortKeyTag.bytes
            case .date: SortKeyTag.date
            case .uuid: SortKeyTag.uuid
            case .array: SortKeyTag.array
            case .object: SortKeyTag.object
            }
        return KeyRange(from: [tag], until: [self == .bool ? tag + 2 : tag + 1])
    }
}
