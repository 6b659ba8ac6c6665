import ConformanceKit
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Fault {
    /// An engine that answers queries wrongly.
    static func answers(
        _ name: String, _ check: String, says: String, keepsIndexes: Bool = false,
        _ answer: @escaping Answer
    ) -> Fault {
        Fault(name, check, says: says) { wire in
            ConformanceSuite(name: "faulty") { _ in
                EngineStorage(wire, keepsIndexes: keepsIndexes, answer: answer)
            }
        }
    }

    /// An engine that takes conditions for others.
    static func conditions(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (Filter) -> Filter?
    ) -> Fault {
        answers(name, check, says: says) { asked, ask in
            try ask(asked.query.replacing(change))
        }
    }

    /// An engine that takes constants for others.
    static func constants(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (Value) -> Value?
    ) -> Fault {
        conditions(name, check, says: says) { filter in
            guard case .compare(let path, let comparison, let value) = filter else { return nil }
            return change(value).map { .compare(path, comparison, $0) }
        }
    }

    /// Engines that take conditions for others.
    static let queryConditions: [Fault] = [
        .conditions("M161 not equal drops null", "QRY-05/not-equal-null", says: "f != 5") {
            guard case .compare(let path, .notEqual, let value) = $0, value != .null else {
                return nil
            }
            return .and([$0, .not(.isNull(path))])
        },
        .conditions("M161b not less drops null", "QRY-05/not-equal-null", says: "not f < 5") {
            guard case .not(.compare(let path, .less, _)) = $0 else { return nil }
            return .and([$0, .not(.isNull(path))])
        },
        .conditions(
            "S03 not in a list with null is never true", "QRY-03/not-in-null", says: "not f"
        ) {
            guard case .not(.isIn(_, let values)) = $0, values.contains(.null) else { return nil }
            return Filter.none
        },
        .conditions("M162 a list is its first value", "QRY-02/in-list", says: "f in") {
            guard case .isIn(let path, let values) = $0 else { return nil }
            return .compare(path, .equal, values[0])
        },
        .conditions("M163 or is its first part", "QRY-06/groups", says: " or ") {
            guard case .or(let parts) = $0 else { return nil }
            return parts.first
        },
        .conditions("M042b minus zero by its bits", "NUM-09/zeros", says: "f == -0.0") {
            guard case .compare(_, .equal, .double(let number)) = $0, number == 0 else {
                return nil
            }
            return number.sign == .minus ? Filter.none : nil
        },
        .conditions(
            "S08 an empty text is no condition", "QRY-08/empty-needle", says: "startsWith \"\""
        ) {
            guard case .text(_, _, "", _) = $0 else { return nil }
            return .all
        },
        .conditions("M164 between leaves the upper bound out", "QRY-07/between", says: "f <= 3") {
            guard case .compare(let path, .lessOrEqual, let value) = $0 else { return nil }
            return .compare(path, .less, value)
        },
        .conditions("M164b between leaves the lower bound out", "QRY-07/between", says: "f >= 2") {
            guard case .compare(let path, .greaterOrEqual, let value) = $0 else { return nil }
            return .compare(path, .greater, value)
        },
        .conditions("M165 wildcards in text", "QRY-08/wildcards", says: "\"_\"") {
            guard case .text(let path, let match, let needle, let caseInsensitive) = $0 else {
                return nil
            }
            let plain = needle.filter { !"%_".contains($0) }
            return .text(path, match, plain, caseInsensitive: caseInsensitive)
        },
        .conditions("S09 text without regard to case", "QRY-09/case", says: "containsText \"AB\"") {
            guard case .text(let path, let match, let needle, _) = $0 else { return nil }
            return .text(path, match, needle, caseInsensitive: true)
        },
        .conditions("S09b only ASCII is folded", "QRY-09/case", says: "caseInsensitive") {
            guard case .text(let path, let match, let needle, true) = $0 else { return nil }
            return .or(
                [needle.lowercasedASCII, needle.uppercasedASCII, needle].map {
                    .text(path, match, $0, caseInsensitive: false)
                })
        },
        .conditions("M168 '1' matches 1", "QRY-10/no-coercion", says: "f == \"1\"") {
            guard case .compare(let path, .equal, .string(let text)) = $0,
                let number = Int64(text)
            else { return nil }
            return .or([$0, .compare(path, .equal, .int(number))])
        },
        .conditions("M036b true matches 1", "NUM-17/queries", says: "f == true") {
            guard case .compare(let path, .equal, .bool(let value)) = $0 else { return nil }
            return .or([$0, .compare(path, .equal, value ? 1 : 0)])
        },
        .conditions("M035b missing is null", "QRY-04/null-missing", says: "f is missing") {
            guard case .isMissing(let path) = $0 else { return nil }
            return .isNull(path)
        },
        .conditions("M174 a quote ends a constant", "QRY-23/hostile", says: "f == \"'\"") {
            guard case .compare(_, .equal, .string(let text)) = $0, text.contains("'") else {
                return nil
            }
            return .all
        },
        .conditions("M173 text conditions are left out", "QRY-08/wildcards", says: "startsWith") {
            guard case .text = $0 else { return nil }
            return .all
        },
        .conditions("K10 a dot in a name is a path", "QRY-11/nested", says: "a.b") {
            guard case .compare(let path, let comparison, let value) = $0 else { return nil }
            let names = path.names.flatMap { $0.split(separator: ".").map(String.init) }
            return .compare(FieldPath(names), comparison, value)
        },
        .conditions(
            "S11 any holds of several elements", "QRY-11/members-of-elements", says: "any f"
        ) {
            guard case .any(let path, .and(let parts)) = $0 else { return nil }
            return .and(parts.map { .any(path, $0) })
        },
        .conditions("M044 NaN is not less", "NUM-09/nan", says: "f < 5") {
            guard case .compare(let path, .less, _) = $0 else { return nil }
            return .and([$0, .compare(path, .notEqual, .double(.nan))])
        },
    ]

    /// Engines that take constants for others.
    static let queryConstants: [Fault] = [
        .constants("M041b unsigned as signed", "NUM-03/queries", says: "18446744073709551615") {
            guard case .uint(let value) = $0 else { return nil }
            return .int(Int64(bitPattern: value))
        },
        .constants("M054b Decimal through Double", "NUM-13/queries", says: "where f ==") {
            guard case .decimal(let value) = $0 else { return nil }
            return .double(Double(value.description) ?? .nan)
        },
        .constants("M054c integers through Double", "NUM-10/kinds", says: "9007199254740993") {
            guard case .int(let value) = $0 else { return nil }
            return .double(Double(value))
        },
        .constants("M048b dates in milliseconds", "NUM-14/queries", says: "where f ==") {
            guard case .date(let date) = $0 else { return nil }
            let seconds = date.timeIntervalSinceReferenceDate
            return .date(
                Date(timeIntervalSinceReferenceDate: (seconds * 1_000).rounded() / 1_000))
        },
        .constants("U02b text in one normal form", "QRY-17/bytes", says: "f ==") {
            guard case .string(let text) = $0 else { return nil }
            return .string(text.precomposed)
        },
        .constants("S23 NUL ends a text", "QRY-23/hostile", says: "f ==") {
            guard case .string(let text) = $0 else { return nil }
            return .string(String(text.prefix { $0 != "\0" }))
        },
    ]
}

extension String {
    fileprivate var lowercasedASCII: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    fileprivate var uppercasedASCII: String {
        String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }

    /// The text with the one decomposed letter that checks use composed.
    fileprivate var precomposed: String {
        self == "\u{E9}" ? "\u{E9}" : self
    }
}
