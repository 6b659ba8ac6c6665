import StorageCore

extension QueryOracle {
    typealias Predicate = (Subject) -> Bool

    /// What tells whether a filter is true of a record.
    func predicate(_ filter: Filter, isInside: Bool = false) throws -> Predicate {
        switch filter {
        case .all: return { _ in true }
        case .compare(let path, let comparison, let value):
            return try compare(path, comparison, OrderedValue(value))
        case .isIn(let path, let values):
            let equals = try values.map { try compare(path, .equal, OrderedValue($0)) }
            return { subject in equals.contains { $0(subject) } }
        case .text(let path, let match, let needle, let caseInsensitive):
            return text(path, match, needle, caseInsensitive)
        case .contains(let path, let value):
            let isArray = !isInside && declaredArrays.contains(path)
            return contains(path, try OrderedValue(value), elementsOnly: isArray)
        case .isNull(let path): return { ($0.at(path) ?? .null).rank == 0 }
        case .isMissing(let path): return { $0.at(path) == nil }
        case .any(let path, let inner):
            let inner = try predicate(inner, isInside: true)
            return { subject in
                guard case .array(let elements) = subject.at(path) else { return false }
                return elements.contains { inner(subject.element($0)) }
            }
        case .and(let filters):
            let parts = try filters.map { try predicate($0, isInside: isInside) }
            return { subject in parts.allSatisfy { $0(subject) } }
        case .or(let filters):
            let parts = try filters.map { try predicate($0, isInside: isInside) }
            return { subject in parts.contains { $0(subject) } }
        case .not(let inner):
            let inner = try predicate(inner, isInside: isInside)
            return { !inner($0) }
        }
    }

    private func compare(
        _ path: FieldPath, _ comparison: Comparison, _ constant: OrderedValue
    ) -> Predicate {
        { subject in
            let value = subject.at(path) ?? .null
            guard value.rank == constant.rank else { return comparison == .notEqual }
            let order = OrderedValue.compare(value, constant)
            return switch comparison {
            case .equal: order == 0
            case .notEqual: order != 0
            case .less: order < 0
            case .lessOrEqual: order <= 0
            case .greater: order > 0
            case .greaterOrEqual: order >= 0
            }
        }
    }

    private func text(
        _ path: FieldPath, _ match: TextMatch, _ needle: String, _ caseInsensitive: Bool
    ) -> Predicate {
        let needle = needle.oracleBytes(folded: caseInsensitive)
        return { subject in
            guard case .string(let text) = subject.at(path) else { return false }
            let bytes = text.oracleBytes(folded: caseInsensitive)
            return switch match {
            case .equals: bytes == needle
            case .startsWith: bytes.starts(with: needle)
            case .endsWith: bytes.reversed().starts(with: needle.reversed())
            case .contains: bytes.containsRun(needle)
            }
        }
    }

    private func contains(
        _ path: FieldPath, _ constant: OrderedValue, elementsOnly: Bool
    ) -> Predicate {
        { subject in
            switch (subject.at(path), constant) {
            case (.array(let elements), _):
                elements.contains { OrderedValue.compare($0, constant) == 0 }
            case (.string(let text), .string(let part)) where !elementsOnly:
                Array(text.utf8).containsRun(Array(part.utf8))
            default: false
            }
        }
    }
}

extension [UInt8] {
    /// Whether the bytes occur somewhere, side by side.
    fileprivate func containsRun(_ run: [UInt8]) -> Bool {
        if run.count > count { return false }
        return (0...count - run.count).contains { self[$0...].starts(with: run) }
    }
}

extension String {
    /// The text as it is compared.
    fileprivate func oracleBytes(folded: Bool) -> [UInt8] {
        guard folded else { return Array(utf8) }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.simplyFolded) }
        return Array(String(scalars).utf8)
    }
}

extension Unicode.Scalar {
    /// The scalar in the place of its simple case folding, for those that checks use.
    private static let foldings: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{C9}": "\u{E9}", "\u{3A3}": "\u{3C3}", "\u{3C2}": "\u{3C3}", "\u{212A}": "k",
        "\u{1E9E}": "\u{DF}", "\u{416}": "\u{436}",
    ]

    fileprivate var simplyFolded: Unicode.Scalar {
        if ("A"..."Z").contains(self) { return Unicode.Scalar(UInt8(value) + 32) }
        return Self.foldings[self] ?? self
    }
}
