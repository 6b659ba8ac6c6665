/// How a check is run again as it ran.
struct Replay: CustomStringConvertible {
    let check: String
    /// The command that runs checks of the backend.
    let command: String
    let seed: UInt64
    let effort: Effort

    /// The command for one check, with the same numbers.
    var description: String {
        let profile = effort == .standard ? "" : " --profile \(effort.rawValue)"
        return "\(command) --only \(check) --seed \(seed)\(profile)"
    }

    /// The command of the tool, which knows the backends of this package.
    static func command(for backend: String) -> String {
        "storage conformance \(backend.quotedForShell)"
    }
}

extension String {
    /// The text as one word for a shell, in quotes if it has to be.
    package var quotedForShell: String {
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
