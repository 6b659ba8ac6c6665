import StorageCore

extension Role {
    /// Runs the commits of a workload from one to another, and says when each is begun and when it
    /// has returned. Within the commit of the third number, unless that is 0, it waits to be killed.
    /// A fourth number says that records are to be small.
    static let commits = Role("commits") { stage in
        let numbers = stage.request.numbers
        let workload = Workload(
            seed: stage.request.seed, size: numbers.count > 3 ? .small : .mixed)
        try stage.say(.reached(0))
        let database = try stage.open()
        for number in numbers[0]..<numbers[1] + 1 {
            try stage.say(.began(number))
            try workload.commit(number, to: database) {
                guard numbers.dropFirst(2).first == number else { return }
                try stage.say(.reached(number))
                stage.waitForSignal()
            }
            try stage.say(.acknowledged(number))
        }
        try database.close()
    }

    /// Creates a storage, and commits once.
    static let creates = Role("creates") { stage in
        let workload = Workload(seed: stage.request.seed)
        try stage.say(.reached(0))
        let database = try stage.open()
        try workload.commit(1, to: database)
        try stage.say(.acknowledged(1))
        try database.close()
    }

    /// Commits once more, and closes the storage.
    static let closes = Role("closes") { stage in
        let numbers = stage.request.numbers
        let workload = Workload(seed: stage.request.seed)
        let database = try stage.open()
        try workload.commit(numbers[0], to: database)
        try stage.say(.acknowledged(numbers[0]))
        try database.close()
    }

    /// Creates an index over the records that are there.
    static let indexes = Role("indexes") { stage in
        let database = try stage.open()
        try stage.say(.reached(0))
        try database.write { transaction in
            try transaction.createIndex(
                IndexSchema("f", [IndexPart("f"), IndexPart("g", descending: true)]), in: items)
        }
        try stage.say(.acknowledged(0))
        try database.close()
    }
}

extension [Word] {
    /// The number of the last commit that was acknowledged, or `other` if none was.
    func lastAcknowledged(or other: Int) -> Int {
        reduce(other) { last, word in
            if case .acknowledged(let number) = word { number } else { last }
        }
    }
}
