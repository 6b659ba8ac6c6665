import Foundation
import SeededNumbers
import StorageCore

/// Values of random content, and now and then an odd one.
extension SplitMix64 {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func integer<T: FixedWidthInteger>() -> T {
        switch below(4) {
        case 0: T.max
        case 1: T.min
        case 2: T(truncatingIfNeeded: next() % 100)
        default: T(truncatingIfNeeded: next())
        }
    }

    mutating func text() -> String {
        let parts = ["", "a", "é", "e\u{301}", "\u{0}", "日本", "😀", "plain text", "'\"\\"]
        return (0..<below(30)).map { _ in parts[below(parts.count)] }.joined()
    }

    mutating func double() -> Double {
        let odd: [Double] = [0, -0.0, .nan, .infinity, 1, .leastNonzeroMagnitude]
        return below(4) == 0 ? odd[below(odd.count)] : Double(bitPattern: next())
    }

    mutating func some<T>(_ value: (inout SplitMix64) -> T) -> T? {
        below(3) == 0 ? nil : value(&self)
    }

    mutating func several<T>(_ value: (inout SplitMix64) -> T) -> [T] {
        (0..<below(5)).map { _ in value(&self) }
    }

    mutating func bytes() -> [UInt8] { (0..<below(200)).map { _ in integer() } }

    mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(next() >> 20) / 7) }

    mutating func street() -> Street {
        Street(
            name: text(), number: some { $0.integer() },
            lines: several { $0.text() })
    }
}

extension Everything {
    init(using random: inout SplitMix64) {
        let urls = ["https://example.org/a?b=c#d", "file:///tmp/%20", "mailto:a@b"]
        func url(_ random: inout SplitMix64) -> URL {
            if random.below(4) == 0 {
                return URL(string: "x/y", relativeTo: URL(string: urls[0])) ?? URL(filePath: "/")
            }
            return URL(string: urls[random.below(urls.count)]) ?? URL(filePath: "/")
        }
        self.init(
            bool: random.below(2) == 0,
            byName: Dictionary(
                random.several { ($0.text(), $0.integer()) }, uniquingKeysWith: { $1 }),
            byNumber: Dictionary(
                random.several { ($0.below(1000), $0.street()) }, uniquingKeysWith: { $1 }),
            bytes: random.bytes(),
            colour: Colour.allCases[random.below(3)],
            colours: random.several { Colour.allCases[$0.below(3)] },
            data: Data(random.bytes()),
            date: random.date(),
            dates: random.several { $0.date() },
            decimal: Decimal(random.integer() as Int64) / 1000,
            double: random.double(),
            float: Float(bitPattern: random.integer()),
            id: UUID(random.next(), random.next()),
            int: random.integer(),
            int128: Int128(random.integer() as UInt64),
            int16: random.integer(),
            int32: random.integer(),
            int64: random.integer(),
            int8: random.integer(),
            ints: random.several { $0.integer() },
            level: Level.allCases[random.below(2)],
            manyBytes: random.several { $0.bytes() },
            nested: random.several { $0.several { $0.integer() } },
            optionals: random.several { $0.some { $0.double() } },
            payment: random.below(2) == 0
                ? .cash : .card(number: random.text(), limit: random.some { $0.integer() }),
            set: Set(random.several { $0.text() }),
            shape: Shape.allCases[random.below(2)],
            street: random.street(),
            streets: random.several { $0.street() },
            string: random.text(),
            strings: random.several { $0.text() },
            tags: random.several { $0.text() },
            uint: random.integer(),
            uint16: random.integer(),
            uint32: random.integer(),
            uint64: random.integer(),
            uint8: random.integer(),
            url: url(&random),
            urls: random.several { url(&$0) })
        addOptionals(using: &random)
    }

    private mutating func addOptionals(using random: inout SplitMix64) {
        optionalInt = random.some { $0.integer() }
        optionalString = random.some { $0.text() }
        optionalDate = random.some { $0.date() }
        optionalColour = random.some { Colour.allCases[$0.below(3)] }
        optionalShape = random.some { Shape.allCases[$0.below(2)] }
        optionalStreet = random.some { $0.street() }
        optionalBytes = random.some { $0.bytes() }
        maybe = random.some { $0.integer() }
        optionalStrings = random.some { $0.several { $0.text() } }
    }
}
