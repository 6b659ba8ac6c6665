/// A first-in, first-out queue with O(1) amortised operations.
package struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { head == elements.count }

    package var count: Int { elements.count - head }

    package func contains(where isWanted: (Element) -> Bool) -> Bool {
        elements[head...].contains { $0.map(isWanted) ?? false }
    }

    package var first: Element? { isEmpty ? nil : elements[head] }

    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}

extension Queue: Sendable where Element: Sendable {}
