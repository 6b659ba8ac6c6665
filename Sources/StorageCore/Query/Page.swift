/// A part of the answer of a query, and the ways to the parts beside it.
public struct Page<Element> {
    /// The elements, in the order of the query.
    public let elements: [Element]

    /// Where the page before this one ends; nil if this is the first.
    public let previous: Cursor?

    /// Where the page behind this one begins; nil if this is the last.
    public let next: Cursor?

    /// The same page of other elements.
    func map<Other>(
        _ transform: (Element) throws(StorageError) -> Other
    ) throws(StorageError) -> Page<Other> {
        var others: [Other] = []
        others.reserveCapacity(elements.count)
        for element in elements { others.append(try transform(element)) }
        return Page<Other>(elements: others, previous: previous, next: next)
    }
}

extension Page: Sendable where Element: Sendable {}

extension Query {
    /// The place of a record in the order of this query on `collection`.
    func cursor(
        _ key: Key, _ record: Record, in collection: String
    ) throws(StorageError) -> Cursor {
        var values: [Value] = []
        let bytes = record.bytes
        for order in orders {
            if order.path.isKey {
                values.append(.null)
            } else if var place = try order.path.place(in: bytes.span) {
                values.append(try RecordReader.takeValue(bytes.span, &place))
            } else {
                values.append(.null)
            }
        }
        return Cursor(fingerprint: fingerprint(in: collection), values: values, key: key)
    }
}
