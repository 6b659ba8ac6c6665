/// How a check is run again as it ran.
struct Replay: CustomStringConvertible {
    let check: String
    let backend: String
    let seed: UInt64
    let effort: Effort

    /// The command, with what a shell would read otherwise in quotes.
    var description: String {
        let profile = effort == .standard ? "" : " --profile \(effort.rawValue)"
        return "storage conformance \(backend.quotedForShell) --only \(check) --seed \(seed)"
            + profile
    }
}

extension String {
    fileprivate var quotedForShell: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "/", ":", ".", "_", "-", "=", "%", "+", ",":
                    true
                default: false
                }
            }
        return isPlain
            ? self
            : "'"
                + split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
