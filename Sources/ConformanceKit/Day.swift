public import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A day of the calendar, in UTC.
public struct Day: Hashable, Sendable {
    // Years have four digits, so that the order of the texts is the order of the days.
    private let text: String

    private static let style = Date.ISO8601FormatStyle().year().month().day()

    /// The day on which an instant falls.
    init(of date: Date) {
        text = date.formatted(Self.style)
    }

    /// Reads a day written as `2026-12-31`.
    ///
    /// - Throws: ``/StorageCore/StorageError/Code/invalidArgument`` if there is no such day.
    public init(_ text: String) throws(StorageError) {
        do {
            let day = Day(of: try Self.style.parse(text))
            guard day.text == text else { throw StorageError(.invalidArgument, "it is \(day)") }
            self = day
        } catch {
            throw StorageError(
                .invalidArgument, "'\(text)' is no day; write it as 2026-12-31", cause: error)
        }
    }

    /// The present day.
    public static var today: Day { Day(of: .now) }
}

extension Day: Comparable {
    /// Whether a day comes before another one.
    public static func < (left: Day, right: Day) -> Bool { left.text < right.text }
}

extension Day: CustomStringConvertible {
    /// The day as `2026-12-31`.
    public var description: String { text }
}
