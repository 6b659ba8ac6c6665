/// Finds the smallest cycle of the gravest kind in a graph of dependencies.
struct CycleSearch {
    private typealias Edge = DependencyGraph.Edge

    /// A kind of cycle: one edge of the first kind, and then edges of the others.
    private struct Class {
        let name: String
        let first: DependencyGraph.Kind
        let rest: Set<DependencyGraph.Kind>
    }

    /// The gravest first.
    private static let classes = [
        Class(name: "G0", first: .ww, rest: [.ww]),
        Class(name: "G1c", first: .wr, rest: [.ww, .wr]),
        Class(name: "G-single", first: .rw, rest: [.ww, .wr]),
        Class(name: "G2", first: .rw, rest: [.ww, .wr, .rw]),
        Class(name: "G0, real time", first: .ww, rest: [.ww, .time]),
        Class(name: "G1c, real time", first: .wr, rest: [.ww, .wr, .time]),
        Class(name: "G-single, real time", first: .rw, rest: [.ww, .wr, .time]),
        Class(name: "G2, real time", first: .rw, rest: [.ww, .wr, .rw, .time]),
    ]

    private let graph: DependencyGraph
    private let history: History

    init(_ graph: DependencyGraph, _ history: History) {
        self.graph = graph
        self.history = history
    }

    /// The cycle in words, or nil if there is none.
    func finding() -> Finding? {
        for kind in Self.classes {
            guard let cycle = smallestCycle(kind) else { continue }
            return Finding(name: name(cycle, kind), words: words(cycle))
        }
        return nil
    }

    private func smallestCycle(_ kind: Class) -> [Edge]? {
        let edges = graph.edges.map { edges in
            edges.filter { $0.kind == kind.first || kind.rest.contains($0.kind) }
        }
        let components = Components(edges.map { $0.map(\.to) }).numbers
        var smallest: [Edge]?
        for edge in edges.joined() where edge.kind == kind.first {
            guard components[edge.from] == components[edge.to],
                let path = path(from: edge.to, to: edge.from, edges, kind.rest)
            else { continue }
            if path.count + 1 < smallest?.count ?? .max { smallest = [edge] + path }
        }
        return smallest
    }

    /// A shortest path over edges of some kinds.
    private func path(
        from start: Int, to end: Int, _ edges: [[Edge]], _ kinds: Set<DependencyGraph.Kind>
    ) -> [Edge]? {
        var arrivals: [Int: Edge] = [:]
        var wave = [start]
        while !wave.isEmpty, arrivals[end] == nil {
            var next: [Int] = []
            for edge in wave.flatMap({ edges[$0] }) where kinds.contains(edge.kind) {
                guard edge.to != start, arrivals[edge.to] == nil else { continue }
                arrivals[edge.to] = edge
                next.append(edge.to)
            }
            wave = next
        }
        var path: [Edge] = []
        var place = end
        while let edge = arrivals[place] {
            path.insert(edge, at: 0)
            place = edge.from
        }
        return place == start ? path : nil
    }
}

// Cycles in words.
extension CycleSearch {
    /// Two transactions that went by one value of one key, and both replaced it, are more than
    /// their cycle says.
    private func name(_ cycle: [Edge], _ kind: Class) -> String {
        guard cycle.count == 2, Set(cycle.map(\.key)).count == 1,
            cycle.allSatisfy({ $0.kind == .rw || $0.kind == .ww }),
            cycle.contains(where: { $0.kind == .rw })
        else { return kind.name }
        return "lost update"
    }

    private func words(_ cycle: [Edge]) -> String {
        let reasons = cycle.map(words).joined(separator: "; ")
        let transactions = cycle.map { history.words($0.from) }.joined(separator: "; ")
        return "\(reasons) (\(transactions))"
    }

    private func words(_ edge: Edge) -> String {
        let (earlier, later) = ("T\(edge.from)", "T\(edge.to)")
        let place = "\(edge.value) under key \(edge.key)"
        let reason =
            switch edge.kind {
            case .ww: "\(later) wrote \(place) after a value of \(earlier)"
            case .wr: "\(later) read \(place) of \(earlier)"
            case .rw: "\(earlier) read key \(edge.key) without \(edge.value) of \(later)"
            case .time: "\(earlier) had ended when \(later) began"
            }
        return "\(earlier) before \(later): \(reason)"
    }
}
