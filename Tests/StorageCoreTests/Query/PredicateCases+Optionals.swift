import Foundation
import StorageCore

extension PredicateCase {
    // A predicate that unwraps by force never does so here.
    // swift-format-ignore: NeverForceUnwrap
    static let optionals: [PredicateCase] = {
        let nothing: String? = nil
        let ann: String? = "Ann"
        let limit: Int? = nil
        let least: Int? = 18
        let flag: Bool? = nil
        let isNull = Filter.isNull("nick")
        let isX = Filter.compare("nick", .equal, "x")
        let adult = Filter.compare("age", .greaterOrEqual, 18)
        return [
            PredicateCase(#Predicate { $0.nick == nil }, isNull),
            PredicateCase(#Predicate { $0.nick != nil }, .not(isNull)),
            PredicateCase(#Predicate { nil == $0.nick }, isNull),
            PredicateCase(#Predicate { $0.nick == nothing }, isNull),
            PredicateCase(#Predicate { $0.nick == ann }, .compare("nick", .equal, "Ann")),
            PredicateCase(#Predicate { $0.nick == "x" }, isX),
            PredicateCase(#Predicate { $0.nick != "x" }, .compare("nick", .notEqual, "x")),
            PredicateCase(#Predicate { !($0.nick == "x") }, .not(isX)),
            PredicateCase(#Predicate { $0.flag == true }, .compare("flag", .equal, true)),
            PredicateCase(#Predicate { $0.flag != true }, .compare("flag", .notEqual, true)),
            PredicateCase(#Predicate { $0.flag == flag }, .isNull("flag")),
            PredicateCase(#Predicate { $0.flag ?? false }, .compare("flag", .equal, true)),
            PredicateCase(
                #Predicate { $0.flag ?? true },
                .or([.isNull("flag"), .compare("flag", .equal, true)])),
            PredicateCase(
                #Predicate { !($0.flag ?? false) }, .not(.compare("flag", .equal, true))),
            PredicateCase(
                #Predicate { ($0.flag ?? false) == ($0.age >= 18) },
                .or([
                    .and([.isNull("flag"), .not(adult)]),
                    .and([.compare("flag", .equal, true), adult]),
                    .and([.compare("flag", .equal, false), .not(adult)]),
                ])),
            PredicateCase(#Predicate { ($0.nick ?? "") == "x" }, isX),
            PredicateCase(#Predicate { ($0.nick ?? "x") == "x" }, .or([isNull, isX])),
            PredicateCase(
                #Predicate { ($0.nick ?? "") != "x" },
                .or([isNull, .and([.not(isNull), .compare("nick", .notEqual, "x")])])),
            PredicateCase(
                #Predicate { ($0.nick ?? $0.name) == "x" },
                .or([.and([isNull, .compare("name", .equal, "x")]), isX])),
            PredicateCase(
                #Predicate { ($0.small ?? 0) > 3 }, .compare("small", .greater, 3)),
            PredicateCase(
                #Predicate { ($0.small ?? 5) > 3 },
                .or([.isNull("small"), .compare("small", .greater, 3)])),
            PredicateCase(
                #Predicate { $0.nick != nil && $0.nick! == "x" }, isX),
            PredicateCase(
                #Predicate { $0.nick == nil || $0.nick!.starts(with: "A") },
                .or([isNull, .text("nick", .startsWith, "A", caseInsensitive: false)])),
            PredicateCase(
                #Predicate { $0.nick == nil ? $0.active : $0.nick! == "x" },
                .or([.and([isNull, .compare("active", .equal, true)]), isX])),
            PredicateCase(#Predicate { limit == nil || $0.age < limit! }, .all),
            PredicateCase(#Predicate { least == nil || $0.age >= least! }, adult),
            PredicateCase(#Predicate { $0.age >= (limit ?? 18) }, adult),
        ]
    }()

    static let chains: [PredicateCase] = {
        let isNull = Filter.isNull("nick")
        let begins = Filter.text("nick", .startsWith, "A", caseInsensitive: false)
        let present = Filter.not(.isNull("small"))
        let active = Filter.compare("active", .equal, true)
        return [
            PredicateCase(#Predicate { $0.nick?.starts(with: "A") == true }, begins),
            PredicateCase(
                #Predicate { $0.nick?.starts(with: "A") == false },
                .and([.not(isNull), .not(begins)])),
            PredicateCase(
                #Predicate { $0.nick?.starts(with: "A") != true },
                .or([isNull, .and([.not(isNull), .not(begins)])])),
            PredicateCase(#Predicate { $0.nick?.starts(with: "A") == nil }, isNull),
            PredicateCase(#Predicate { $0.nick?.starts(with: "A") ?? false }, begins),
            PredicateCase(
                #Predicate { $0.nick?.starts(with: "A") ?? true }, .or([isNull, begins])),
            PredicateCase(#Predicate { $0.nick?.isEmpty == true }, .compare("nick", .equal, "")),
            PredicateCase(
                #Predicate { ($0.nick ?? "").isEmpty },
                .or([isNull, .compare("nick", .equal, "")])),
            PredicateCase(
                #Predicate { $0.small.flatMap { $0 > 3 } == true }, .compare("small", .greater, 3)),
            PredicateCase(
                #Predicate { $0.small.flatMap { (0...7).contains($0) } ?? false },
                .between("small", 0, 7)),
            PredicateCase(
                #Predicate { $0.small.flatMap { $0 != 7 } ?? false },
                .and([present, .compare("small", .notEqual, 7)])),
            PredicateCase(
                #Predicate { if let nick = $0.nick { nick == "x" } else { false } },
                .compare("nick", .equal, "x")),
            PredicateCase(
                #Predicate { member in
                    if let small = member.small, let nick = member.nick {
                        small > 3 && nick == "x"
                    } else {
                        member.active
                    }
                },
                .or([
                    .and([.isNull("small"), active]),
                    .and([present, isNull, active]),
                    .and([.compare("small", .greater, 3), .compare("nick", .equal, "x")]),
                ])),
            PredicateCase(
                #Predicate { $0.home == nil || $0.active }, .or([.isNull("home"), active])),
            PredicateCase(
                #Predicate { $0.home?.city == "Rome" }, .compare(["home", "city"], .equal, "Rome")),
            PredicateCase(
                #Predicate { $0.home?.city != "Rome" },
                .compare(["home", "city"], .notEqual, "Rome")),
            PredicateCase(#Predicate { $0.home?.zip == nil }, .isNull(["home", "zip"])),
            PredicateCase(
                #Predicate { $0.home?.city.starts(with: "R") == true },
                .text(["home", "city"], .startsWith, "R", caseInsensitive: false)),
            PredicateCase(
                #Predicate { $0.home?.city.isEmpty ?? true },
                .or([.isNull("home"), .compare(["home", "city"], .equal, "")])),
            PredicateCase(
                #Predicate { $0.home?.zip?.starts(with: "x") == true },
                .text(["home", "zip"], .startsWith, "x", caseInsensitive: false)),
            PredicateCase(
                #Predicate { $0.notes?.contains("x") == true },
                .any("notes", .compare(.element, .equal, "x"))),
            PredicateCase(
                #Predicate { $0.notes?.isEmpty == true },
                .and([.not(.isNull("notes")), .not(.any("notes", .all))])),
        ]
    }()
}
