/// Changes of the entries of indexes, collected to be made in the order of the entries.
///
/// Each goes near the last one then, to a page that is at hand. In the order of the records they would go
/// all over the index.
final class EntryChanges {
    private var runs: [(handle: CollectionHandle, run: SortedRun)] = []

    /// Adds an entry to an index, not before ``make(with:)`` unless there are too many to wait for it.
    func insert(
        _ entry: Span<UInt8>, in handle: CollectionHandle, with driver: any WriteDriver
    ) throws {
        try collect(entry, in: handle, isRemoval: false, with: driver)
    }

    /// Removes an entry from an index, as ``insert(_:in:with:)`` adds one.
    func remove(
        _ entry: Span<UInt8>, in handle: CollectionHandle, with driver: any WriteDriver
    ) throws {
        try collect(entry, in: handle, isRemoval: true, with: driver)
    }

    /// Makes the changes that have been collected.
    ///
    /// - Complexity: O(changes · log n).
    func make(with driver: any WriteDriver) throws {
        for place in runs.indices { try make(place, with: driver) }
    }

    private func collect(
        _ entry: Span<UInt8>, in handle: CollectionHandle, isRemoval: Bool,
        with driver: any WriteDriver
    ) throws {
        let place = runs.firstIndex { $0.handle == handle } ?? runs.count
        if place == runs.count { runs.append((handle, SortedRun())) }
        runs[place].run.append(entry, isRemoval: isRemoval)
        if runs[place].run.isFull { try make(place, with: driver) }
    }

    private func make(_ place: Int, with driver: any WriteDriver) throws {
        let handle = runs[place].handle
        try runs[place].run.empty { entry, isRemoval in
            if isRemoval {
                try IndexEntries.remove(entry, in: handle, with: driver)
            } else {
                try IndexEntries.insert(entry, in: handle, with: driver)
            }
        }
    }
}
