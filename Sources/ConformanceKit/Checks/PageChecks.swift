import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Pages and cursors.
    static let pages: [Check] = [
        Check(
            "PAG-01/sizes", "Pages of every size have each record once, in order, both ways.",
            proves: .pagesCoverAll,
            cause: "the record at the end of a page is on the next one too, or on none"
        ) {
            let values: [Value?] = [3, 1, nil, 2, 1, .some(.null), 1, 2, 3]
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            for descending in [false, true] {
                let query = Query(orderedBy: [Order("f", descending: descending)])
                for size in 1...values.count + 1 {
                    try $0.expectPages(query, of: size, in: table.names, values)
                }
            }
        },
        Check(
            "PAG-01/dates", "Pages by date have each record once, however near the dates are.",
            proves: .pagesCoverAll, .datesAreExact,
            cause: "a cursor keeps a date with fewer digits than the record",
            origin: "50 records 0.2 ms apart"
        ) {
            let values: [Value?] = (0..<50).map { number in
                .date(Date(timeIntervalSinceReferenceDate: 7e8 + Double(number * 7 % 50) * 0.0002))
            }
            let table = try FieldCollections(values, kind: .date, in: $0.database)
            for order in [Order.ascending("f"), .descending("f")] {
                try $0.expectPages(Query(orderedBy: [order]), of: 7, in: table.names, values)
            }
        },
        Check(
            "PAG-02/changes-behind", "What changes in pages that were read shifts nothing.",
            proves: .cursorsHoldPlaces,
            cause: "a cursor is an offset"
        ) {
            try $0.expectPaging { transaction, name, page in
                // The first of the page, whose place has been passed.
                try transaction.delete(page[0], in: name)
                let number = 1_000 + (try page[0].decode(as: Int.self))
                try transaction.put(["f": -5], key: try Key(number), in: name)
            }
        },
        Check(
            "PAG-03/ties", "Ties at a page's end are in one page or the next, and once.",
            proves: .pagesCoverAll, .tiesByKey,
            cause: "a page begins behind all records with the value of the last one",
            origin: "WHERE date > :last"
        ) {
            let values: [Value?] = (0..<119).map { .int($0 % 7) }
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            for order in [Order.ascending("f"), .descending("f")] {
                for size in [13, 17] {
                    try $0.expectPages(
                        Query(orderedBy: [order]), of: size, in: table.names, values)
                }
            }
            try $0.expectPages(
                Query(orderedBy: [.ascending("f"), .descending(.key)]), of: 13, in: table.names,
                values)
        },
        Check(
            "PAG-04/deleted", "A cursor holds its place though its record is deleted.",
            proves: .cursorsHoldPlaces,
            cause: "a cursor looks for its record"
        ) {
            try $0.expectPaging { transaction, name, page in
                if let last = page.last { try transaction.delete(last, in: name) }
            }
        },
        Check(
            "PAG-05/nulls", "Records without the value are in one page each, at either end.",
            proves: .pagesCoverAll, .indexedNulls,
            cause: "nothing is greater than null",
            origin: "WHERE x > NULL"
        ) {
            let values: [Value?] = [1, nil, 3, .some(.null), nil, 2, .some(.null), 5, nil, 4]
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            for order in [Order.ascending("f"), .descending("f")] {
                for size in [1, 2, 3, 4] {
                    try $0.expectPages(
                        Query(orderedBy: [order]), of: size, in: table.names, values)
                }
            }
        },
        Check(
            "PAG-06/text", "A cursor is kept as text, and after the storage is opened again.",
            proves: .cursorsAreText,
            cause: "a cursor belongs to an open storage"
        ) {
            let table = try FieldCollections(
                ["b", "\u{E9}", nil, "a", 5, .double(.nan)], in: $0.database)
            let query = Query(orderedBy: [.descending("f")], limit: 2)
            for name in table.names {
                let page = try $0.database.read { try $0.page(query, in: name) }
                guard let next = page.next else {
                    throw CheckFailure("the first page", expected: "another one", got: "none")
                }
                let text = next.description
                try expectEqual(try Cursor(text: text), next, "a cursor from its text")
                if try $0.isPersistent { try $0.reopen() }
                var following = query
                following.position = .after(try Cursor(text: text))
                let keys = try $0.database.read { transaction in
                    try transaction.page(following, in: name).elements.map(\.key)
                }
                try expectEqual(
                    keys, [try Key(3), try Key(4)], "the second page of '\(name)'")
            }
        },
        Check(
            "PAG-07/foreign", "A cursor of another query, or no cursor at all, is refused.",
            proves: .foreignCursors,
            cause: "a cursor does not know its query"
        ) {
            let table = try FieldCollections((0..<9).map { .int($0) }, kind: .int, in: $0.database)
            let base = Query(
                where: .compare("f", .greater, 1), orderedBy: [.ascending("f")], limit: 2)
            try $0.database.read { transaction in
                for name in table.names {
                    guard let cursor = try transaction.page(base, in: name).next else {
                        throw CheckFailure("the first page", expected: "another one", got: "none")
                    }
                    var others = Array(repeating: base, count: 5)
                    others[0].filter = .compare("f", .greater, 2)
                    others[1].orders = [.descending("f")]
                    others[2].orders = []
                    others[3].orders = [.ascending("f"), .ascending(.key)]
                    others[4].filter = .compare("f", .greater, 1.0)
                    for position in [Cursor.Position.after(cursor), .before(cursor)] {
                        for other in others {
                            var query = other
                            query.position = position
                            try expectError(.invalidCursor, "'\(name)' \(query.summary)") {
                                try transaction.records(query, in: name)
                            }
                        }
                        var query = base
                        query.position = position
                        for other in table.names + ["missing"] where other != name {
                            try expectError(.invalidCursor, "the cursor of '\(name)' in '\(other)'")
                            {
                                try transaction.page(query, in: other)
                            }
                        }
                        query.limit = 3
                        _ = try transaction.page(query, in: name)
                    }
                }
            }
        },
        Check(
            "PAG-07/tampered", "A cursor's text that was changed is refused.",
            proves: .foreignCursors,
            cause: "a cursor's text has no checksum"
        ) {
            _ = try FieldCollections((0..<9).map { .int($0) }, in: $0.database)
            let page = try $0.database.read { transaction in
                try transaction.page(Query(orderedBy: [.ascending("f")], limit: 2), in: "plain")
            }
            let text = Array((page.next?.description ?? "").utf8)
            for place in text.indices {
                for other in [UInt8(ascii: "A"), UInt8(ascii: "b"), UInt8(ascii: "!")]
                where other != text[place] {
                    var changed = text
                    changed[place] = other
                    let damaged = String(decoding: changed, as: UTF8.self)
                    try expectError(.invalidCursor, "a cursor with byte \(place) changed") {
                        try Cursor(text: damaged)
                    }
                }
            }
            for damaged in ["", "A", "cursor", String(decoding: text.dropLast(), as: UTF8.self)] {
                try expectError(.invalidCursor, "the cursor '\(damaged)'") {
                    try Cursor(text: damaged)
                }
            }
        },
        Check(
            "PAG-08/previous", "The page before is the same as it was on the way there.",
            proves: .pagesCoverAll,
            cause: "the page before begins at the wrong end of its range"
        ) {
            let values: [Value?] = (0..<23).map { .int($0 * 5 % 23) }
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            let query = Query(
                where: .compare("f", .less, 20), orderedBy: [.descending("f")], limit: 6)
            try $0.database.read { transaction in
                for name in table.names {
                    let first = try transaction.page(query, in: name)
                    var following = query
                    following.position = first.next.map { .after($0) }
                    let second = try transaction.page(following, in: name)
                    following.position = second.previous.map { .before($0) }
                    let back = try transaction.page(following, in: name)
                    try expectEqual(
                        back.elements.map(\.key), first.elements.map(\.key),
                        "the page before the second one of '\(name)'")
                    try expectEqual(back.previous, nil, "what is before the first page")
                    try expectEqual(first.previous, nil, "what is before the first page")
                    following.position = back.next.map { .after($0) }
                    try expectEqual(
                        try transaction.page(following, in: name).elements.map(\.key),
                        second.elements.map(\.key), "there and back and there again in '\(name)'")
                }
            }
        },
        Check(
            "PAG-09/exact", "The last page says so, also if it is a full one.",
            proves: .pageEnds,
            cause: "a full page is never the last one"
        ) {
            let table = try FieldCollections((0..<12).map { .int($0) }, kind: .int, in: $0.database)
            try $0.database.read { transaction in
                for name in table.names {
                    for size in [1, 2, 3, 4, 6, 12] {
                        var query = Query(orderedBy: [.ascending("f")], limit: size)
                        var pages = 1
                        while let next = try transaction.page(query, in: name).next {
                            query.position = .after(next)
                            pages += 1
                            if pages > 12 { break }
                        }
                        try expectEqual(
                            pages, 12 / size, "the pages of \(size) of 12 records in '\(name)'")
                    }
                }
            }
        },
        Check(
            "PAG-10/beyond", "A page beyond the end, or of nothing, is empty.",
            proves: .pageEnds,
            cause: "a page beyond the end is an error, or begins again"
        ) {
            let table = try FieldCollections([1, 2, 3], kind: .int, in: $0.database)
            try $0.database.read { transaction in
                for name in table.names + ["missing"] {
                    for query in [
                        Query(orderedBy: [.ascending("f")], limit: 2, offset: 3),
                        Query(where: .f(7), limit: 2), Query(limit: 1, offset: 100),
                    ] {
                        let page = try transaction.page(query, in: name)
                        try expectEqual(
                            page.elements.map(\.key), [], "a page of '\(name)' \(query.summary)")
                        try expectEqual(page.next, nil, "what follows \(query.summary)")
                    }
                }
            }
        },
        Check(
            "PAG-11/size", "A page has one record at least: other sizes are an error.",
            proves: .pageSizes,
            cause: "a page of no records goes on for ever"
        ) {
            let table = try FieldCollections([1], in: $0.database)
            try $0.database.read { transaction in
                for name in table.names + ["missing"] {
                    for query in [
                        Query(), Query(limit: 0), Query(limit: -1), Query(limit: .min),
                        Query(limit: 1, offset: -1),
                    ] {
                        try expectError(.invalidArgument, "a page of '\(name)' \(query.summary)") {
                            try transaction.page(query, in: name)
                        }
                    }
                    _ = try transaction.page(Query(limit: .max), in: name)
                }
            }
        },
        Check(
            "PAG-12/beside-writers",
            "Records that nobody touches are in one page, whatever is written.",
            proves: .cursorsHoldPlaces, .pagesCoverAll,
            cause: "a cursor is an offset"
        ) { context in
            var generator = SplitMix64(seed: context.generator.next())
            try context.expectPaging { transaction, name, _ in
                for _ in 0..<5 {
                    let number = 1_000 + Int.random(in: 0..<40, using: &generator)
                    let value = Int.random(in: -2..<9, using: &generator)
                    if Bool.random(using: &generator) {
                        try transaction.put(
                            ["f": .integer(value)], key: try Key(number), in: name)
                    } else {
                        try transaction.delete(try Key(number), in: name)
                    }
                }
            }
        },
    ]
}

extension CheckContext {
    /// Fails unless pages of a query in these collections, which have the same values of `f`, are
    /// what an oracle answers.
    fileprivate func expectPages(
        _ query: Query, of size: Int, in names: [String], _ values: [Value?]
    ) throws {
        var oracle = QueryOracle(try CollectionSchema(items))
        for (place, value) in values.enumerated() {
            try oracle.put(Entry(try Key(place), value.map { ["f": $0] } ?? [:]))
        }
        try database.read { transaction in
            for name in names {
                try transaction.expectPages(query, of: size, in: name, oracle)
            }
        }
    }

    /// Fails unless pages have 60 records of seven values once each, in order, while `change`
    /// writes between them: what it puts has keys from 1,000 on.
    fileprivate func expectPaging(
        _ change: (borrowing WriteTransaction, _ name: String, _ page: [Key]) throws -> Void
    ) throws {
        let table = try FieldCollections((0..<60).map { .int($0 % 7) }, in: database)
        let order = (0..<60).sorted { ($0 % 7, $0) < ($1 % 7, $1) }
        for name in table.names {
            for isDescending in [false, true] {
                let places = isDescending ? Array(order.reversed()) : order
                try database.put((0..<60).map { ["f": .integer($0 % 7)] }, in: name)
                var query = Query(
                    orderedBy: [
                        Order("f", descending: isDescending), Order(.key, descending: isDescending),
                    ], limit: 8)
                var seen: [Key] = []
                for _ in 0..<40 {
                    let page = try database.read { try $0.page(query, in: name) }
                    let keys = page.elements.map(\.key)
                    seen += keys
                    guard let next = page.next else { break }
                    query.position = .after(next)
                    try database.write { try change($0, name, keys) }
                }
                let kept = try KeyRange(until: Key(1_000))
                try expectEqual(
                    seen.filter { kept.contains($0.bytes) }, try places.map { try Key($0) },
                    "the pages of '\(name)' \(query.summary), with writes between them")
            }
        }
    }
}
