import Dispatch

/// Runs `body` while threads do `turn` again and again.
///
/// They are threads of their own: tasks that share one take turns where they wait, which is between
/// transactions.
///
/// - Parameters:
///   - count: How many threads there are.
///   - turn: What each does, until `body` has ended or it fails. It is told which thread it is and how
///     often it has been called there, both from 0.
///   - body: Called with the errors of those that have failed so far.
/// - Returns: The error of each thread that failed, once all have ended.
/// - Throws: What `body` throws, once all have ended.
func beside(
    threads count: Int,
    _ turn: @escaping @Sendable (_ thread: Int, _ round: Int) throws -> Void,
    during body: (_ errors: Shared<[any Error]>) throws -> Void
) throws -> [any Error] {
    let (isDone, errors) = (Shared(false), Shared<[any Error]>([]))
    let threads = DispatchGroup()
    for thread in 0..<count {
        DispatchQueue(label: "beside \(thread)").async(group: threads) {
            do {
                var round = 0
                while !isDone.value {
                    try turn(thread, round)
                    round += 1
                }
            } catch {
                errors.update { $0.append(error) }
            }
        }
    }
    do {
        defer {
            isDone.update { $0 = true }
            threads.wait()
        }
        try body(errors)
    }
    return errors.value
}
