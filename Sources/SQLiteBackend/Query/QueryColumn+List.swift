import StorageCore

extension QueryColumn {
    /// A statement has a limited number of parameters: longer lists are one of them, or two.
    private static let maximumParameters = 16

    /// Doubles have no text that SQLite reads back exactly.
    private static let maximumDoubles = 4096

    /// The values that equal one of these, or nil if SQL cannot say that.
    func isIn(_ values: [Value]) -> SQLCondition? {
        var scalars: [Scalar] = []
        var includesNull = false
        scalars.reserveCapacity(values.count)
        for value in values {
            guard let standing = standing(of: value) else { return nil }
            if case .at(let scalar) = standing { scalars.append(scalar) }
            if standing == .null { includesNull = true }
        }
        guard let list = isIn(scalars) else { return nil }
        return includesNull ? .disjunction([list, isNull]) : list
    }

    /// The values that are one of these, which are all of one type.
    private func isIn(_ values: [Scalar]) -> SQLCondition? {
        guard let first = values.first else { return .never }
        if values.count == 1 { return compare(.equal, first) }
        if values.count <= Self.maximumParameters { return isIn(parameters: values) }
        switch first {
        case .integer: return isIn(integers: values)
        case .text: return isIn(contents: values, "TEXT")
        case .blob: return isIn(contents: values, "BLOB")
        case .real: return values.count <= Self.maximumDoubles ? isIn(parameters: values) : nil
        }
    }

    private func isIn(parameters values: [Scalar]) -> SQLCondition {
        var values = values
        // Lists of other lengths share the statement if the last value is repeated.
        while values.count & (values.count - 1) != 0, let last = values.last { values.append(last) }
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        return SQLCondition("\(sql) IN (\(places))", values, height: 16)
    }

    private func isIn(integers values: [Scalar]) -> SQLCondition {
        let integers = values.lazy.compactMap {
            if case .integer(let value) = $0 { value } else { nil }
        }
        return SQLCondition(
            "\(sql) IN (SELECT value FROM json_each(?))", [.text(Self.json(integers))], height: 30)
    }

    /// JSON has no bytes, and SQLite's ends texts at a NUL. So all contents are one value, and JSON
    /// says where each of them stands in it.
    private func isIn(contents values: [Scalar], _ type: String) -> SQLCondition {
        var contents: [UInt8] = []
        var places: [Int64] = []
        places.reserveCapacity(values.count)
        for value in values {
            // SQL counts from one.
            places.append(Int64(contents.count + 1) << 32 | Int64(value.bytes.count))
            contents += value.bytes
        }
        return SQLCondition(
            "\(sql) IN (SELECT CAST(substr(?, value >> 32, value & 4294967295) AS \(type)) "
                + "FROM json_each(?))",
            [.blob(contents), .text(Self.json(places))], height: 40)
    }

    private static func json(_ integers: some Sequence<Int64>) -> [UInt8] {
        var json: [UInt8] = []
        for integer in integers {
            json.append(json.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            json.append(contentsOf: String(integer).utf8)
        }
        json.append(UInt8(ascii: "]"))
        return json
    }
}
