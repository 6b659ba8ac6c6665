import SeededNumbers

/// Every moment of a recording at which the power can go, and what is left then.
struct PowerLossTrial {
    /// What is left, and what has to be found in it.
    struct Case {
        /// How many operations had taken place.
        let moment: Int
        let state: CrashState
        /// The last commit that was acknowledged.
        let acknowledged: Int
        /// The last commit that was begun.
        let began: Int
    }

    private let recording: Recording
    private let loss: PowerLoss
    private let base: String?
    private let seed: UInt64

    init(_ recording: Recording, _ loss: PowerLoss, base: String?, seed: UInt64) {
        self.recording = recording
        self.loss = loss
        self.base = base
        self.seed = seed
    }

    /// Calls `body` with up to `limit` different cases, chosen by the seed.
    ///
    /// - Parameters:
    ///   - limit: How many.
    ///   - scratch: Two folders that are there and empty.
    ///   - body: Gets each case, and what is on disk at its moment.
    /// - Returns: How many there were.
    /// - Throws: The error of `body`, or the system's failure.
    func forEachCase(
        limit: Int, scratch: (String, String), _ body: (Case, DiskImage) throws -> Void
    ) throws -> Int {
        var total = 0
        try visit(scratch.0) { _, _ in total += 1 }
        var generator = SplitMix64(seed: seed &+ 1)
        var (left, wanted) = (total, min(limit, total))
        try visit(scratch.1) { found, image in
            // Each case has the same chance: as many are wanted of as many that are left.
            let isChosen = Int.random(in: 0..<left, using: &generator) < wanted
            left -= 1
            guard isChosen else { return }
            wanted -= 1
            try body(found, image)
        }
        return min(limit, total)
    }

    private func visit(_ scratch: String, _ body: (Case, DiskImage) throws -> Void) throws {
        var generator = SplitMix64(seed: seed)
        var image = try DiskImage(recording, scratch: scratch, base: base)
        var (acknowledged, began) = (0, 0)
        var seen: Set<String> = []
        for (index, operation) in recording.operations.enumerated() {
            try image.apply(operation, at: index)
            switch operation {
            case .word(.acknowledged(let number)): acknowledged = number
            case .word(.began(let number)): began = number
            case .opened, .word, .mapped: continue
            default: break
            }
            for state in loss.states(image, using: &generator) {
                let name = "\(acknowledged) \(image.fingerprint(of: state))"
                guard seen.insert(name).inserted else { continue }
                try body(
                    Case(
                        moment: index + 1, state: state, acknowledged: acknowledged, began: began),
                    image)
            }
        }
    }
}
