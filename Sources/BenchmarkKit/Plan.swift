public import Foundation

/// What the contenders of one run are given to do.
public struct Plan: Sendable {
    /// How many people there are.
    public let count: Int
    /// The numbers of the people that are inserted at once. Making them is not measured.
    public let inserted: Range<Int>
    /// Those that are read one at a time, in an order that no cache likes.
    public let ids: [Int64]
    /// Those that are updated.
    public let changed: [Int64]
    /// Those that are deleted.
    public let deleted: [Int64]

    /// The least number of people that the workloads make sense with.
    public static let minimumCount = 1000

    /// A plan for `count` people, at least ``minimumCount``. One that only reads needs no people to
    /// insert.
    public init(count: Int, onlyReading: Bool = false) {
        self.count = count
        inserted = onlyReading ? 0..<0 : 0..<count
        let shuffle = Shuffle(count)
        func ids(_ places: Range<Int>) -> [Int64] { places.map { Int64(shuffle[$0]) } }
        let part = min(count / 10, 10_000)
        self.ids = ids(0..<min(count, 20_000))
        changed = onlyReading ? [] : ids(0..<part)
        deleted = onlyReading ? [] : ids(count - part..<count)
    }

    /// The scores of 1 % of the people.
    public var scores: Range<Double> {
        let lowest = Double(count / 3)
        return lowest..<lowest + Double(count / 100)
    }

    /// An instant before which ten people were created.
    public var instant: Date { Date(timeIntervalSinceReferenceDate: 15) }

    /// How often short work is done, so that its time can be told from none.
    var passes: Int { max(1, 5000 / count) }

    /// The numbers of the people that are inserted one at a time.
    var singles: Range<Int> { count..<count + 50 }

    /// The numbers of the people that are inserted from tasks.
    var grouped: Range<Int> { singles.upperBound..<singles.upperBound + 64 * 8 }

    /// The number of the person that is inserted last.
    var last: Int { grouped.upperBound }

    /// The id of a person that no workload changes.
    var unchanged: Int64 { ids[ids.count / 2] }

    /// The ids that are read and updated in turn.
    var mixed: [Int64] { Array(ids.prefix(2000)) }
}
