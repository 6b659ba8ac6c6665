import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension QueryGenerator {
    /// A filter of whatever kind, about three levels deep.
    mutating func filter(depth: Int) -> Filter {
        switch number(below: depth < 3 ? 10 : 6) {
        case 6: return .not(filter(depth: depth + 1))
        case 7: return .and(parts(depth))
        case 8: return .or(parts(depth))
        case 9: return keyCondition()
        default: return fieldCondition()
        }
    }

    private mutating func parts(_ depth: Int) -> [Filter] {
        (0..<pick([0, 1, 2, 2, 2, 3, 3])).map { _ in filter(depth: depth + 1) }
    }

    private mutating func fieldCondition() -> Filter {
        let field = pick(QueryField.often)
        let path = pick(field.paths)
        if path.names.count > 1 { return condition(on: path, pick(QueryField.all)) }
        switch field.kind {
        case .array where once(in: 2): return .any(path, elementCondition())
        case .array where once(in: 2): return .contains(path, pick(["a", 1, nil, ["a"], 1.5]))
        case .string where once(in: 2): return textCondition(path)
        default: return condition(on: path, field)
        }
    }

    /// A condition that compares with values of a field, of which a declared one takes no other.
    mutating func condition(on path: FieldPath, _ field: QueryField) -> Filter {
        let field = isDeclared || !once(in: 8) ? field : pick(QueryField.all)
        switch number(below: isDeclared || path.names.count > 1 ? 8 : 10) {
        case 0: return .isNull(path)
        case 1: return .isMissing(path)
        case 2:
            return .isIn(
                path, (0..<number(below: 5)).map { _ in field.constant(using: &generator) })
        case 3:
            return .between(
                path, field.constant(using: &generator), field.constant(using: &generator))
        case 8: return textCondition(path)
        case 9: return .contains(path, field.constant(using: &generator))
        default:
            return .compare(
                path, pick(Comparison.allCases), field.constant(using: &generator))
        }
    }

    private mutating func textCondition(_ path: FieldPath) -> Filter {
        let texts = ["", "a", "A", "ab", "%", "_", "\\", "\0", "b", "\u{E9}", "\u{301}", "*", "K"]
        let needle = pick(texts + ["\u{3C3}", "\u{DF}", "a\0", "'", "1", "\u{1F404}"])
        if once(in: 4) { return .contains(path, .string(needle)) }
        return .text(
            path, pick(TextMatch.allCases), needle, caseInsensitive: once(in: 2))
    }

    /// A condition on an element, or on a member of one.
    mutating func elementCondition() -> Filter {
        let path: FieldPath = pick([.element, .element, "x", ["y", "z"]])
        let constants: [Value] = [1, 1.0, "a", "b", "ab", nil, 2, ["a"]]
        switch number(below: 9) {
        case 0: return .isNull(path)
        case 1: return .isMissing(path)
        case 2: return .isIn(path, (0..<number(below: 4)).map { _ in pick(constants) })
        case 3: return .text(path, .startsWith, pick(["", "a"]), caseInsensitive: once(in: 2))
        case 4: return .not(.compare(path, .equal, pick(constants)))
        case 5: return .and([.compare(path, .greater, pick(constants)), elementCondition()])
        case 6: return .or([.compare(path, .less, pick(constants)), elementCondition()])
        default: return .compare(path, pick(Comparison.allCases), pick(constants))
        }
    }

    mutating func keyCondition() -> Filter {
        let constants: [Value] = [
            3, 3.0, 2.5, -1, "a", "", ["a", 1], nil, .uint(.max), true, "ab", [3], .decimal(2),
            .double(.nan), .double(.infinity), .bytes([0]),
        ]
        switch number(below: 6) {
        case 0: return .isIn(.key, (0..<number(below: 5)).map { _ in pick(constants) })
        case 1: return .text(.key, .startsWith, pick(["", "a"]), caseInsensitive: false)
        case 2: return .between(.key, pick([0, 2.5, "a"]), pick([3, 10, "b"]))
        default: return .compare(.key, pick(Comparison.allCases), pick(constants))
        }
    }
}
