import Foundation
import StorageCore
import Testing

/// What records an `@Entity` takes, and what it says of the others.
struct FieldReadingTests {
    @Entity
    struct Person: Codable, Equatable {
        var id: Int
        var age: Int8
        var colour: Colour
        var height: Double?
        var names: [String]
        @Field(default: 1.5) var ratio: Float
        var tags: [Int] = [7]
        var zip: Maybe = 1
    }

    private let whole: Record = [
        "id": 1, "age": 2, "colour": "red", "height": 1.5, "names": ["a"], "ratio": 2.5, "tags": [],
        "zip": 3,
    ]

    private func read(_ changes: [String: Value?] = [:]) throws -> Person {
        var fields = try whole.fields()
        for (name, value) in changes {
            fields.removeAll { $0.name == name }
            if let value { fields.append((name, value)) }
        }
        return try Person.schema.translator.decode(try Record(fields))
    }

    /// The error of reading a record, which has to be that of Codable.
    private func error(_ changes: [String: Value?]) throws -> StorageError {
        do {
            let person = try read(changes)
            throw EncodingErrorTests.Refusal(reason: "\(changes) was read as \(person)")
        } catch let error as StorageError {
            return error
        }
    }

    @Test func `A whole record is read, and fields that nobody asked for are passed over`() throws {
        let person = Person(
            id: 1, age: 2, colour: .red, height: 1.5, names: ["a"], ratio: 2.5, tags: [], zip: 3)
        #expect(try read() == person)
        #expect(try read(["": 1, "a": .null, "b": [1], "i": .object([:]), "zz": "x"]) == person)
    }

    @Test func `What a record lacks is nil, the default value, or an error`() throws {
        let person = try read(["height": nil, "ratio": nil, "tags": nil, "zip": nil])
        #expect(person.height == nil)
        #expect(person.ratio == 1.5)
        #expect(person.tags == [7])
        #expect(person.zip == nil)
        for name in ["id", "age", "colour", "names"] {
            let error = try error([name: nil])
            #expect(error.code == .decodingFailed)
            #expect(error.field == name)
            #expect(error.message.contains("found no field '\(name)'"), "\(error)")
        }
    }

    @Test func `Null is nil for an optional, and an error for all else`() throws {
        #expect(try read(["height": .null]).height == nil)
        #expect(try read(["zip": .null]).zip == nil)
        for name in ["id", "age", "colour", "names", "ratio", "tags"] {
            let error = try error([name: .null])
            #expect(error.code == .decodingFailed)
            #expect(error.field == name)
            #expect(error.message.contains("found null; make it an optional"), "\(error)")
        }
    }

    static let misfits: [(String, Value, String, String)] = [
        ("id", 1.0, "id", "expected Int, found double 1.0"),
        ("id", .uint(.max), "id", "found uint 18446744073709551615, which does not fit"),
        ("id", "1", "id", "expected Int, found string '1'"),
        ("age", 128, "age", "expected Int8, found int 128, which does not fit"),
        ("age", [1], "age", "expected Int8, found an array"),
        ("colour", "pink", "colour", "Cannot initialize Colour from invalid String value pink"),
        ("colour", 1, "colour", "expected String, found int 1"),
        ("height", true, "height", "expected Double, found bool true"),
        ("height", 9_007_199_254_740_993, "height", "which does not fit"),
        ("names", ["a", "b", 3], "names.2", "expected String, found int 3"),
        ("names", ["a", .null], "names.1", "found null"),
        ("names", "a", "names", "found string 'a'"),
        ("names", .bytes([1]), "names", "found 1 bytes"),
        ("ratio", 0.1, "ratio", "expected Float, found double 0.1"),
        ("ratio", "x", "ratio", "expected Float, found string 'x'"),
        ("tags", [1, [2]], "tags.1", "expected Int, found an array"),
        ("tags", .object(["a": 1]), "tags", "found an object"),
    ]

    @Test(arguments: misfits)
    func `A misfit is told by path, expectation and finding, as by Codable`(
        _ name: String, _ value: Value, _ path: String, _ words: String
    ) throws {
        let error = try error([name: value])
        #expect(error.code == .decodingFailed)
        #expect(error.field == path)
        #expect(error.message.contains(words), "\(error)")
        #expect(error.cause is DecodingError)
        let record = try Record(try whole.fields().map { $0.name == name ? (name, value) : $0 })
        let expected = try DecodingErrorTests.error(record, as: Person.self)
        #expect(error.message == expected.message)
    }

    @Test func `A number is read as another kind if it is exactly one`() throws {
        #expect(try read(["height": 2]).height == 2)
        #expect(try read(["ratio": -3]).ratio == -3)
        #expect(try read(["tags": [1, 2]]).tags == [1, 2])
    }

    @Test func `What cannot be kept is told by path, as by Codable`() throws {
        let model = Odd(id: 1, wide: 1 << 70, double: nil)
        #expect(throws: StorageError.self) { try Odd.schema.translator.encode(model) }
        for odd in [
            model, Odd(id: 1, wide: 1, double: .some(nil)),
            Odd(id: 1, wide: 1, double: nil, list: [1, .some(nil)]),
        ] {
            do {
                let record = try Odd.schema.translator.encode(odd)
                Issue.record("\(odd) was written as \(record)")
            } catch let error as StorageError {
                #expect(error.code == .invalidValue)
                do {
                    _ = try RecordEncoder().encode(odd)
                } catch let expected {
                    #expect(error.message == expected.message)
                    #expect(error.field == expected.field)
                }
            }
        }
    }

    @Entity
    struct Odd: Codable {
        var id: Int
        var wide: Int128
        var double: Int??
        var list: [Int??] = []
    }

    @Test func `A type that goes by its general form alone is read and written by it`() throws {
        let model = Measured(id: 1, size: Size(width: 2, height: 3), sizes: [], other: nil)
        let record = try Measured.schema.translator.encode(model)
        #expect(record == ["id": 1, "size": [2, 3], "sizes": []])
        #expect(try Measured.schema.translator.decode(record) == model)
        let wrong: Record = ["id": 1, "size": [2], "sizes": []]
        do {
            _ = try Measured.schema.translator.decode(wrong)
            Issue.record("\(wrong) was read")
        } catch let error as StorageError {
            #expect(error.code == .decodingFailed)
            #expect(error.field == "size")
            #expect(error.message.contains("expected Size, found an array"), "\(error)")
        }
    }

    @Entity
    struct Measured: Equatable {
        var id: Int
        var size: Size
        var sizes: [Size]
        var other: Size?
    }

    struct Size: FieldRepresentable, Equatable {
        var width: Int
        var height: Int

        init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }

        static var fieldKind: FieldKind { .array }
        var fieldValue: Value { [.integer(width), .integer(height)] }

        init?(fieldValue: Value) {
            guard let sides = [Int](fieldValue: fieldValue), sides.count == 2 else { return nil }
            self.init(width: sides[0], height: sides[1])
        }
    }
}
