import StorageCore

/// A stretch of the table: the entries of a collection whose keys are in a range.
struct EntryRange {
    /// The first entry key that can be in the range.
    private(set) var lowerBound: [UInt8]

    /// The first entry key behind the range.
    private(set) var upperBound: [UInt8]

    /// The number of the collection, if the range is all of it.
    private(set) var wholeCollection: UInt32?

    init(_ range: KeyRange, in collection: UInt32) {
        wholeCollection = range == .all ? collection : nil
        let prefix = Layout.bytes(collection)
        lowerBound = prefix + (range.lowerBound ?? [])
        upperBound = range.upperBound.map { prefix + $0 } ?? Layout.bytes(collection + 1)
    }

    private init(from lowerBound: [UInt8], until upperBound: [UInt8]) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
        wholeCollection = nil
    }

    /// The whole table: no entry key is that long.
    static let all = EntryRange(from: [0], until: [UInt8](repeating: .max, count: 512))

    /// What stands behind a collection.
    static func behind(_ collection: UInt32) -> EntryRange {
        EntryRange(from: Layout.bytes(collection + 1), until: all.upperBound)
    }

    /// Leaves out what a scan has passed when it stands at `entry`.
    mutating func narrow(beyond entry: [UInt8], reversed: Bool) {
        wholeCollection = nil
        if reversed {
            upperBound = entry
        } else {
            lowerBound = entry + [0]
        }
    }
}
