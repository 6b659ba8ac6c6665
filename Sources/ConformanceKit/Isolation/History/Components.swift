/// The strongly connected components of a graph, by Tarjan's algorithm (1972): two nodes are in one
/// component if each can be reached from the other.
struct Components {
    /// The number of each node's component.
    private(set) var numbers: [Int]

    private var count = 0
    private var order: [Int?]
    private var lowest: [Int]
    private var stack: [Int] = []
    private var next = 0

    /// Finds the components.
    ///
    /// - Complexity: O(nodes + edges).
    init(_ successors: [[Int]]) {
        numbers = Array(repeating: -1, count: successors.count)
        order = Array(repeating: nil, count: successors.count)
        lowest = Array(repeating: 0, count: successors.count)
        for node in successors.indices where order[node] == nil { visit(node, successors) }
    }

    private mutating func visit(_ node: Int, _ successors: [[Int]]) {
        let first = next
        order[node] = first
        lowest[node] = first
        next += 1
        stack.append(node)
        for successor in successors[node] {
            if let seen = order[successor] {
                if numbers[successor] < 0 { lowest[node] = min(lowest[node], seen) }
            } else {
                visit(successor, successors)
                lowest[node] = min(lowest[node], lowest[successor])
            }
        }
        guard lowest[node] == first else { return }
        while let member = stack.popLast() {
            numbers[member] = count
            if member == node { break }
        }
        count += 1
    }
}
