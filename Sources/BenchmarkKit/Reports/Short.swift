extension Double {
    /// Nanoseconds as a person reads them, with three digits.
    public var shortTime: String {
        switch self {
        case ..<999.5: "\(shortNumber) ns"
        case ..<999_500: "\((self / 1e3).shortNumber) us"
        case ..<999_500_000: "\((self / 1e6).shortNumber) ms"
        default: "\((self / 1e9).shortNumber) s"
        }
    }

    /// The number with three digits, as far as that needs a point.
    public var shortNumber: String {
        guard isFinite else { return "\(self)" }
        let places = abs(self) < 10 ? 100.0 : abs(self) < 100 ? 10.0 : 1.0
        let rounded = (self * places).rounded() / places
        return places == 1 ? "\(Int64(rounded))" : "\(rounded)"
    }
}

extension Sequence {
    /// What `value` gives for the elements, each once, in their order.
    func uniqued<Value: Hashable>(_ value: (Element) -> Value) -> [Value] {
        var known: Set<Value> = []
        return map(value).filter { known.insert($0).inserted }
    }
}
