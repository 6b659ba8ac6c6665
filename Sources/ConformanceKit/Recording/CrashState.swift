import SeededNumbers

/// What of the changes took place that were not synchronized when the power went.
struct CrashState: Equatable {
    /// What is on disk of a pending change of content.
    enum Part: UInt8 {
        case whole
        case dropped
        /// The file has grown, and what was to be there is zeros.
        case zeros
        /// The first sectors of a write.
        case beginning
        /// The last sectors of a write.
        case end
    }

    /// How many of the pending changes of names, in their order, which a journal of the file system
    /// keeps.
    let names: Int

    /// What there is of each pending change of content.
    let data: [Part]
}

/// Ways to lose power.
enum PowerLoss: Int {
    /// Everything took place, as when only the process ends.
    case everything
    /// No content that was not synchronized is there.
    case nothing
    /// Any of it is there.
    case anything
    /// The last write is there in part.
    case torn
    /// Names that were not synchronized are as they were before.
    case oldNames
    /// Files have grown, and hold zeros.
    case zeros

    /// The states to which it can lead at one moment.
    func states(
        _ image: DiskImage, using generator: inout SplitMix64
    ) -> [CrashState] {
        let (names, count) = (image.nameChanges.count, image.data.count)
        func state(_ data: [CrashState.Part], names: Int = names) -> CrashState {
            CrashState(names: names, data: image.possible(data))
        }
        let whole = [CrashState.Part](repeating: .whole, count: count)
        let dropped = [CrashState.Part](repeating: .dropped, count: count)
        switch self {
        case .everything: return [state(whole)]
        case .nothing: return [state(dropped)]
        case .anything: return Self.subsets(count, using: &generator).map { state($0) }
        case .torn:
            guard let last = image.data.lastIndex(where: \.isWrite) else { return [] }
            return [CrashState.Part.beginning, .end].map { part in
                var data = whole
                data[last] = part
                return state(data)
            }
        case .oldNames:
            return (0..<names).flatMap { [state(whole, names: $0), state(dropped, names: $0)] }
        case .zeros:
            guard let last = image.data.lastIndex(where: \.isWrite) else { return [] }
            var tail = whole
            tail[last] = .zeros
            return [state(tail), state(dropped.map { _ in .zeros })]
        }
    }

    /// All subsets of a few changes, or some of many.
    private static func subsets(
        _ count: Int, using generator: inout SplitMix64
    ) -> [[CrashState.Part]] {
        guard count > 4 else {
            return (0..<1 << count).map { bits in
                (0..<count).map { bits & 1 << $0 == 0 ? .dropped : .whole }
            }
        }
        var subsets: [[CrashState.Part]] = []
        for _ in 0..<6 {
            subsets.append(
                (0..<count).map { _ in Bool.random(using: &generator) ? .whole : .dropped })
        }
        // The last change without the ones before it: what a commit record does that is not ordered
        // behind its data.
        subsets.append((0..<count).map { $0 == count - 1 ? .whole : .dropped })
        return subsets
    }
}

extension DiskImage.PendingData {
    fileprivate var isWrite: Bool {
        if case .write = operation { true } else { false }
    }
}

extension DiskImage {
    /// The parts, but for those that cannot be there: what was written after a file was cut off
    /// needs the room that the cut set free.
    fileprivate func possible(_ parts: [CrashState.Part]) -> [CrashState.Part] {
        var uncut: Set<Recording.FileNumber> = []
        return zip(data, parts).map { pending, part in
            if uncut.contains(pending.file) { return .dropped }
            if case .truncate = pending.operation, part != .whole {
                uncut.insert(pending.file)
                return .dropped
            }
            return part
        }
    }

    /// What tells a state apart from others of the same recording.
    func fingerprint(of state: CrashState) -> String {
        let kept = zip(data, state.data).filter { $1 != .dropped }
            .map { "\($0.index).\($1.rawValue)" }
        let names = nameChanges.prefix(state.names).map { "\($0.index)" }
        return "\(version) \(kept.joined(separator: ",")) \(names.joined(separator: ","))"
    }
}
