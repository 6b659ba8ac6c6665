#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Works out one aggregate from the values of records, one by one.
struct Accumulator {
    let aggregate: Aggregate
    private var count = 0
    private var extreme: (sortKey: [UInt8], value: Value)?
    private var seen: Set<[UInt8]> = []
    private var sum = NumberSum()

    init(_ aggregate: Aggregate) {
        self.aggregate = aggregate
    }

    /// Takes in the value of a record that begins at `place`, if there is one.
    ///
    /// - Throws: ``StorageError/Code/typeMismatch`` for a sum over something else than numbers.
    mutating func add(_ bytes: Span<UInt8>, at place: Int?) throws(StorageError) {
        if case .count = aggregate {
            count += 1
            return
        }
        guard var place, place < bytes.count, bytes[place] != ValueTag.null.rawValue else { return }
        switch aggregate {
        case .count: break
        case .distinctCount: seen.insert(try bytes.sortKey(at: place))
        case .minimum, .maximum:
            let sortKey = try bytes.sortKey(at: place)
            if let extreme {
                let isBelow = sortKey.span.precedes(extreme.sortKey.span)
                let isAbove = extreme.sortKey.span.precedes(sortKey.span)
                guard aggregate.isMinimum ? isBelow : isAbove else { return }
            }
            extreme = (sortKey, try RecordReader.takeValue(bytes, &place))
        case .sum, .average:
            count += 1
            try sum.add(try RecordReader.takeValue(bytes, &place), at: aggregate.path)
        }
    }

    /// The aggregate.
    ///
    /// - Throws: ``StorageError/Code/overflow`` for a sum that its kind of number does not hold.
    func result() throws(StorageError) -> Value {
        switch aggregate {
        case .count: .integer(count)
        case .distinctCount: .integer(seen.count)
        case .minimum, .maximum: extreme?.value ?? .null
        case .sum: try sum.total(of: aggregate.path)
        case .average: count == 0 ? .null : try sum.average(of: count, aggregate.path)
        }
    }
}

extension Aggregate {
    fileprivate var isMinimum: Bool {
        if case .minimum = self { true } else { false }
    }
}

/// The sum of numbers of all kinds.
private struct NumberSum {
    private var integers: Int128 = 0
    private var decimals: Decimal = 0
    private var doubles = ExactSum()
    private var hasDecimal = false
    private var hasDouble = false
    private var isExact = true

    mutating func add(_ value: Value, at path: FieldPath?) throws(StorageError) {
        switch value {
        case .int(let value): integers += Int128(value)
        case .uint(let value): integers += Int128(value)
        case .double(let value):
            hasDouble = true
            doubles.add(value)
        case .decimal(let value):
            hasDecimal = true
            addDecimal(value)
        default:
            throw StorageError(
                .typeMismatch,
                "the field \(path?.description ?? "") has the value \(value.json), which is no "
                    + "number and has no sum; leave such records out with a condition",
                field: path?.names.joined(separator: "."))
        }
    }

    private mutating func addDecimal(_ value: Decimal) {
        let sum = decimals + value
        // A sum of more digits than a decimal has is rounded, and does not lead back.
        if !value.isNaN, sum - value != decimals || sum - decimals != value { isExact = false }
        decimals = sum
    }

    func total(of path: FieldPath?) throws(StorageError) -> Value {
        if hasDouble { return .double(try double(path)) }
        if hasDecimal { return .decimal(try decimal(path)) }
        if let value = Int64(exactly: integers) { return .int(value) }
        if let value = UInt64(exactly: integers) { return .uint(value) }
        throw Self.overflow("\(integers)", path)
    }

    func average(of count: Int, _ path: FieldPath?) throws(StorageError) -> Value {
        if hasDecimal, !hasDouble { return .decimal(try decimal(path) / Decimal(count)) }
        return .double(try double(path) / Double(count))
    }

    private func double(_ path: FieldPath?) throws(StorageError) -> Double {
        var sum = doubles
        sum.add(integers)
        if hasDecimal {
            guard isExact else { throw Self.overflow("of the decimals", path) }
            sum.add(DecimalParts(decimals).double)
        }
        return sum.value
    }

    private func decimal(_ path: FieldPath?) throws(StorageError) -> Decimal {
        var total = self
        if integers != 0, let value = Decimal(string: "\(integers)") { total.addDecimal(value) }
        guard total.isExact else { throw Self.overflow("of the decimals", path) }
        return total.decimals
    }

    private static func overflow(_ sum: String, _ path: FieldPath?) -> StorageError {
        StorageError(
            .overflow,
            "the sum \(sum) of the field \(path?.description ?? "") is beyond what its kind of "
                + "number holds; add up fewer records, or keep the field as a double",
            field: path?.names.joined(separator: "."))
    }
}

extension DecimalParts {
    /// The nearest Double.
    var double: Double {
        flags == Self.nanFlag ? .nan : nearestDouble.value
    }
}
