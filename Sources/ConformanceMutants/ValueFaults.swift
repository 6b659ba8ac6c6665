import ConformanceKit
import Foundation
import StorageCore
import Synchronization

extension Fault {
    /// Values and records that come back otherwise.
    static let values: [Fault] = [
        Fault("M023 an empty record reads as missing", "VAL-01/empty-record", says: "get of 1") {
            wire, hooks, _ in
            hooks.get = { driver, key, handle in
                let record = try driver.rawRecord(key, in: handle)
                guard record == [] else { return record }
                wire.trip()
                return nil
            }
        },
        Fault("M024 putting an empty record deletes", "VAL-01/empty-record", says: "record: scan") {
            wire, hooks, _ in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                guard entry.record.isEmpty else {
                    return try driver.put(
                        entry.key.span, entry.record.span, in: handle, if: condition)
                }
                wire.trip()
                return try driver.delete(entry.key.span, in: handle)
            }
        },
        .rewritesValues("M026 bytes cut at NUL", "VAL-02/all-bytes", says: "byte strings in") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(bytes.prefix { $0 != 0 }))
        },
        .rewritesValues("M026b text cut at NUL", "UNI-08/nul", says: "text with NUL") {
            guard case .string(let text) = $0 else { return $0 }
            return .string(String(text.unicodeScalars.prefix { $0 != "\0" }.map(Character.init)))
        },
        .rewritesValues("M027 values cut at 64 KiB", "VAL-03/sizes", says: "up to 65,537 bytes") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(bytes.prefix(65_536)))
        },
        .rewritesValues("M027b values cut at 1 MB", "VAL-03/mebibyte", says: "a record of 1 MiB") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(bytes.prefix(1_000_000)))
        },
        .rewritesValues("M027c values cut at 10 MB", "VAL-03/large", says: "a value of 16 MiB") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(bytes.prefix(10_000_000)))
        },
        Fault("M029 bytes lent by get change", "VAL-06/bytes-under-get", says: "bytes lent by get")
        {
            wire, hooks, _ in
            hooks.overwritesLentBytes = wire.trip
        },
        Fault("M029b bytes lent by scan change", "ITR-18/bytes-under-scan", says: "lent by scan") {
            wire, hooks, _ in
            hooks.overwritesLentBytes = wire.trip
        },
        Fault("M031 put keeps the old record", "VAL-05/overwrite", says: "an overwrite with 10") {
            wire, hooks, _ in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                if try driver.put(entry.key.span, entry.record.span, in: handle, if: .absent) {
                    return condition != .present
                }
                wire.trip()
                return true
            }
        },
        Fault("M032 a short overwrite leaves the tail", "VAL-05/overwrite", says: "with 10 bytes") {
            wire, hooks, _ in
            hooks.stored = { driver, entry, handle in
                guard let old = unlessThrown({ try driver.rawRecord(entry.key, in: handle) }),
                    let tail = bytesField(old), let head = bytesField(entry.record),
                    tail.count > head.count,
                    let kept = unlessThrown({
                        try Record([
                            ("bytes", .bytes(head + tail.dropFirst(head.count)))
                        ])
                    })
                else { return entry.record }
                return wire.replace(entry.record, with: kept.bytes)
            }
        },
        .rewritesRecords("M035 null as absent", "VAL-07/four-states", says: "null and absent") {
            try Record(try $0.fields().filter { $0.value != .null })
        },
        .rewritesValues("M036 Bool as number", "VAL-09/look-alikes", says: "look alike") {
            guard case .bool(let value) = $0 else { return $0 }
            return .int(value ? 1 : 0)
        },
        .rewritesValues("N09 text as number", "VAL-09/look-alikes", says: "look alike") {
            guard case .string(let text) = $0, let number = Int64(text) else { return $0 }
            return .int(number)
        },
        .rewritesValues("M037 padding of bytes lost", "VAL-10/byte-lengths", says: "byte strings") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(bytes.dropLast(bytes.count % 3)))
        },
        .rewritesValues("A04 empty array as null", "VAL-01/empty-values", says: "empty values") {
            $0 == .array([]) ? .null : $0
        },
        .rewritesRecords(
            "M039 fields beyond the tenth lost", "VAL-12/declared-fields", says: "records"
        ) {
            try Record(Array(try $0.fields().prefix(10)))
        },
        .dropsUndeclaredFields,
        .rewritesValues("M041 UInt64 wraps", "NUM-03/uint64", says: "above Int64.max") {
            guard case .uint(let number) = $0 else { return $0 }
            return .int(Int64(bitPattern: number))
        },
        .rewritesDoubles("M042 minus zero as zero", "NUM-04/minus-zero", says: "zeros in") {
            .double($0 == 0 ? 0 : $0)
        },
        .rewritesDoubles("M043 NaN as null", "NUM-05/nan", says: "NaN payloads in") {
            $0.isNaN ? .null : .double($0)
        },
        .rewritesDoubles("M043b NaN without payload", "NUM-05/nan", says: "NaN payloads in") {
            .double($0.isNaN ? .nan : $0)
        },
        .rewritesDoubles("M045 infinity as a number", "NUM-06/infinity", says: "infinities in") {
            .double($0 == .infinity ? .greatestFiniteMagnitude : $0)
        },
        .rewritesDoubles("M045b subnormals as zero", "NUM-07/doubles", says: "Doubles in") {
            .double($0.isSubnormal ? 0 : $0)
        },
        .rewritesDoubles(
            "M045c Doubles of 15 digits", "NUM-07/random-doubles", says: "random Doubles"
        ) {
            .double($0.isFinite ? Double(String(format: "%.15g", $0)) ?? $0 : $0)
        },
        .rewritesDoubles("N08 Doubles as Floats", "QRY-21/exact", says: "aggregates of") {
            .double(Double(Float($0)))
        },
        .rewritesValues("A20 null as zero", "QRY-20/values", says: "aggregates of") {
            $0 == .null ? .int(0) : $0
        },
        .rewritesRecords("A20b missing as zero", "QRY-20/nothing", says: "aggregates of") {
            try $0.value(of: "f") == nil
                ? try Record(try $0.fields() + [(name: "f", value: .int(0))]) : $0
        },
        .rewritesValues("N01 integers through Double", "NUM-02/beyond-doubles", says: "2^53") {
            guard case .int(let number) = $0 else { return $0 }
            return .int(Int64(exactly: Double(number)) ?? .max)
        },
        .rewritesValues("M055 Int64.min mangled", "NUM-01/int64", says: "integers in") {
            $0 == .int(.min) ? .int(-.max) : $0
        },
        .rewritesValues("M054 Decimal through Double", "NUM-13/decimals", says: "decimals in") {
            guard case .decimal(let decimal) = $0 else { return $0 }
            return .decimal(Decimal(NSDecimalNumber(decimal: decimal).doubleValue))
        },
        .rewritesDates("M047 dates cut to seconds") { $0.rounded(.down) },
        .rewritesDates("M048 dates cut to milliseconds") { ($0 * 1_000).rounded(.down) / 1_000 },
        .rewritesDates("D01 dates through 1970") {
            ($0 + Date.timeIntervalBetween1970AndReferenceDate)
                - Date.timeIntervalBetween1970AndReferenceDate
        },
        .rewritesValues("V08 arrays without order", "VAL-08/order", says: "arrays in") {
            guard case .array(let elements) = $0 else { return $0 }
            return .array(elements.reversed())
        },
        .rewritesValues("N19 UUIDs as text", "NUM-19/uuids", says: "UUIDs in") {
            guard case .uuid(let uuid) = $0 else { return $0 }
            return .string(uuid.uuidString)
        },
        .rewritesValues("U06 text ends at U+FFFF", "UNI-06/emoji", says: "emoji in values") {
            guard case .string(let text) = $0 else { return $0 }
            return .string(
                String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value < 0x10000 })))
        },
        .rewritesValues("U02 text normalised", "UNI-02/values", says: "text in normal forms") {
            guard case .string(let text) = $0 else { return $0 }
            return .string(text.precomposedStringWithCanonicalMapping)
        },
        .rewritesValues("U10 control characters lost", "UNI-10/controls", says: "control char") {
            guard case .string(let text) = $0 else { return $0 }
            return .string(
                String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 })))
        },
        .rewritesValues("U09 bytes repaired as UTF-8", "UNI-09/invalid-utf8", says: "no UTF-8") {
            guard case .bytes(let bytes) = $0 else { return $0 }
            return .bytes(Array(String(decoding: bytes, as: UTF8.self).utf8))
        },
        .rewritesRecords(
            "K11 fields' names without regard to case", "UNI-15/fields", says: "fields of"
        ) {
            var seen: Set<String> = []
            return try Record(try $0.fields().filter { seen.insert($0.name.lowercased()).inserted })
        },
    ]

    private static let dropsUndeclaredFields = Fault(
        "M039b undeclared fields lost", "VAL-18/undeclared", says: "undeclared fields"
    ) { wire in
        let declared = Declarations()
        return ConformanceSuite.faulty { _ in
            var hooks = Hooks()
            hooks.prepare = { driver, schema throws(StorageError) in
                let handle = try driver.prepare(schema)
                declared.set(schema.fields, handle)
                return handle
            }
            hooks.stored = { _, entry, handle in
                let names = declared.names(handle)
                guard !names.isEmpty,
                    let record = unlessThrown({ try Record(encoded: entry.record) }),
                    let kept = unlessThrown({
                        try Record(record.fields().filter { names.contains($0.name) })
                    })
                else { return entry.record }
                return wire.replace(entry.record, with: kept.bytes)
            }
            return hooks
        }
    }

    private static func rewritesDoubles(
        _ name: String, _ check: String, says: String,
        _ change: @escaping @Sendable (Double) -> Value
    ) -> Fault {
        rewritesValues(name, check, says: says) {
            guard case .double(let number) = $0 else { return $0 }
            return change(number)
        }
    }

    private static func rewritesDates(
        _ name: String, _ change: @escaping @Sendable (TimeInterval) -> TimeInterval
    ) -> Fault {
        rewritesValues(name, "NUM-14/date-fractions", says: "dates in") {
            guard case .date(let date) = $0 else { return $0 }
            return .date(
                Date(timeIntervalSinceReferenceDate: change(date.timeIntervalSinceReferenceDate)))
        }
    }

    private static func bytesField(_ record: [UInt8]) -> [UInt8]? {
        guard
            case .bytes(let bytes) = unlessThrown({ try Record(encoded: record).value(of: "bytes") }
            )
        else {
            return nil
        }
        return bytes
    }
}

/// Remembers the fields that collections declare.
private final class Declarations: Sendable {
    private let fields = Mutex<[CollectionHandle: [FieldSchema]]>([:])

    func set(_ fields: [FieldSchema], _ handle: CollectionHandle) {
        self.fields.withLock { $0[handle] = fields }
    }

    func names(_ handle: CollectionHandle) -> [String] {
        fields.withLock { $0[handle]?.map(\.name) ?? [] }
    }
}
