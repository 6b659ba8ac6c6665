#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How the time of one workload grows with the records: curves on two logarithmic scales.
struct GrowthChart {
    private static let (width, height) = (760, 300)
    private static let (left, right, top, bottom) = (70, 150, 10, 30)

    private let curves: [Curve]
    private let counts: ClosedRange<Double>
    private let times: ClosedRange<Double>

    private struct Curve {
        let name: String
        let isOurs: Bool
        let points: [Timing]
    }

    init(_ timings: [Timing]) {
        curves = timings.uniqued { [$0.engine, $0.path] }.map { name in
            Curve(
                name: name.joined(separator: ", "), isOurs: Contender.ours.contains(name[1]),
                points: timings.filter { $0.engine == name[0] && $0.path == name[1] }
                    .sorted { $0.records < $1.records })
        }.filter { $0.points.count > 1 }
        let points = curves.flatMap(\.points)
        counts = Self.decades(points.map { Double($0.records) })
        times = Self.decades(points.map(\.median))
    }

    /// The powers of ten, as exponents, between which numbers are.
    private static func decades(_ numbers: [Double]) -> ClosedRange<Double> {
        let exponents = numbers.map { log10(max($0, 1)) }
        let lower = (exponents.min() ?? 0).rounded(.down)
        return lower...max(lower + 1, (exponents.max() ?? 1).rounded(.up))
    }

    private func x(_ records: Double) -> Int {
        let share = (log10(records) - counts.lowerBound) / (counts.upperBound - counts.lowerBound)
        return Self.left + Int(share * Double(Self.width - Self.left - Self.right))
    }

    private func y(_ time: Double) -> Int {
        let share = (log10(max(time, 1)) - times.lowerBound) / (times.upperBound - times.lowerBound)
        return Self.height - Self.bottom
            - Int(share * Double(Self.height - Self.top - Self.bottom))
    }

    var svg: String {
        """
        <svg viewBox="0 0 \(Self.width) \(Self.height)" width="\(Self.width)" role="img">
        \((grid + curves.flatMap(lines) + labels).joined(separator: "\n"))
        </svg>
        """
    }

    private var grid: [String] {
        let (end, floor) = (Self.width - Self.right, Self.height - Self.bottom)
        let columns = stride(from: counts.lowerBound, through: counts.upperBound, by: 1).flatMap {
            let (count, place) = (pow(10, $0), x(pow(10, $0)))
            return [
                "<line class=\"grid\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(Self.top)\" "
                    + "y2=\"\(floor)\"/>",
                "<text x=\"\(place)\" y=\"\(floor + 18)\" text-anchor=\"middle\">\(Int(count))"
                    + "</text>",
            ]
        }
        let rows = stride(from: times.lowerBound, through: times.upperBound, by: 1).flatMap {
            let (time, place) = (pow(10, $0), y(pow(10, $0)))
            return [
                "<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(end)\" y1=\"\(place)\" "
                    + "y2=\"\(place)\"/>",
                "<text x=\"\(Self.left - 6)\" y=\"\(place + 4)\" text-anchor=\"end\">"
                    + "\(time.shortTime)</text>",
            ]
        }
        return columns + rows
    }

    private func lines(_ curve: Curve) -> [String] {
        let points = curve.points.map { "\(x(Double($0.records))),\(y($0.median))" }
        let style = curve.isOurs ? "curve" : "curve base"
        return ["<polyline class=\"\(style)\" points=\"\(points.joined(separator: " "))\"/>"]
    }

    /// The names at the ends of the curves, moved down where they would cover each other.
    private var labels: [String] {
        var free = 0
        return curves.compactMap { curve in
            curve.points.last.map { (name: curve.name, place: y($0.median) + 4) }
        }.sorted { $0.place < $1.place }.map { label in
            let place = max(label.place, free)
            free = place + 13
            return "<text x=\"\(Self.width - Self.right + 6)\" y=\"\(place)\">\(label.name.escaped)"
                + "</text>"
        }
    }
}
