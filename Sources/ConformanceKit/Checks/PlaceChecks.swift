import StorageCore

extension Check {
    /// Where storages are, and who else opens them.
    static let places: [Check] = [
        Check(
            "UNI-16/places", "A storage is where it is asked for, whatever its folder is called.",
            proves: .placesAreApart, .committedStays,
            requires: .persistent,
            cause: "a path is taken for a URL, or decoded once too often",
            origin: "URL.path of Foundation decodes %2F, and cuts at # and ?"
        ) {
            let names = [
                "a b", "a%20b", "100%", "a%2Fb", "a?b=c", "a#b", "a+b", "d\u{E9}j\u{E0}",
                "\u{65E5}\u{672C}", "a\nb", "a;b", "'a'", "\"a\"", "~",
            ]
            for (number, name) in names.enumerated() {
                let database = try $0.openOther(in: name)
                try expectEqual(
                    try database.count(), 0, "a new storage in a folder \(readable(name))")
                try database.put(.number(number), try Key(1))
                try database.close()
            }
            for (number, name) in names.enumerated() {
                let database = try $0.openOther(in: name)
                try expectEqual(
                    try database.entries(), [Entry(try Key(1), .number(number))],
                    "a storage in a folder \(readable(name)), opened again")
                try database.close()
            }
        },
        Check(
            "LIF-06/at-once", "Of several that open one place at once one gets it.",
            proves: .oneOpening,
            requires: .persistent,
            cause: "who looks whether a place is open, and then opens it, is not alone",
            origin: "two connections that each made the file of a new database"
        ) { context in
            let entries = try [Entry].numbers(0..<10)
            try context.database.put(entries)
            for round in 0..<10 {
                try context.close()
                let outcomes = await context.openAtOnce(8)
                let opened = outcomes.compactMap { outcome in
                    if case .success(let storage) = outcome { storage } else { nil }
                }
                for storage in opened { try storage.close() }
                try expectEqual(
                    opened.count, 1, "the storages of eight that open at once, round \(round)")
            }
            try context.expectContent(entries, "after openings at once")
        },
        Check(
            "LIF-13/retry", "A place that was refused can be opened once it is free.",
            proves: .failedOpenings, .oneOpening,
            requires: .persistent,
            cause: "an opening that fails leaves its mark on the place"
        ) {
            try $0.database.put(.number(1), try Key(1))
            let context = $0
            for round in 0..<5 {
                do {
                    try context.openAgain().close()
                } catch is StorageError {
                    // Another check is about the refusal.
                }
                try context.close()
                _ = try expectSuccess("opening a place that was refused, round \(round)") {
                    try context.database
                }
                try context.expectContent(
                    [Entry(try Key(1), .number(1))], "after a refused opening, round \(round)")
            }
        },
    ]
}
