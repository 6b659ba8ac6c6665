/// A session of a script, by its name.
enum SessionName: String, Hashable, Sendable, CaseIterable {
    case t1 = "T1"
    case t2 = "T2"
    case t3 = "T3"
}

/// One step of a script: who does what.
struct Step: Hashable, Sendable, CustomStringConvertible {
    let session: SessionName
    let action: Action

    static func t1(_ action: Action) -> Step { Step(session: .t1, action: action) }
    static func t2(_ action: Action) -> Step { Step(session: .t2, action: action) }
    static func t3(_ action: Action) -> Step { Step(session: .t3, action: action) }

    var description: String { "\(session.rawValue) \(action)" }
}
