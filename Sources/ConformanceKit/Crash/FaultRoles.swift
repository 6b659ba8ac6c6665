import StorageCore

extension Role {
    /// Runs as many commits as the first number says, as many attempts as the second one says while
    /// the fault is in force, and as many commits as the third one says when it is over. A fourth
    /// number that is not 0 says that it then waits to be killed.
    ///
    /// What is refused is tried again. After each attempt the records must be those of the commits
    /// that were acknowledged.
    static let suffers = Role("suffers") { stage in
        let numbers = stage.request.numbers
        let workload = Workload(seed: stage.request.seed, size: .small)
        var database = try stage.open()
        var next = 1
        for _ in 0..<numbers[0] {
            try workload.commit(next, to: database)
            try stage.say(.acknowledged(next))
            next += 1
        }
        try stage.say(.armed)
        for _ in 0..<numbers[1] {
            if try stage.attempt(next, workload, database) { next += 1 }
            _ = try workload.isReadable(database, after: next - 1)
        }
        try stage.say(.disarmed)
        // A storage that cannot know any more what is on disk may ask to be opened again.
        if try !workload.isReadable(database, after: next - 1) {
            try stage.close(database)
            database = try stage.open()
            try workload.judge(
                database, allowed: next - 1...next - 1,
                "a storage that was opened again after "
                    + "a call of the system failed")
        }
        for _ in 0..<numbers[2] {
            if try !stage.attempt(next, workload, database) {
                try stage.close(database)
                database = try stage.open()
                try workload.commit(next, to: database)
                try stage.say(.acknowledged(next))
            }
            next += 1
        }
        if numbers[3] == 1 {
            try stage.say(.reached(0))
            stage.waitForSignal()
        }
        try database.close()
    }

    /// Opens the storage and reads all records, while the fault is in force.
    static let opensAndReads = Role("opensAndReads") { stage in
        let workload = Workload(seed: stage.request.seed)
        let commits = stage.request.numbers[0]
        let database: Database
        do {
            database = try stage.open()
        } catch let error as StorageError {
            return try stage.say(.refused(0, code: error.code.description))
        }
        try stage.say(.armed)
        do {
            try workload.judge(
                database, allowed: commits...commits, "a storage while calls of the system fail")
            try stage.say(.acknowledged(commits))
        } catch let error as StorageError {
            try stage.say(.refused(commits, code: error.code.description))
        }
        try stage.say(.disarmed)
        if try !workload.isReadable(database, after: commits) {
            try stage.say(.note("it has to be opened again"))
        }
        try stage.close(database)
    }
}

extension Stage {
    /// Tries a commit, and says what came of it.
    fileprivate func attempt(
        _ number: Int, _ workload: Workload, _ database: Database
    ) throws -> Bool {
        try say(.began(number))
        do {
            try workload.commit(number, to: database)
            try say(.acknowledged(number))
            return true
        } catch let error as StorageError {
            try say(.refused(number, code: error.code.description))
            return false
        }
    }

    /// Closes a storage. If that fails, the storage is closed all the same, as the contract says.
    fileprivate func close(_ database: Database) throws {
        do throws(StorageError) {
            try database.close()
        } catch {
            try say(.note("close: \(error)"))
        }
    }
}

extension Workload {
    /// Fails if the database answers with anything but what is there after a commit.
    ///
    /// - Returns: False if it refuses to answer, which is no wrong answer.
    fileprivate func isReadable(_ database: Database, after number: Int) throws -> Bool {
        do {
            try judge(
                database, allowed: number...number, "a storage for which calls of the system fail")
            return true
        } catch is StorageError {
            return false
        }
    }
}
