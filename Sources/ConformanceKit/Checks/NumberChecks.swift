import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Numbers and dates: bit for bit.
    static let numbers: [Check] = [
        Check(
            "NUM-01/int64", "Integers come back exactly, from Int64.min to Int64.max.",
            proves: .integersAreExact,
            cause: "Int64.min negated"
        ) {
            var numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
            for shift in 0..<63 {
                let power = Int64(1) << shift
                numbers += [power, -power, power - 1]
            }
            try $0.expectKept(numbers.map { Value.int($0) }, "integers")
        },
        Check(
            "NUM-02/beyond-doubles", "Integers that no Double can hold come back exactly.",
            proves: .integersAreExact,
            cause: "integers kept as Doubles: beyond 2^53 they lose digits",
            origin: """
                JSON readers that make Doubles of all numbers; SQLAlchemy's "huge int" is below \
                2^53 and misses it
                """
        ) {
            let power: Int64 = 1 << 53
            let numbers = [power - 1, power, power + 1, -power - 1, -power, 1 - power]
            try $0.expectKept(
                numbers.map { Value.int($0) } + [.double(Double(power))], "integers around 2^53")
        },
        Check(
            "NUM-03/uint64", "Integers above Int64.max come back exactly, never negative.",
            proves: .integersAreExact,
            cause: "UInt64 kept as Int64: what is above wraps",
            origin: "SQLite has no integers above Int64.max"
        ) {
            try $0.expectKept(
                [1 << 63, 1 << 63 + 1, .max - 1, .max].map { Value.uint($0) }
                    + [.int(.max), .int(.min), .int(-1)], "integers above Int64.max")
        },
        Check(
            "NUM-04/minus-zero", "Minus zero keeps its sign.",
            proves: .doublesAreExact,
            cause: "minus zero kept as zero, as a column of SQLite does",
            origin: "a REAL column of SQLite returns +0.0"
        ) {
            try $0.expectKept([-0.0, 0.0, 0], "zeros")
        },
        Check(
            "NUM-05/nan", "What is not a number comes back with its payload, and is not null.",
            proves: .doublesAreExact, .nullIsNotAbsent,
            cause: "NaN kept as null, as SQLite does, or without its payload",
            origin: "SQLite turns NaN into NULL, JSONEncoder throws"
        ) {
            let patterns: [UInt64] = [
                0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_0000, 0x7FF8_0000_DEAD_BEEF,
                0x7FF0_0000_0000_0001, 0x7FFF_FFFF_FFFF_FFFF,
            ]
            try $0.expectKept(
                patterns.map { .double(Double(bitPattern: $0)) } + [.null], "NaN payloads")
        },
        Check(
            "NUM-06/infinity", "The infinities come back as such.",
            proves: .doublesAreExact,
            cause: "infinity kept as the largest number, as JSON has none",
            origin: "JSONEncoder throws for an infinity"
        ) {
            try $0.expectKept(
                [.infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude]
                    .map { .double($0) }, "infinities")
        },
        Check(
            "NUM-07/doubles", "Doubles come back bit for bit, subnormal ones included.",
            proves: .doublesAreExact,
            cause: "subnormal numbers kept as zero"
        ) {
            let values: [Double] = [
                .leastNonzeroMagnitude, .leastNormalMagnitude / 3, .leastNormalMagnitude, 1.797e308,
                0.1, 0.2, 0.1 + 0.2, 1.0 / 3,
                1, 10, 1e15, 1e16, 1e17, 1e21, 1e22, 123_456_789.123_456_78, .pi, -.pi, 1e100,
            ]
            try $0.expectKept(values.map { .double($0) }, "Doubles")
        },
        Check(
            "NUM-07/random-doubles", "A thousand random bit patterns come back as they are.",
            proves: .doublesAreExact,
            cause: "Doubles printed with 15 digits, where 17 are needed"
        ) {
            context in
            let record = try Record(
                (0..<1_000).map {
                    ("d\($0)", .double(Double(bitPattern: context.generator.next())))
                })
            try context.database.write {
                let fields = (0..<1_000).filter { $0 % 50 == 0 }
                    .map { FieldSchema("d\($0)", .double) }
                try $0.prepare(CollectionSchema(items, fields: fields))
            }
            try context.database.put(record, try Key(1))
            if try context.isPersistent { try context.reopen() }
            try context.expectContent([Entry(try Key(1), record)], "random Doubles")
        },
        Check(
            "NUM-08/floats", "Floats that were widened come back exactly.",
            proves: .doublesAreExact,
            cause: "Floats printed with the digits of a Float and read as a Double",
            origin: "1.1 that was kept as 1.1000000000000001"
        ) {
            let floats: [Float] = [0.1, 3.14, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
            try $0.expectKept(floats.map { Value.double(Double($0)) }, "widened Floats")
        },
        Check(
            "NUM-11/int-keys", "Integer keys sort by value: -10, -9, -1, 0, 9, 10.",
            proves: .componentOrder,
            cause: "bytes compared as signed numbers",
            origin: "integer keys kept as text: 10 before 9"
        ) {
            let sorted: [Int] = [.min, -100, -10, -9, -1, 0, 1, 9, 10, 11, 99, 100, .max]
            try $0.database.put(
                sorted.map { Entry(try Key($0), .number($0)) }.shuffled(using: &$0.generator))
            try expectEqual(
                try $0.database.keys(), try sorted.map { try Key($0) }, "scan of integer keys")
        },
        Check(
            "NUM-13/decimals", "Decimals come back exactly, up to 38 digits.",
            proves: .decimalsAreExact,
            cause: "Decimal kept as Double",
            origin: "0.1 in a REAL column"
        ) {
            let texts = [
                "0.1", "3.133", "129.9", "-0.1", "0", "1", "-1", "9.5", "1E-120", "1E100",
                "12345678901234567890123456789012345678",
                "-0.12345678901234567890123456789012345678", "79228162514264337593543950336",
            ]
            try $0.expectKept(
                try texts.map { text in
                    guard let decimal = Decimal(string: text) else {
                        throw CheckFailure(
                            "the decimal \(text)", expected: "a decimal", got: "none")
                    }
                    return .decimal(decimal)
                } + [.decimal(.nan)], "decimals")
        },
        Check(
            "NUM-14/date-fractions", "Dates come back as the same instant, whatever its fraction.",
            proves: .datesAreExact,
            cause: "dates cut to seconds or milliseconds, or moved to another epoch and back",
            origin: "seconds since 1970 change half of all dates, and .iso8601 drops the fraction"
        ) {
            context in
            let random = (0..<200).map { _ in
                Double.random(in: -1e9...1e9, using: &context.generator)
            }
            let seconds =
                random + [0, -0.0, 0.1, 0.1 + 0.2, 700_000_000.123_456_789, .leastNonzeroMagnitude]
            try context.expectKept(
                seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }, "dates")
        },
        Check(
            "NUM-15/far-dates", "Dates before 1970, in the year 1 and beyond 9999 come back.",
            proves: .datesAreExact,
            cause: "dates as text with four digits of a year, or unsigned"
        ) {
            let seconds: [Double] = [
                -978_307_200, -978_307_201.5, -63_114_076_800, -63_113_904_000, 252_423_993_600,
                252_423_993_599.5, 252_455_616_000, 1e15, -1e15, .infinity, -.infinity,
            ]
            try $0.expectKept(
                (seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
                    + [.distantPast, .distantFuture]).map { .date($0) }, "far dates")
        },
        Check(
            "NUM-15/date-keys", "Date keys sort as instants, those before 1970 first.",
            proves: .datesAreExact, .componentOrder,
            cause: "the sign of a date is not part of the order: dates before 1970 come last"
        ) {
            let seconds: [Double] = [-2e9, -978_307_200.5, -978_307_200, -1, -0.5, 0, 0.5, 1, 1e9]
            let keys = try seconds.map { try Key(Date(timeIntervalSinceReferenceDate: $0)) }
            try $0.database.put(keys.reversed().map { Entry($0, .number(0)) })
            try expectEqual(try $0.database.keys(), keys, "scan of date keys")
        },
        Check(
            "NUM-17/bool-keys", "False sorts before true, and neither is a number.",
            proves: .boolsAreNoNumbers, .componentKinds,
            cause: "true and false kept as the numbers 1 and 0",
            origin: "SQLite has no Bool"
        ) {
            let keys = [try Key(false), try Key(true), try Key(0), try Key(1)]
            try $0.database.put(keys.reversed().map { Entry($0, .number(0)) })
            try expectEqual(try $0.database.keys(), keys, "scan of Bool and integer keys")
        },
        Check(
            "NUM-19/uuids", "UUIDs come back by their bytes, and are not text.",
            proves: .uuidsAreExact, .valuesKeepTheirKind,
            cause: "UUIDs kept as their text"
        ) {
            let numbers: [UInt64] = [0, 1, 0x0102_0304_0506_0708, .max]
            try $0.expectKept(
                numbers.flatMap { [.uuid(uuid($0)), .string(uuid($0).uuidString)] }, "UUIDs")
        },
    ]
}
