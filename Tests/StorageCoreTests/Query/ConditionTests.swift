import Foundation
import StorageCore
import Testing

/// Conditions as programs write them, each of which the compiler has to understand quickly.
struct ConditionTests {
    private func check(
        _ condition: Condition<Member>, _ text: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let filter = try condition.filter()
        #expect(filter.description == text, sourceLocation: location)
    }

    @Test func `A property is compared with a constant`() throws {
        try check(\.age == 18, "age == 18")
        try check(\.age != 18, "age != 18")
        try check(\.age < 18, "age < 18")
        try check(\.age <= 18, "age <= 18")
        try check(\.age > -18, "age > -18")
        try check(\.age >= 18, "age >= 18")
        try check(\.id == 3, "$key == 3")
        try check(\.name == "Ann", #"name == "Ann""#)
        try check(\.nick == nil, "nick == null")
        try check(\.nick != nil, "nick != null")
        try check(\.nick == "x", #"nick == "x""#)
        try check(\.small == -1, "small == -1")
        try check(\.score >= 2.5, "score >= 2.5")
        try check(\.score < 3, "score < 3.0")
        try check(\.rating == 0.5, "rating == 0.5")
        try check(\.active == true, "active == true")
        try check(\.flag != false, "flag != false")
        try check(\.level == .middle, "level == 2")
        try check(\.tags == ["x", "y"], #"tags == ["x","y"]"#)
        try check(\.address.city == "Rome", #"address.city == "Rome""#)
        try check(\.home?.city != "Rome", #"home.city != "Rome""#)
    }

    @Test func `Conditions are joined and turned around`() throws {
        try check(!(\.age > 18), "not age > 18")
        try check(\.age >= 18 && \.age < 65, "age >= 18 and age < 65")
        try check(\.age < 18 || \.age >= 65, "age < 18 or age >= 65")
        try check(
            \.age >= 18 && \.active == true && \.name != "",
            #"age >= 18 and active == true and name != """#)
        try check(
            (\.age >= 18 || \.flag == true) && \.name == "Ann",
            #"(age >= 18 or flag == true) and name == "Ann""#)
        try check(
            \.age >= 18 && (\.name == "Ann" || \.name == "Bob"),
            #"age >= 18 and (name == "Ann" or name == "Bob")"#)
        try check(
            !(\.age < 18 || \.active == false), "not (age < 18 or active == false)")
        try check(
            \.age >= 18 && \.age < 65 && \.score > 1.5 && \.score < 9.5 && \.active == true,
            "age >= 18 and age < 65 and score > 1.5 and score < 9.5 and active == true")
        try check(
            \.name == "a" || \.name == "b" || \.name == "c" || \.name == "d" || \.name == "e",
            #"name == "a" or name == "b" or name == "c" or name == "d" or name == "e""#)
        try check(
            \.nick != nil && \.small == nil || \.rating != nil,
            "nick != null and small == null or rating != null")
        try check(
            !(\.age > 18) && !(\.score > 0) && \.id != 1,
            "not age > 18 and not score > 0.0 and $key != 1")
    }

    @Test func `Strings, lists, ranges and arrays are asked for what they have`() throws {
        try check(.hasPrefix(\.name, "A"), #"name startsWith "A""#)
        try check(
            .hasPrefix(\.nick, "a", caseInsensitive: true), #"nick startsWith "a" caseInsensitive"#)
        try check(.hasSuffix(\.name, "n"), #"name endsWith "n""#)
        try check(.contains(\.name, "nn"), #"name containsText "nn""#)
        try check(
            .equals(\.name, "ann", caseInsensitive: true), #"name equals "ann" caseInsensitive"#)
        try check(.isIn(\.age, [1, 2, 3]), "age in [1, 2, 3]")
        try check(.isIn(\.name, ["Ann", "Bob"]), #"name in ["Ann", "Bob"]"#)
        try check(.isIn(\.level, [.low, .high]), "level in [3, 1]")
        try check(.isBetween(\.age, 18...65), "age >= 18 and age <= 65")
        try check(.isBetween(\.age, 18..<65), "age >= 18 and age < 65")
        try check(.isBetween(\.score, 0...2.5), "score >= 0.0 and score <= 2.5")
        try check(.contains(\.tags, "x"), #"any tags ($element == "x")"#)
        try check(.contains(\.gaps, nil), "any gaps ($element == null)")
        try check(.any(\.tags, .greater, "x"), #"any tags ($element > "x")"#)
    }

    @Test func `All of them go together`() throws {
        try check(
            \.age >= 18 && .hasPrefix(\.name, "A"), #"age >= 18 and name startsWith "A""#)
        try check(
            .hasPrefix(\.name, "A") && !.contains(\.tags, "x"),
            #"name startsWith "A" and not any tags ($element == "x")"#)
        try check(
            \.active == true && (.isIn(\.age, [17, 18]) || .isBetween(\.age, 60...70))
                && \.nick != nil,
            "active == true and (age in [17, 18] or age >= 60 and age <= 70) and nick != null")
        try check(
            \.level != .low && \.address.city == "Rome" && .contains(\.name, "n") || \.id == 7,
            #"level != 3 and address.city == "Rome" and name containsText "n" or $key == 7"#)
        try check(
            try .predicate(#Predicate { $0.age > 3 }) && \.active == true,
            "age > 3 and active == true")
    }
}
