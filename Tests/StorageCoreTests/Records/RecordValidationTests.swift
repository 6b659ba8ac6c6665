import StorageCore
import Testing

/// Every form that is not the encoding of a record is refused.
struct RecordValidationTests {
    /// A form that is not a record, and what is wrong with it.
    struct Malformed: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]

        init(_ description: String, _ bytes: [UInt8]) {
            testDescription = description
            self.bytes = bytes
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 16)

    /// A field `a` with a value.
    private static func field(_ value: [UInt8]) -> [UInt8] { [1, 0x61] + value }

    static let malformed = [
        Malformed("names out of order", [1, 0x62, 0, 1, 0x61, 0]),
        Malformed("a longer name before its prefix", [2, 0x61, 0x61, 0, 1, 0x61, 0]),
        Malformed("a name twice", [1, 0x61, 0, 1, 0x61, 1]),
        Malformed("an empty name twice", [0, 0, 0, 1]),
        Malformed("a name without a value", [1, 0x61]),
        Malformed("a name beyond the end", [2, 0x61]),
        Malformed("a name that is not UTF-8", [1, 0xFF, 0]),
        Malformed("a name with a surrogate", [3, 0xED, 0xA0, 0x80, 0]),
        Malformed("a name with an overlong form", [2, 0xC0, 0x80, 0]),
        Malformed("a length in too many bytes", [0x81, 0x00, 0x61, 0]),
        Malformed("a length of zero in two bytes", [0x80, 0x00, 0]),
        Malformed("a length without an end", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        Malformed("a length of six bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]),
        Malformed("an enormous length", [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
        Malformed("an unknown tag", field([0x0D])),
        Malformed("a tag of all ones", field([0xFF])),
        Malformed("an integer cut off", field([3, 0, 0, 0, 0, 0, 0, 0])),
        Malformed("a small unsigned integer", field([4, 5, 0, 0, 0, 0, 0, 0, 0])),
        Malformed("an unsigned integer cut off", field([4, 0, 0, 0])),
        Malformed("a double cut off", field([5, 0])),
        Malformed("a date cut off", field([9, 0, 0])),
        Malformed("a UUID cut off", field([10] + zeros.dropLast())),
        Malformed("a decimal cut off", field([6, 0, 0] + zeros.dropLast())),
        Malformed("a decimal with unknown flags", field([6, 4, 0] + zeros)),
        Malformed("a decimal with trailing zeros", field([6, 0, 0, 10] + zeros.dropLast())),
        Malformed("a decimal of minus zero", field([6, 1, 0] + zeros)),
        Malformed("a decimal of zero with an exponent", field([6, 0, 3] + zeros)),
        Malformed(
            "a decimal that is no number but has digits", field([6, 2, 0, 1] + zeros.dropLast())),
        Malformed("a decimal that is no number and negative", field([6, 3, 0] + zeros)),
        Malformed("a text beyond the end", field([7, 2, 0x61])),
        Malformed("a text that is not UTF-8", field([7, 1, 0x80])),
        Malformed("bytes beyond the end", field([8, 3, 1, 2])),
        Malformed("bytes with a long length", field([8, 0x80, 0x00])),
        Malformed("an array without a length", field([11, 0, 0, 0])),
        Malformed("an array beyond the end", field([11, 2, 0, 0, 0, 0])),
        Malformed("an element beyond its array", field([11, 1, 0, 0, 0, 3] + zeros)),
        Malformed("an enormous array", field([11, 0xFF, 0xFF, 0xFF, 0xFF])),
        Malformed("an object beyond the end", field([12, 1, 0, 0, 0])),
        Malformed(
            "an object with names out of order", field([12, 6, 0, 0, 0, 1, 0x62, 0, 1, 0x61, 0])),
        Malformed("an object with a name twice", field([12, 6, 0, 0, 0, 1, 0x61, 0, 1, 0x61, 0])),
        Malformed("a field beyond its object", field([12, 2, 0, 0, 0, 1, 0x62, 0])),
        Malformed("bytes behind the last field", field([0, 0xFF])),
    ]

    @Test(arguments: malformed)
    func `A malformed record is refused`(_ form: Malformed) {
        do {
            let record = try Record(encoded: form.bytes)
            Issue.record("\(form.testDescription) was accepted: \(record.bytes)")
        } catch {
            #expect(error.code == .damaged)
            #expect(error.message.contains("offset"))
        }
        do {
            let fields = try Record(trusted: form.bytes).fields()
            // Names in order are what a check of the whole record adds.
            #expect(form.testDescription.contains("name"), "\(fields)")
        } catch {
            #expect(error.code == .damaged)
        }
    }

    @Test func `The smallest records are accepted`() throws {
        for bytes: [UInt8] in [[], [0, 0], [1, 0x61, 0], [1, 0x61, 0, 2, 0x61, 0x61, 0]] {
            #expect(try Record(encoded: bytes).bytes == bytes)
        }
    }
}
