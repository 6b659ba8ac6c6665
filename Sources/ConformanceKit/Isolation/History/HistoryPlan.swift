import SeededNumbers

/// What a transaction of a history is going to do.
struct HistoryPlan: Sendable {
    struct Operation: Sendable {
        let key: Int
        /// The value to write; nil to read.
        let value: Int?
    }

    let isWriting: Bool
    let isRolledBack: Bool
    let operations: [Operation]

    /// A transaction that reads some keys.
    init(reading keys: Range<Int>) {
        isWriting = false
        isRolledBack = false
        operations = keys.map { Operation(key: $0, value: nil) }
    }

    /// A random transaction, whose values count up from a first one.
    init(_ recorder: HistoryRecorder, _ first: Int, _ generator: inout SplitMix64) {
        isWriting = Int.random(in: 0..<3, using: &generator) > 0
        isRolledBack = isWriting && Int.random(in: 0..<6, using: &generator) == 0
        var value = first
        var operations: [Operation] = []
        for _ in 0..<Int.random(in: 1...recorder.operations, using: &generator) {
            let key = Int.random(in: 0..<recorder.keys, using: &generator)
            let writes = isWriting && Bool.random(using: &generator)
            // What is read before it is written says which value came after which.
            if writes, recorder.kind == .registers, recorder.operations > 1 {
                operations.append(Operation(key: key, value: nil))
            }
            operations.append(Operation(key: key, value: writes ? value : nil))
            if writes { value += 1 }
        }
        self.operations = operations
    }
}
