import StorageCore

extension Check {
    /// Scans while the transaction writes: a scan goes from entry to entry.
    static let iteration: [Check] = [
        Check(
            "ITR-01/end", "A scan ends after the last entry, and calls its body no more.",
            proves: .scanStops, .scanVisitsAll,
            cause: "a scan begins again at its end"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<130))
            for reversed in [false, true] {
                var calls = 0
                try database.read { transaction in
                    try transaction.scan(in: items, reversed: reversed) { _, _ in
                        calls += 1
                        return true
                    }
                }
                try expectEqual(calls, 130, "calls of the body, reversed: \(reversed)")
            }
        },
        Check(
            "ITR-06/thrown", "An error thrown in a scan comes out unchanged and leaves no trace.",
            proves: .bodyErrors,
            cause: "the error of a scan's body is hidden"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<100))
            try expectStop("a scan whose body throws") {
                try database.read { try $0.scan(in: items) { _, _ in throw Stop() } }
            }
            try expectStop("a scan whose body throws, in a write") {
                try database.write {
                    try $0.scan(in: items, reversed: true) { _, _ in throw Stop() }
                }
            }
            try database.put(.number(100), try Key(100))
            try expectEqual(try database.count(), 101, "count after scans that threw")
        },
        Check(
            "ITR-06/thrown-in-get", "An error thrown in get's body comes out unchanged.",
            proves: .bodyErrors,
            cause: "the error of a get's body is hidden"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<10))
            let key = try Key(3)
            try expectStop("a get whose body throws") {
                try storage.reading {
                    _ = try $0.get(key.bytes.span, in: handle) { _ in throw Stop() }
                }
            }
            try expectStop("a get whose body throws, in a write") {
                try storage.writing {
                    _ = try $0.get(key.bytes.span, in: handle) { _ in throw Stop() }
                }
            }
            try expectEqual(
                try storage.reading { try $0.record(key, in: handle) }, .number(3),
                "get after gets that threw")
        },
        Check(
            "ITR-06/abandoned", "A thousand scans that stop early hold nothing up.",
            proves: .scansLetGo,
            cause: "an abandoned scan keeps its cursor, statement or reader slot",
            origin: "readers left open that fill the 126 slots of LMDB"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<20))
            for _ in 0..<1_000 {
                try database.read { try $0.scan(in: items) { _, _ in false } }
            }
            try database.put(.number(20), try Key(20))
            try expectEqual(try database.count(), 21, "count after abandoned scans")
        },
        Check(
            "ITR-07/delete-current", "Deleting the entry at hand leaves the scan on its way.",
            proves: .scanIsLive,
            cause: "a cursor that loses its entry begins again, or skips the next one",
            origin: "LMDB cursors that stand on the next entry after a delete"
        ) {
            try $0.expectVisits(
                Array(0..<300), left: [], "each deleted when it is visited", deleting: 0)
        },
        Check(
            "ITR-07/delete-ahead", "What is deleted ahead of a scan is not visited.",
            proves: .scanIsLive,
            cause: "a scan visits a copy made at its begin, not what the transaction holds"
        ) {
            let even = (0..<300).filter { $0 % 2 == 0 }
            try $0.expectVisits(even, left: even, "each deleting the next", deleting: 1)
        },
        Check(
            "ITR-07/delete-behind", "Deleting behind a scan leaves it on its way.",
            proves: .scanIsLive,
            cause: "a scan counts positions, which a delete behind it shifts",
            origin: "offsets in place of keys"
        ) {
            try $0.expectVisits(
                Array(0..<300), left: [299], "each deleting the one before", deleting: -1)
        },
        Check(
            "ITR-07/delete-range-ahead", "A range deleted ahead of a scan is not visited.",
            proves: .scanIsLive,
            cause: "a scan visits a copy made at its begin, not what the transaction holds"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<300))
            var seen: [Key] = []
            try storage.writing { driver in
                try driver.scan(.all, in: handle, reversed: false) { key, _ in
                    let key = try Key(lent: key.copy())
                    seen.append(key)
                    if seen.count == 10 {
                        _ = try driver.delete(
                            KeyRange(after: key, until: try Key(290)), in: handle)
                    }
                    return true
                }
            }
            try expectEqual(
                seen, try (Array(0..<10) + Array(290..<300)).map { try Key($0) },
                "visits of a scan that deletes the range ahead")
        },
        Check(
            "ITR-08/insert-ahead", "What is put ahead of a scan is visited, in its place.",
            proves: .scanIsLive,
            cause: "a scan visits a copy made at its begin, not what the transaction holds",
            origin: """
                an open statement of SQLite that sees later inserts of its connection, or does \
                not
                """
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try (0..<50).map { Entry(try Key($0 * 10), .number($0)) })
            for reversed in [false, true] {
                let step = reversed ? -5 : 5
                var seen: [Key] = []
                try storage.rolledBack { driver in
                    try driver.scan(.all, in: handle, reversed: reversed) { key, _ in
                        let key = try Key(lent: key.copy())
                        seen.append(key)
                        let number = try key.decode(as: Int.self)
                        if number % 10 == 0 {
                            try driver.put(Entry(try Key(number + step), .number(-1)), in: handle)
                        }
                        return true
                    }
                }
                let numbers = (0..<50).flatMap { [$0 * 10, $0 * 10 + step] }
                try expectEqual(
                    seen, try numbers.sorted { reversed ? $0 > $1 : $0 < $1 }.map { try Key($0) },
                    "visits of a scan that puts ahead, reversed: \(reversed)")
            }
        },
        Check(
            "ITR-08/insert-behind", "What is put behind a scan is not visited, and nothing twice.",
            proves: .scanIsLive, .scanVisitsAll,
            cause: "a scan counts positions, so that an insert behind it shows an entry twice"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(
                try (0..<200).map { Entry(try Key($0 * 10), .number($0)) })
            for reversed in [false, true] {
                var seen: [Key] = []
                try storage.rolledBack { driver in
                    try driver.scan(.all, in: handle, reversed: reversed) { key, _ in
                        let key = try Key(lent: key.copy())
                        seen.append(key)
                        let number = try key.decode(as: Int.self)
                        for step in 1...3 {
                            let behind = number + (reversed ? step : -step)
                            try driver.put(Entry(try Key(behind), .number(-1)), in: handle)
                        }
                        return true
                    }
                }
                let numbers = (0..<200).map { $0 * 10 }
                try expectEqual(
                    seen, try (reversed ? numbers.reversed() : numbers).map { try Key($0) },
                    "visits of a scan that puts behind, reversed: \(reversed)")
            }
        },
        Check(
            "ITR-08/overwrite", "Overwriting entries in a scan shows each once, as it is then.",
            proves: .scanIsLive,
            cause: "a scan shows records as they were when it began"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<200))
            var seen: [Entry] = []
            try storage.writing { driver in
                try driver.scan(.all, in: handle, reversed: false) { key, record in
                    let entry = try Entry(lentKey: key, record)
                    seen.append(entry)
                    let number = try entry.key.decode(as: Int.self)
                    try driver.put(Entry(entry.key, .sized(number * 7)), in: handle)
                    try driver.put(Entry(try Key(199), .number(-number)), in: handle)
                    return true
                }
            }
            var expected = try [Entry].numbers(0..<199)
            expected.append(Entry(try Key(199), .number(-198)))
            try expectEqual(seen, expected, "visits of a scan that overwrites")
        },
        Check(
            "ITR-08/rolled-back", "A scan goes on with what a rolled-back savepoint leaves.",
            proves: .scanIsLive, .savepointTakesBack,
            cause: "a savepoint that is rolled back closes the engine's cursors",
            origin: "ROLLBACK TO of SQLite ends the statements that are running"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<100))
            var seen: [Key] = []
            try storage.writing { driver in
                try driver.scan(.all, in: handle, reversed: false) { key, _ in
                    seen.append(try Key(lent: key.copy()))
                    if seen.count % 10 == 0 {
                        try driver.savepoint()
                        _ = try driver.delete(.all, in: handle)
                        try driver.rollBackToSavepoint()
                    }
                    return true
                }
            }
            try expectEqual(
                seen, try (0..<100).map { try Key($0) }, "visits of a scan with rolled-back deletes"
            )
        },
        Check(
            "ITR-10/scan-in-scan",
            "A scan runs inside another one, and neither disturbs the other.",
            proves: .bodiesMayCall,
            cause: "one cursor, statement or buffer for all scans of a transaction",
            origin: "a cached statement that is reset by its second use"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<40))
            let keys = try (0..<40).map { try Key($0) }
            for writing in [false, true] {
                var pairs = 0
                var outer: [Key] = []
                try storage.either(writing) { driver in
                    try driver.scan(.all, in: handle, reversed: false) { key, _ in
                        let key = try Key(lent: key.copy())
                        outer.append(key)
                        let inner = try driver.entries(
                            KeyRange(through: key), in: handle, reversed: true)
                        try expectEqual(
                            inner.map(\.key), keys.filter { $0 <= key }.reversed(),
                            "the inner scan through \(readable(key)), in a write: \(writing)")
                        pairs += inner.count
                        return true
                    }
                }
                try expectEqual(outer, keys, "the outer scan, in a write: \(writing)")
                try expectEqual(pairs, 820, "pairs of keys, in a write: \(writing)")
            }
        },
        Check(
            "ITR-10/other-calls", "Get, count and collection names work inside get and scan.",
            proves: .bodiesMayCall,
            cause: "one cursor, statement or buffer for all calls of a transaction"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<40))
            for writing in [false, true] {
                try storage.either(writing) { driver in
                    try driver.expectReentrant(handle, "in a write: \(writing)")
                }
            }
        },
        Check(
            "ITR-18/bytes-under-scan", "Bytes that scan lends do not change while its body writes.",
            proves: .lentBytesStay,
            cause: "the bytes lent by a scan are the engine's page, which a write changes",
            origin: "pages of LMDB that change under a cursor"
        ) {
            let storage = try $0.storage
            let entries = try (0..<60).map { Entry(try Key("key \($0 + 100)"), .sized(3_000 + $0)) }
            let handle = try storage.fill(entries)
            var seen = 0
            try storage.writing { driver in
                try driver.scan(.all, in: handle, reversed: false) { key, record in
                    let entry = try Entry(lentKey: key, record)
                    try expectEqual(
                        [entry], Array(entries.dropFirst(seen).prefix(1)),
                        "the entry lent by scan")
                    try driver.put(Entry(entry.key, .number(seen)), in: handle)
                    try driver.delete(entry.key, in: handle)
                    for number in 0..<20 {
                        try driver.put(
                            Entry(try Key("a\(seen) \(number)"), .sized(900)), in: handle)
                    }
                    try expectEqual(
                        key.copy(), entry.key.bytes, "the key lent by scan, after writes")
                    try expectEqual(
                        record.copy(), entry.record.bytes, "the record lent by scan, after writes")
                    seen += 1
                    return true
                }
            }
            try expectEqual(seen, 60, "visits of a scan that deletes what it visits")
        },
        Check(
            "ITR-11/agree", "Get, contains, scan and count agree on every entry.",
            proves: .readsAgree,
            cause: "get looks at another copy than scan does"
        ) { context in
            let database = try context.database
            let numbers = (0..<400).filter { _ in Bool.random(using: &context.generator) }
            try database.put(try numbers.map { Entry(try Key($0), .number($0)) })
            try context.expectContent(
                try numbers.map { Entry(try Key($0), .number($0)) }, "a random half of the keys")
            for number in 0..<400 where !numbers.contains(number) {
                try expectEqual(
                    try database.record(try Key(number)), nil, "get of the missing key \(number)")
                try expectEqual(
                    try database.read { try $0.contains(try Key(number), in: items) }, false,
                    "contains of the missing key \(number)")
            }
        },
    ]
}

extension CheckContext {
    /// Fails unless a scan of 300 entries that deletes, at each, the one `offset` further on visits
    /// these positions and leaves those, in both directions.
    fileprivate func expectVisits(
        _ visited: [Int], left: [Int], _ subject: String, deleting offset: Int
    ) throws {
        let handle = try storage.fill(try [Entry].numbers(0..<300))
        let keys = try (0..<300).map { try Key($0) }
        for reversed in [false, true] {
            let order = reversed ? keys.reversed() : keys
            var seen: [Key] = []
            try storage.rolledBack { driver in
                try driver.scan(.all, in: handle, reversed: reversed) { key, _ in
                    let key = try Key(lent: key.copy())
                    seen.append(key)
                    let target = (order.firstIndex(of: key) ?? 0) + offset
                    if order.indices.contains(target) {
                        try driver.delete(order[target], in: handle)
                    }
                    return true
                }
                try expectEqual(
                    seen, visited.map { order[$0] },
                    "visits of a scan, \(subject), reversed: \(reversed)")
                try expectEqual(
                    try driver.entries(in: handle).map(\.key), left.map { order[$0] }.sorted(),
                    "what a scan leaves, \(subject), reversed: \(reversed)")
            }
        }
    }
}

extension ReadDriver {
    /// Fails unless calls inside of get and scan see what calls outside see.
    fileprivate func expectReentrant(_ handle: CollectionHandle, _ subject: String) throws {
        let (first, second) = (try Key(3), try Key(30))
        _ = try get(first.bytes.span, in: handle) { lent in
            try expectEqual(
                try record(second, in: handle), .number(30), "get inside get, \(subject)")
            try expectEqual(try count(.all, in: handle), 40, "count inside get, \(subject)")
            try expectEqual(
                try entries(in: handle).count, 40, "scan inside get, \(subject)")
            try expectEqual(
                try collection(named: items), handle, "collection inside get, \(subject)")
            try expectEqual(
                lent.copy(), Record.number(3).bytes, "bytes lent by get, \(subject)")
        }
        var visits = 0
        try scan(.all, in: handle, reversed: true) { key, _ in
            let key = try Key(lent: key.copy())
            let number = try key.decode(as: Int.self)
            try expectEqual(
                try record(key, in: handle), .number(number), "get inside scan, \(subject)")
            try expectEqual(
                try count(KeyRange(until: key), in: handle), number,
                "count inside scan, \(subject)")
            visits += 1
            return true
        }
        try expectEqual(visits, 40, "visits of a scan with calls inside, \(subject)")
    }
}
