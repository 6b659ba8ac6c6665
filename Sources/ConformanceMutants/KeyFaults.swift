import Foundation
import StorageCore

extension Fault {
    /// Keys and names that are taken for others, or sorted otherwise.
    static let keys: [Fault] = [
        .reorders("M001 keys sorted without regard to case", "RNG-01/order", says: "keys put in no")
        {
            $0.map(lowercased).lexicographicallyPrecedes($1.map(lowercased))
        },
        .reorders("M002 keys sorted as UTF-16", "UNI-04/utf8-order", says: "beyond U+FFFF") {
            text($0).utf16.lexicographicallyPrecedes(text($1).utf16)
        },
        .reorders("M003 bytes compared signed", "NUM-11/int-keys", says: "integer keys") {
            $0.map { Int8(bitPattern: $0) }.lexicographicallyPrecedes(
                $1.map { Int8(bitPattern: $0) })
        },
        .reorders("M005 digits compared as numbers", "RNG-01/order", says: "keys put in no order") {
            left, right in
            guard let a = decodedText(left).flatMap({ Int($0) }),
                let b = decodedText(right).flatMap({ Int($0) })
            else { return left.lexicographicallyPrecedes(right) }
            return a < b
        },
        .reorders("M006 keys sorted by String <", "UNI-05/not-collated", says: "with accents") {
            text($0) < text($1)
        },
        .rewritesText("M007 keys normalised", "UNI-01/normal-forms", says: "normal forms: scan") {
            $0.precomposedStringWithCanonicalMapping
        },
        .rewritesText("M007b keys normalised by compatibility", "UNI-03/equivalents", says: "scan")
        {
            $0.precomposedStringWithCompatibilityMapping
        },
        .rewritesText("M009 keys lower-cased", "KEY-08/case", says: "differ in case: scan") {
            $0.lowercased()
        },
        .rewritesText("M011 keys trimmed", "KEY-06/white-space", says: "white space: scan") {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        },
        .rewritesText("M012 byte order mark stripped", "KEY-07/byte-order-mark", says: "mark: scan")
        {
            $0.replacingOccurrences(of: "\u{FEFF}", with: "")
        },
        .rewritesText("M013 keys cut at NUL", "KEY-05/nul", says: "keys with NUL: scan") {
            String($0.unicodeScalars.prefix { $0 != "\0" }.map(Character.init))
        },
        Fault("M014 keys cut at 255 bytes", "KEY-09/long-keys", says: "long keys: scan") {
            wire, hooks, _ in
            hooks.key = { wire.replace($0, with: Array($0.prefix(255))) }
        },
        Fault("M013b the empty key is lost", "KEY-03/empty", says: "empty keys: scan") {
            wire, hooks, _ in
            hooks.stored = { _, entry, _ in
                guard decodedText(entry.key) == "" else { return entry.record }
                wire.trip()
                return nil
            }
        },
        .ranges("M017 % in a prefix is a wildcard", "RNG-11/prefixes", says: "begin with \"a%\"") {
            range, _ in
            guard let lower = range.lowerBound, lower.last == UInt8(ascii: "%") else {
                return range
            }
            return KeyRange(prefix: Array(lower.dropLast()))
        },
        Fault("M019 components joined without a mark", "KEY-12/boundaries", says: "same text: scan")
        {
            wire, hooks, _ in
            hooks.key = { key in
                guard let parts = unlessThrown({ try Key(encoded: key).components() }),
                    parts.count > 1
                else {
                    return key
                }
                let texts = parts.map { if case .string(let text) = $0 { text } else { "" } }
                return wire.replace(
                    key, with: (unlessThrown({ try Key(texts.joined()).bytes })) ?? key)
            }
        },
        .reorders("M020 numbers in compound keys as text", "KEY-12/compound-order", says: "scan of")
        {
            numbersAsText($0).lexicographicallyPrecedes(numbersAsText($1))
        },
        Fault("M021 delete takes longer keys too", "KEY-04/prefix-keys", says: "another: delete of")
        {
            wire, hooks, _ in
            hooks.delete = { driver, key, handle throws(StorageError) in
                let prefix = KeyRange(prefix: Array(key.dropLast()))
                let deleted = try driver.delete(prefix, in: handle)
                if deleted > 1 { wire.trip() }
                return deleted > 0
            }
        },
        Fault(
            "K11 collections' names without regard to case", "UNI-15/collections", says: "the coll"
        ) {
            wire, hooks, _ in
            hooks.name = { wire.replace($0, with: $0.hasPrefix("$") ? $0 : $0.lowercased()) }
        },
        Fault("K11b names cut at 63 bytes", "LIM-01/longest-names", says: "a name of 255 bytes") {
            wire, hooks, _ in
            hooks.name = { wire.replace($0, with: String($0.prefix(63))) }
        },
        Fault(
            "K12 one table from the 128th collection on", "LIM-06/200-collections", says: "of 200"
        ) {
            wire, hooks, _ in
            hooks.name = { name in
                guard let number = Int(name.dropFirst("collection ".count)), number > 127 else {
                    return name
                }
                return wire.replace(name, with: "collection 127")
            }
        },
        .rewritesKeys("D01 date keys cut to seconds", "KEY-17/date", says: "kind date: scan") {
            guard case .date(let date) = $0 else { return $0 }
            let seconds = date.timeIntervalSinceReferenceDate
            return .date(Date(timeIntervalSinceReferenceDate: seconds.rounded(.towardZero)))
        },
        .reorders("M050 dates before 1970 last", "NUM-15/date-keys", says: "scan of date keys") {
            let (isOld, isOtherOld) = (isBefore1970($0), isBefore1970($1))
            return isOld == isOtherOld ? $0.lexicographicallyPrecedes($1) : isOtherOld
        },
        .rewritesKeys(
            "K14 digits in keys as numbers", "KEY-18/text-and-number", says: "text and numbers"
        ) {
            guard case .string(let text) = $0, let number = Int64(text) else { return $0 }
            return .int(number)
        },
        .rewritesKeys("M036c Bools in keys as numbers", "NUM-17/bool-keys", says: "scan of Bool") {
            guard case .bool(let value) = $0 else { return $0 }
            return .int(value ? 1 : 0)
        },
        .rewritesText("U07 invisible scalars left out", "UNI-07/invisible", says: "invisible") {
            String(
                String.UnicodeScalarView(
                    $0.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        },
        .rewritesKeys("N01 UInt64 keys as Int64", "KEY-17/uint", says: "keys of kind uint") {
            guard case .uint(let number) = $0 else { return $0 }
            return .int(Int64(bitPattern: number))
        },
    ]

    private static func rewritesKeys(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (KeyComponent) -> KeyComponent
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            hooks.key = { key in
                guard let parts = unlessThrown({ try Key(encoded: key).components() }),
                    let faulty = unlessThrown({ try Key(parts.map(change)) })
                else { return key }
                return wire.replace(key, with: faulty.bytes)
            }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }

    private static func text(_ key: [UInt8]) -> String { decodedText(key) ?? "" }

    private static func numbersAsText(_ key: [UInt8]) -> [UInt8] {
        guard let parts = unlessThrown({ try Key(encoded: key).components() }) else { return key }
        let texts = parts.map { part in
            switch part {
            case .string(let text): text
            case .int(let number): String(number)
            default: ""
            }
        }
        return Array(texts.joined(separator: "\u{1}").utf8)
    }

    private static func isBefore1970(_ key: [UInt8]) -> Bool {
        guard let date = unlessThrown({ try Key(encoded: key).decode(as: Date.self) }) else {
            return false
        }
        return date.timeIntervalSince1970 < 0
    }
}
