/// The collections of a storage that is held in memory. A copy is a snapshot.
package struct Tables: Sendable {
    private var handles: [ExactString: CollectionHandle] = [:]
    private var maps: [OrderedMap] = []
    private var namesByHandle: [String] = []

    package init() {}

    /// The names of the collections, sorted by their UTF-8 bytes.
    package var names: [String] {
        handles.keys.sorted().map(\.string)
    }

    package func handle(named name: String) -> CollectionHandle? {
        handles[ExactString(name)]
    }

    /// The name of a collection of these tables.
    package func name(of handle: CollectionHandle) -> String {
        namesByHandle[handle.rawValue]
    }

    /// The handle of a collection, which is created if it is missing.
    package mutating func prepare(_ name: String) -> CollectionHandle {
        if let handle = handle(named: name) { return handle }
        let handle = CollectionHandle(maps.count)
        handles[ExactString(name)] = handle
        maps.append(OrderedMap())
        namesByHandle.append(name)
        return handle
    }

    /// The entries of a collection; none if it was created after these tables were copied.
    package subscript(_ handle: CollectionHandle) -> OrderedMap {
        _read {
            guard maps.indices.contains(handle.rawValue) else {
                yield OrderedMap()
                return
            }
            yield maps[handle.rawValue]
        }
        _modify {
            yield &maps[handle.rawValue]
        }
    }
}
