import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

struct JSONDateTests {
    static let texts: [(Double, String)] = [
        (0, "2001-01-01T00:00:00Z"),
        (-0.0, "2001-01-01T00:00:00-00:00"),
        (0.5, "2001-01-01T00:00:00.5Z"),
        (-0.5, "2000-12-31T23:59:59.5Z"),
        (-0.1, "2000-12-31T23:59:59.9Z"),
        (-1.25, "2000-12-31T23:59:58.75Z"),
        (1e-7, "2001-01-01T00:00:00.0000001Z"),
        (-1.5e-7, "2000-12-31T23:59:59.99999985Z"),
        (817_699_936.123, "2026-11-30T02:52:16.123Z"),
        (-978_307_200, "1970-01-01T00:00:00Z"),
        (-63_113_904_000, "0001-01-01T00:00:00Z"),
        (63_113_904_000, "4001-01-01T00:00:00Z"),
        (252_423_993_599, "9999-12-31T23:59:59Z"),
        (252_423_993_600, "+010000-01-01T00:00:00Z"),
        (-63_113_904_001, "+000000-12-31T23:59:59Z"),
        (-63_145_526_401, "-000001-12-31T23:59:59Z"),
        (31_493_806_473_599, "+999999-12-31T23:59:59Z"),
        (31_493_806_473_600, "@31493806473600.0"),
        (1e300, "@1e300"),
        (-1e300, "@-1e300"),
        (1e-30, "2001-01-01T00:00:00.000000000000000000000000000001Z"),
        (1e-31, "@1e-31"),
        (.leastNonzeroMagnitude, "@5e-324"),
        (.infinity, "Infinity"),
        (-.infinity, "-Infinity"),
        (.nan, "NaN"),
        (Double(bitPattern: 0x7FF8_0000_0000_0001), "NaN(0x7ff8000000000001)"),
    ]

    @Test(arguments: texts)
    func `An instant has one text, and comes back from it bit for bit`(
        seconds: Double, text: String
    ) throws {
        let value = Value.date(Date(timeIntervalSinceReferenceDate: seconds))
        #expect(value.json == #"{"$date":"\#(text)"}"#)
        #expect(try Value(json: value.json) == value)
    }

    @Test func `Foundation has the same calendar since the introduction of the Gregorian one`()
        throws
    {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: -152_000, to: 400_000, by: 7) {
            let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
            let text = formatter.string(from: date)
            try #require(Value.date(date).json == #"{"$date":"\#(text)"}"#)
        }
    }

    @Test(arguments: [
        ("2026-11-30T02:52:16Z", 817_699_936),
        ("2026-11-30t02:52:16.0000z", 817_699_936),
        ("2026-11-30 02:52:16+00:00", 817_699_936),
        ("2026-11-30T04:52:16.5+02:00", 817_699_936.5),
        ("2026-11-29T16:22:16-10:30", 817_699_936),
        ("2026-11-30T00:00:00-00:00", 817_689_600),
        ("2028-02-29T00:00:00Z", 857_088_000),
        ("0000-02-29T00:00:00Z", -63_140_428_800),
        ("2000-02-29T00:00:00Z", -26_524_800),
        ("2000-12-31T23:59:59.50000000000000000000000000000000000Z", -0.5),
        ("2001-01-01T00:00:00.00000000000000000000000000000000001Z", 1e-35),
        ("2001-01-01T00:00:00.0-00:00", -0.0),
        ("@5", 5), ("@-0.5e1", -5), ("@-0", -0.0), ("@100000000000000000000", 1e20),
    ])
    func `Any form of RFC 3339 is read`(text: String, seconds: Double) throws {
        let value = try Value(json: #"{"$date":"\#(text)"}"#)
        #expect(value == .date(Date(timeIntervalSinceReferenceDate: seconds)))
    }

    @Test(arguments: [
        "", "2026", "2026-11-30", "2026-11-30T02:52Z", "2026-11-30T02:52:16", "26-11-30T02:52:16Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z", "2026-12-32T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z", "2026-04-01T24:00:00Z",
        "2026-04-01T00:60:00Z", "2016-12-31T23:59:60Z", "2026-04-01T00:00:61Z",
        "2026-04-01T00:00:00.Z", "2026-04-01T00:00:00+1:00", "2026-04-01T00:00:00+24:00",
        "2026-04-01T00:00:00+00:60", "2026-04-01T00:00:00Zx", "-000000-01-01T00:00:00Z",
        "+2026-04-01T00:00:00Z", "@", "@x", "@1e999", "@NaN", "NaN(0x1)", "nan", "inf",
        "NaN(0x3ff0000000000000)", "NaN(0x+ff8000000000001)",
    ])
    func `What is no date is refused where it stands`(text: String) throws {
        let error = try #require(throws: StorageError.self) {
            try Value(json: #"{"$date":"\#(text)"}"#)
        }
        #expect(error.code == .invalidValue)
        #expect(error.message.contains("line 1, column 10: "), "\(error)")
    }

    @Test func `A leap second is refused with a way out`() throws {
        let error = try #require(throws: StorageError.self) {
            try Value(json: #"{"$date":"2016-12-31T23:59:60Z"}"#)
        }
        #expect(error.message.contains("leap second"))
    }

    @Test func `100,000 instants come back bit for bit`() throws {
        var generator = try seededGenerator("instants")
        for round in 0..<100_000 {
            let seconds =
                switch round % 4 {
                case 0: Double.random(in: -1e11...1e12, using: &generator)
                case 1: (Double.random(in: -1e9...1e9, using: &generator) * 1000).rounded() / 1000
                case 2: Double.random(in: -2...2, using: &generator)
                default: Double(bitPattern: generator.next())
                }
            let value = Value.date(Date(timeIntervalSinceReferenceDate: seconds))
            try #require(try Value(json: value.json) == value, "\(seconds.bitPattern)")
        }
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date()] {
            #expect(try Value(json: Value.date(date).json) == .date(date))
        }
    }
}
