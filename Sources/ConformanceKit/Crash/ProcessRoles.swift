import StorageCore

extension Role {
    /// Opens the storage, puts record 1, and puts record 2 and closes it when told so.
    static let holds = Role("holds") { stage in
        let database = try stage.open()
        try database.put(.number(1), try Key(1))
        try stage.say(.reached(0))
        stage.waitForSignal()
        try database.put(.number(2), try Key(2))
        try database.close()
    }

    /// Begins a writing transaction, puts record 2, and commits when told so.
    static let writes = Role("writes") { stage in
        let database = try stage.open()
        try database.write { transaction in
            try transaction.put(.number(2), key: try Key(2), in: items)
            try stage.say(.reached(0))
            stage.waitForSignal()
        }
        try database.close()
    }

    /// Holds as many snapshots as told, until it is killed.
    static let reads = Role("reads") { stage in
        let database = try stage.open()
        var drivers: [any ReadDriver] = []
        for _ in 0..<stage.request.numbers[0] { drivers.append(try database.storage.beginRead()) }
        try stage.say(.reached(0))
        stage.waitForSignal()
        for driver in drivers { driver.end() }
        try database.close()
    }

    /// Reads a number until it is the one that is named. It may never become less.
    static let watches = Role("watches") { stage in
        let database = try stage.open()
        let target = stage.request.numbers[0]
        try stage.say(.reached(0))
        let deadline = ContinuousClock.now + stage.request.effort.timeLimit / 4
        var last = 0
        while last < target {
            let number = try database.counter()
            try expect(
                number >= last, "a number that only grows, read by another process",
                "at least \(last), which was there before", got: "\(number)")
            try expect(
                ContinuousClock.now < deadline,
                "a commit that another process has acknowledged", "that it is seen: \(target)",
                got: "\(number)")
            last = number
        }
        try database.close()
    }

    /// Adds one to a number as often as told, with the storage open all the time.
    static let increments = Role("increments") { stage in
        let database = try stage.open()
        try stage.say(.reached(0))
        stage.waitForSignal()
        for _ in 0..<stage.request.numbers[0] { try database.increment() }
        try database.close()
    }

    /// Adds one to a number as often as told, and opens and closes the storage each time.
    static let takesTurns = Role("takesTurns") { stage in
        try stage.say(.reached(0))
        stage.waitForSignal()
        for _ in 0..<stage.request.numbers[0] {
            try incrementInTurn(patience: stage.request.effort.timeLimit / 4) { try stage.open() }
        }
    }

    /// Copies its process with the storage open, and uses it in both.
    static let forks = Role("forks") { stage in
        let database = try stage.open()
        try database.put(.number(1), try Key(1))
        let end = try inForkedCopy(seconds: 20) {
            do {
                let isRight = try database.record(try Key(1)) == .number(1)
                try database.put(.number(2), try Key(2))
                try database.close()
                return isRight ? 1 : 2
            } catch {
                return isClosed(database) ? 0 : 3
            }
        }
        let wasWritten = end == .exit(1)
        try expect(
            wasWritten || end == .exit(0), "a storage in a forked copy of the process",
            "that it is refused, or answers as in the process itself",
            got: end == .exit(2)
                ? "another record"
                : end == .exit(3) ? "an error of close()" : "\(Crash(end, words: ""))")
        try database.put(.number(3), try Key(3))
        try database.expectNumbers(
            wasWritten ? [1, 2, 3] : [1, 3], "a storage after its process was copied")
        try stage.say(.reached(wasWritten ? 1 : 0))
        try database.close()
    }
}

/// Opens the storage, adds one to a number, and closes it. While others have it, it waits.
func incrementInTurn(patience: Duration, _ open: () throws -> Database) throws {
    let deadline = ContinuousClock.now + patience
    while true {
        do {
            let database = try open()
            try database.increment()
            try database.close()
            return
        } catch let error as StorageError
            where [.locked, .busy].contains(error.code) && ContinuousClock.now < deadline
        {
            // Another process has the storage now.
            continue
        }
    }
}

private func isClosed(_ database: Database) -> Bool {
    do {
        try database.close()
        return true
    } catch {
        return false
    }
}

extension Database {
    /// The number that processes count up.
    func counter() throws -> Int {
        guard case .int(let number)? = try record(try Key("counter"))?.value(of: "n") else {
            return 0
        }
        return Int(number)
    }

    /// Adds one to the number.
    func increment() throws {
        try write { transaction in
            let key = try Key("counter")
            let record = try transaction.record(key)
            guard case .int(let number) = try record?.value(of: "n") ?? .int(0) else {
                throw CheckFailure(
                    "the counter", expected: "a number", got: readable(record ?? [:]))
            }
            try transaction.put(.number(Int(number) + 1), key: key, in: items)
        }
    }

    /// Fails unless the records are those of these numbers, each under its own key.
    func expectNumbers(_ numbers: [Int], _ subject: String) throws {
        try expectEqual(
            try entries(), try numbers.map { Entry(try Key($0), .number($0)) }, subject)
    }
}
