/// A list of plain values that grows and shrinks at its end: first in memory that is lent, and once
/// that is full in memory of its own.
///
/// Nothing is counted and nothing is checked for being shared: it has one owner.
@safe
struct ScratchList<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private var ownsMemory: Bool
    private(set) var count = 0

    /// Makes an empty list in the caller's memory, which has to stay there for as long as the list
    /// is used, or if there is none in memory of its own with room for `size` elements.
    @unsafe
    init(lent memory: UnsafeMutableBufferPointer<Element>, orElse size: Int) {
        if let base = memory.baseAddress, memory.count > 0 {
            unsafe self.base = base
            capacity = memory.count
            ownsMemory = false
        } else {
            unsafe base = .allocate(capacity: size)
            capacity = size
            ownsMemory = true
        }
    }

    deinit {
        if ownsMemory { unsafe base.deallocate() }
    }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "there is no element \(index) of \(count)")
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < count, "there is no element \(index) of \(count)")
            unsafe base[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        // There is room now, and plain values need no initialisation of their own.
        unsafe base[count] = element
        count &+= 1
    }

    private mutating func grow() {
        capacity *= 2
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        unsafe larger.update(from: base, count: count)
        if ownsMemory { unsafe base.deallocate() }
        unsafe base = larger
        ownsMemory = true
    }

    /// Removes all elements but the first `count`.
    mutating func removeLast(downTo count: Int) {
        precondition(count >= 0 && count <= self.count, "there are no \(count) elements")
        self.count = count
    }

    /// The elements from `first` on, for as long as the list does not change.
    @unsafe
    func elements(from first: Int) -> UnsafeMutableBufferPointer<Element> {
        precondition(first >= 0 && first <= count, "there is no element \(first) of \(count)")
        return unsafe UnsafeMutableBufferPointer(start: base + first, count: count - first)
    }
}
