import Foundation
import StorageCore

extension PredicateCase {
    static let collections: [PredicateCase] = {
        let isX = Filter.compare(.element, .equal, "x")
        let begins = Filter.text(.element, .startsWith, "a", caseInsensitive: false)
        let nothing: Int? = nil
        return [
            PredicateCase(
                #Predicate { $0.name.starts(with: "A") },
                .text("name", .startsWith, "A", caseInsensitive: false)),
            PredicateCase(
                #Predicate { $0.name.contains("x") },
                .text("name", .contains, "x", caseInsensitive: false)),
            PredicateCase(
                #Predicate { $0.name.contains("") },
                .text("name", .contains, "", caseInsensitive: false)),
            PredicateCase(#Predicate { $0.name.isEmpty }, .compare("name", .equal, "")),
            PredicateCase(#Predicate { !$0.name.isEmpty }, .not(.compare("name", .equal, ""))),
            PredicateCase(#Predicate { $0.tags.contains("x") }, .any("tags", isX)),
            PredicateCase(#Predicate { !$0.tags.contains("x") }, .not(.any("tags", isX))),
            PredicateCase(#Predicate { $0.labels.contains("x") }, .any("labels", isX)),
            PredicateCase(
                #Predicate { $0.gaps.contains(2) }, .any("gaps", .compare(.element, .equal, 2))),
            PredicateCase(#Predicate { $0.gaps.contains(nil) }, .any("gaps", .isNull(.element))),
            PredicateCase(
                #Predicate { $0.gaps.contains(nothing) }, .any("gaps", .isNull(.element))),
            PredicateCase(
                #Predicate { $0.gaps.contains { $0 == nil || $0 == 2 } },
                .any("gaps", .or([.isNull(.element), .compare(.element, .equal, 2)]))),
            PredicateCase(
                #Predicate { $0.gaps.allSatisfy { ($0 ?? 1) < 2 } },
                .not(.any("gaps", .not(.or([.isNull(.element), .compare(.element, .less, 2)]))))),
            PredicateCase(#Predicate { $0.tags.isEmpty }, .not(.any("tags", .all))),
            PredicateCase(#Predicate { !$0.labels.isEmpty }, .any("labels", .all)),
            PredicateCase(
                #Predicate { $0.tags.contains { $0 == "x" || $0.starts(with: "a") } },
                .any("tags", .or([isX, begins]))),
            PredicateCase(
                #Predicate { $0.tags.allSatisfy { $0.starts(with: "a") } },
                .not(.any("tags", .not(begins)))),
            PredicateCase(#Predicate { $0.tags.allSatisfy { _ in true } }, .all),
            PredicateCase(#Predicate { $0.tags.contains { _ in true } }, .any("tags", .all)),
            PredicateCase(
                #Predicate { $0.active && $0.tags.contains { !$0.isEmpty } },
                .and([
                    .compare("active", .equal, true),
                    .any("tags", .not(.compare(.element, .equal, ""))),
                ])),
            PredicateCase(
                #Predicate { $0.grid.contains { $0.contains(3) } },
                .any("grid", .any(.element, .compare(.element, .equal, 3)))),
            PredicateCase(
                #Predicate { $0.grid.contains([1]) }, .any("grid", .compare(.element, .equal, [1]))),
            PredicateCase(
                #Predicate { $0.grid.contains { $0.isEmpty } },
                .any("grid", .not(.any(.element, .all)))),
            PredicateCase(
                #Predicate { ($0.notes ?? ["x"]).contains("x") },
                .or([.isNull("notes"), .any("notes", isX)])),
            PredicateCase(
                #Predicate { $0.lines.contains { _ in true } }, .any("lines", .all)),
        ]
    }()

    static let constants: [PredicateCase] = {
        let limits = MemberLimits()
        let names = ["Ann", "x"]
        let none: [String] = []
        let nicks: [String?] = ["x", nil]
        let levels: Set = [Member.Level.high]
        let tens = 10
        let (minus, half) = (-0.5, 0.25)
        return [
            PredicateCase(
                #Predicate { $0.age >= limits.ages.least }, .compare("age", .greaterOrEqual, 18)),
            PredicateCase(#Predicate { $0.nick == limits.name }, .compare("nick", .equal, "Ann")),
            PredicateCase(
                #Predicate { $0.name == limits.name ?? "" }, .compare("name", .equal, "Ann")),
            PredicateCase(
                #Predicate { limits.ages.words.contains($0.name) }, .isIn("name", ["x"])),
            PredicateCase(
                #Predicate { limits.ages.words.count < $0.age }, .compare("age", .greater, 1)),
            PredicateCase(#Predicate { names.contains($0.name) }, .isIn("name", ["Ann", "x"])),
            PredicateCase(#Predicate { none.contains($0.name) }, .isIn("name", [])),
            PredicateCase(#Predicate { nicks.contains($0.nick) }, .isIn("nick", ["x", nil])),
            PredicateCase(#Predicate { [1, 2, 3].contains($0.id) }, .isIn(.key, [1, 2, 3])),
            PredicateCase(#Predicate { levels.contains($0.level) }, .isIn("level", [1])),
            PredicateCase(
                #Predicate { names.contains($0.nick ?? "x") },
                .or([.isNull("nick"), .isIn("nick", ["Ann", "x"])])),
            PredicateCase(
                #Predicate { member in names.contains { member.name.starts(with: $0) } },
                .or([
                    .text("name", .startsWith, "Ann", caseInsensitive: false),
                    .text("name", .startsWith, "x", caseInsensitive: false),
                ])),
            PredicateCase(
                #Predicate { member in names.allSatisfy { member.tags.contains($0) } },
                .not(
                    .or([
                        .not(.any("tags", .compare(.element, .equal, "Ann"))),
                        .not(.any("tags", .compare(.element, .equal, "x"))),
                    ]))),
            PredicateCase(#Predicate { $0.age == tens + 7 }, .compare("age", .equal, 17)),
            PredicateCase(
                #Predicate { $0.age >= 2 * tens - 3 }, .compare("age", .greaterOrEqual, 17)),
            PredicateCase(#Predicate { $0.age == 37 / tens }, .compare("age", .equal, 3)),
            PredicateCase(#Predicate { $0.age == tens % 7 }, .compare("age", .equal, 3)),
            PredicateCase(#Predicate { $0.age == -(tens - 5) }, .compare("age", .equal, -5)),
            PredicateCase(
                #Predicate { $0.score > minus / half }, .compare("score", .greater, -2.0)),
            PredicateCase(#Predicate { $0.age >= 18 && names.isEmpty }, .none),
            PredicateCase(#Predicate { $0.age >= 18 || "Ann".starts(with: "A") }, .all),
        ]
    }()
}
