/// The cursors for the collections that a writing transaction used last, all of its innermost level.
///
/// They are in plain memory because every change looks for its own: an array would count references
/// and a class check each access for exclusivity.
@safe
final class CollectionCursors {
    /// More cursors than this would make each change slower, since LMDB looks after all of them.
    private static let capacity = 8

    private let cursors = UnsafeMutablePointer<CollectionCursor>.allocate(capacity: capacity)
    private var count = 0

    deinit { unsafe cursors.deallocate() }

    /// The place of a collection's cursor, or nil if it has none.
    @inline(__always)
    func place(of collection: UInt32) -> Int? {
        for place in 0..<count where unsafe cursors[place].collection == collection { return place }
        return nil
    }

    @inline(__always)
    subscript(place: Int) -> CollectionCursor {
        precondition(place < count, "there is no cursor in place \(place)")
        return unsafe cursors[place]
    }

    /// Takes note that a collection has so many records more.
    ///
    /// - Returns: How many it has more by now.
    @inline(__always)
    func grow(_ place: Int, by difference: Int) -> Int {
        precondition(place < count, "there is no cursor in place \(place)")
        unsafe cursors[place].growth += difference
        return unsafe cursors[place].growth
    }

    /// Keeps a cursor.
    ///
    /// - Returns: Its place, and the cursor that had to give way, if any.
    func append(_ cursor: CollectionCursor) -> (place: Int, surplus: CollectionCursor?) {
        guard count == Self.capacity else {
            unsafe (cursors + count).initialize(to: cursor)
            count += 1
            return (count - 1, nil)
        }
        let surplus = unsafe cursors[0]
        for place in 1..<count { unsafe cursors[place - 1] = cursors[place] }
        unsafe cursors[count - 1] = cursor
        return (count - 1, surplus)
    }

    /// Takes out a cursor, until there is none left.
    func popLast() -> CollectionCursor? {
        guard count > 0 else { return nil }
        count -= 1
        return unsafe cursors[count]
    }
}
