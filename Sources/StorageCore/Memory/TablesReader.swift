/// A reading transaction on a snapshot of ``Tables``.
package final class TablesReader: ReadDriver {
    private let tables: Tables

    package init(_ tables: Tables) {
        self.tables = tables
    }

    package func collection(named name: String) -> CollectionHandle? {
        tables.handle(named: name)
    }

    package func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let record = tables[collection].value(for: key) else { return false }
        try body(record.span)
        return true
    }

    package func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try tables[collection].scan(range, reversed: reversed) { try body($0.span, $1.span) }
    }

    package func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        tables[collection].count(in: range)
    }

    package func end() {}
}
