/// Where two texts part: what helps to see why a check failed when they are long.
struct Difference: CustomStringConvertible {
    let description: String

    private static let visible = 24

    /// Looks for the first difference, which is nil if it is seen at a glance.
    init?(expected: String, got: String) {
        let (expected, got) = (Array(expected), Array(got))
        let same = zip(expected, got).prefix { $0 == $1 }.count
        guard expected.count > Self.visible || got.count > Self.visible, same > 0 else {
            return nil
        }
        func excerpt(_ text: [Character]) -> String {
            let rest = text.dropFirst(same)
            guard !rest.isEmpty else { return "the end" }
            return "'\(String(rest.prefix(Self.visible)))'" + (rest.count > Self.visible ? "…" : "")
        }
        description =
            "from character \(same + 1) on: expected \(excerpt(expected)), got \(excerpt(got))"
    }
}
