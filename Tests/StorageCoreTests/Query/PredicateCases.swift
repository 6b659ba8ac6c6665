import Foundation
import StorageCore

/// A predicate, and the filter that says the same.
struct PredicateCase: Sendable {
    let predicate: Predicate<Member>
    let filter: Filter

    init(_ predicate: Predicate<Member>, _ filter: Filter) {
        self.predicate = predicate
        self.filter = filter
    }
}

struct MemberLimits: Codable {
    struct Ages: Codable {
        var least: Int
        var words: [String]
    }

    var ages = Ages(least: 18, words: ["x"])
    var name: String? = "Ann"
}

extension PredicateCase {
    static let all = comparisons + logic + optionals + chains + collections + ranges + constants

    static let comparisons: [PredicateCase] = {
        let token = Member.tokens[1]
        let day = Member.days[2]
        let level = Member.Level.middle
        let color: Member.Color? = .red
        let photo = Data([1])
        let link = URL(string: "https://a.example/x")
        return [
            PredicateCase(#Predicate { $0.age == 18 }, .compare("age", .equal, 18)),
            PredicateCase(#Predicate { $0.age != 18 }, .compare("age", .notEqual, 18)),
            PredicateCase(#Predicate { $0.age < 18 }, .compare("age", .less, 18)),
            PredicateCase(#Predicate { $0.age <= 18 }, .compare("age", .lessOrEqual, 18)),
            PredicateCase(#Predicate { $0.age > 18 }, .compare("age", .greater, 18)),
            PredicateCase(#Predicate { $0.age >= 18 }, .compare("age", .greaterOrEqual, 18)),
            PredicateCase(#Predicate { 18 == $0.age }, .compare("age", .equal, 18)),
            PredicateCase(#Predicate { 18 != $0.age }, .compare("age", .notEqual, 18)),
            PredicateCase(#Predicate { 18 < $0.age }, .compare("age", .greater, 18)),
            PredicateCase(#Predicate { 18 <= $0.age }, .compare("age", .greaterOrEqual, 18)),
            PredicateCase(#Predicate { 18 > $0.age }, .compare("age", .less, 18)),
            PredicateCase(#Predicate { 18 >= $0.age }, .compare("age", .lessOrEqual, 18)),
            PredicateCase(#Predicate { $0.age > -5 }, .compare("age", .greater, -5)),
            PredicateCase(#Predicate { $0.id == 3 }, .compare(.key, .equal, 3)),
            PredicateCase(#Predicate { $0.name == "Ann" }, .compare("name", .equal, "Ann")),
            PredicateCase(#Predicate { $0.name < "B" }, .compare("name", .less, "B")),
            PredicateCase(
                #Predicate { $0.points > 9_223_372_036_854_775_807 },
                .compare("points", .greater, .int(.max))),
            PredicateCase(#Predicate { $0.score >= 0 }, .compare("score", .greaterOrEqual, 0.0)),
            PredicateCase(#Predicate { $0.price < 2.5 }, .compare("price", .less, .decimal(2.5))),
            PredicateCase(
                #Predicate { $0.joined >= day }, .compare("joined", .greaterOrEqual, .date(day))),
            PredicateCase(#Predicate { $0.left == day }, .compare("left", .equal, .date(day))),
            PredicateCase(
                #Predicate { $0.token == token }, .compare("token", .equal, .uuid(token))),
            PredicateCase(#Predicate { $0.token < token }, .compare("token", .less, .uuid(token))),
            PredicateCase(#Predicate { $0.photo == photo }, .compare("photo", .equal, .bytes([1]))),
            PredicateCase(
                #Predicate { $0.seal == [1, 2] }, .compare("seal", .equal, .bytes([1, 2]))),
            PredicateCase(#Predicate { $0.seal.isEmpty }, .compare("seal", .equal, .bytes([]))),
            PredicateCase(
                #Predicate { $0.link == link }, .compare("link", .equal, "https://a.example/x")),
            PredicateCase(#Predicate { $0.level == level }, .compare("level", .equal, 2)),
            PredicateCase(#Predicate { $0.color == color }, .compare("color", .equal, "red")),
            PredicateCase(
                #Predicate { $0.rating == 0.1 },
                .compare("rating", .equal, .double(Double(0.1 as Float)))),
            PredicateCase(
                #Predicate { $0.address.city == "Rome" },
                .compare(["address", "city"], .equal, "Rome")),
            PredicateCase(
                #Predicate { $0.address.zip != "1" }, .compare(["address", "zip"], .notEqual, "1")),
            PredicateCase(
                #Predicate { $0.tags == ["x", "y"] }, .compare("tags", .equal, ["x", "y"])),
        ]
    }()

    static let logic: [PredicateCase] = {
        let active = Filter.compare("active", .equal, true)
        let adult = Filter.compare("age", .greaterOrEqual, 18)
        let isAnn = Filter.compare("name", .equal, "Ann")
        let yes = true
        return [
            PredicateCase(#Predicate { $0.active }, active),
            PredicateCase(#Predicate { !$0.active }, .not(active)),
            PredicateCase(#Predicate { $0.active == false }, .compare("active", .equal, false)),
            PredicateCase(#Predicate { $0.active != yes }, .compare("active", .notEqual, true)),
            PredicateCase(#Predicate { $0.age >= 18 && $0.active }, .and([adult, active])),
            PredicateCase(#Predicate { $0.age >= 18 || $0.active }, .or([adult, active])),
            PredicateCase(#Predicate { !($0.age >= 18) }, .not(adult)),
            PredicateCase(
                #Predicate { !($0.age >= 18 || $0.active) && $0.name == "Ann" },
                .and([.not(.or([adult, active])), isAnn])),
            PredicateCase(
                #Predicate { $0.age >= 18 && $0.active && $0.name == "Ann" },
                .and([adult, active, isAnn])),
            PredicateCase(
                #Predicate { $0.active == ($0.age >= 18) },
                .or([
                    .and([active, adult]),
                    .and([.compare("active", .equal, false), .not(adult)]),
                ])),
            PredicateCase(#Predicate { ($0.age >= 18) == true }, adult),
            PredicateCase(#Predicate { ($0.age >= 18) != true }, .not(adult)),
            PredicateCase(
                #Predicate { $0.active ? $0.age >= 18 : $0.name == "Ann" },
                .or([.and([active, adult]), .and([.not(active), isAnn])])),
            PredicateCase(#Predicate { ($0.active ? $0.age : 0) >= 18 }, .and([active, adult])),
            PredicateCase(#Predicate { yes ? $0.age >= 18 : $0.name == "Ann" }, adult),
            PredicateCase(#Predicate { !yes ? $0.age >= 18 : $0.name == "Ann" }, isAnn),
            PredicateCase(
                #Predicate {
                    if $0.active { $0.age >= 18 } else if $0.name == "Ann" { true } else { false }
                }, .or([.and([active, adult]), .and([.not(active), isAnn])])),
            PredicateCase(#Predicate { _ in true }, .all),
            PredicateCase(#Predicate { _ in false }, .none),
            PredicateCase(#Predicate { $0.active && yes }, active),
            PredicateCase(#Predicate { yes || $0.active }, .all),
            PredicateCase(.true, .all),
        ]
    }()

    static let ranges: [PredicateCase] = {
        let days = Member.days[1]...Member.days[2]
        let from = 18...
        let upTo: PartialRangeUpTo<Int> = ..<18
        let through: PartialRangeThrough<Int> = ...18
        let half = 18..<65
        let (low, high) = (65, 18)
        let both = Filter.between("age", 18, 65)
        return [
            PredicateCase(#Predicate { (18...65).contains($0.age) }, both),
            PredicateCase(
                #Predicate { (18..<65).contains($0.age) },
                .and([.compare("age", .greaterOrEqual, 18), .compare("age", .less, 65)])),
            PredicateCase(
                #Predicate { half.contains($0.age) },
                .and([.compare("age", .greaterOrEqual, 18), .compare("age", .less, 65)])),
            PredicateCase(
                #Predicate { from.contains($0.age) }, .compare("age", .greaterOrEqual, 18)),
            PredicateCase(#Predicate { upTo.contains($0.age) }, .compare("age", .less, 18)),
            PredicateCase(
                #Predicate { through.contains($0.age) }, .compare("age", .lessOrEqual, 18)),
            PredicateCase(
                #Predicate { days.contains($0.joined) },
                .between("joined", .date(days.lowerBound), .date(days.upperBound))),
            PredicateCase(
                #Predicate { (0.0...2.5).contains($0.score) }, .between("score", 0.0, 2.5)),
            PredicateCase(#Predicate { ("A"..."B").contains($0.name) }, .between("name", "A", "B")),
            PredicateCase(
                #Predicate { (0...7).contains($0.small ?? 3) },
                .or([.isNull("small"), .between("small", 0, 7)])),
            PredicateCase(
                #Predicate { ($0.active ? low : high) <= $0.age },
                .or([
                    .and([.compare("active", .equal, true), .compare("age", .greaterOrEqual, 65)]),
                    .and([
                        .not(.compare("active", .equal, true)),
                        .compare("age", .greaterOrEqual, 18),
                    ]),
                ])),
        ]
    }()
}
