extension Rule {
    /// What a rule is about. The raw value is what the numbers of its rules begin with.
    public enum Subject: String, Sendable, CaseIterable {
        case keys = "K"
        case values = "V"
        case text = "T"
        case numbers = "N"
        case ranges = "R"
        case iteration = "IT"
        case snapshots = "S"
        case transactions = "TX"
        case isolation = "IS"
        case batches = "B"
        case indexes = "IX"
        case queries = "Q"
        case pages = "P"
        case lifecycle = "L"
        case processes = "MP"
        case durability = "D"
        case corruption = "C"
        case limits = "LM"
        case errors = "E"
        case resources = "RS"
        case concurrency = "CC"

        /// The subject in words.
        public var title: String {
            let name = String(describing: self)
            return switch self {
            case .numbers: "Numbers and dates"
            default: name.prefix(1).uppercased() + name.dropFirst()
            }
        }

        /// The rules about it, in the order of their numbers.
        public var rules: [Rule] {
            Rule.allCases.filter { $0.number.prefix { $0 != "-" } == rawValue }
        }
    }
}
