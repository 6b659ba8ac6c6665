/// A bag of named fields.
///
/// A record is kept as its encoding, in which the fields stand sorted by the UTF-8 bytes of their
/// names: equal records have equal bytes, and the order in which fields were given carries no
/// meaning. Null and absent are different.
public struct Record: Hashable, Sendable {
    /// The encoding; `Documentation/FileFormat.md` describes it.
    public let bytes: [UInt8]

    /// A record without fields.
    public init() {
        bytes = []
    }

    /// A record of the given fields.
    ///
    /// - Throws: ``StorageError/Code/invalidValue`` if a name occurs twice, or if values nest
    ///   deeper than ``Limits/maximumDepth``.
    /// - Complexity: O(n log n + bytes).
    public init(_ fields: [(name: String, value: Value)]) throws(StorageError) {
        let sorted = fields.sorted { $0.name.precedesInUTF8($1.name) }
        for (field, next) in zip(sorted, sorted.dropFirst())
        where field.name.isIdentical(to: next.name) {
            throw StorageError(
                .invalidValue, "the field '\(field.name)' occurs twice; keep one of them",
                field: field.name)
        }
        var writer = RecordWriter()
        for field in sorted {
            let depth = field.value.depth
            guard depth <= Limits.maximumDepth else {
                throw StorageError(
                    .invalidValue,
                    "the field '\(field.name)' nests deeper than \(Limits.maximumDepth) levels; "
                        + "flatten it",
                    field: field.name)
            }
            writer.appendName(field.name)
            writer.append(field.value)
        }
        bytes = writer.bytes
    }

    /// A record from its encoding, as ``bytes`` gave it.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the bytes are not the encoding of a record.
    /// - Complexity: O(bytes).
    public init(encoded bytes: [UInt8]) throws(StorageError) {
        try RecordReader.validate(bytes.span)
        self.bytes = bytes
    }

    /// A record that is known to be one.
    package init(trusted bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The fields, sorted by the UTF-8 bytes of their names.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the record came damaged from a storage.
    /// - Complexity: O(bytes).
    public func fields() throws(StorageError) -> [(name: String, value: Value)] {
        var fields: [(name: String, value: Value)] = []
        var position = 0
        let span = bytes.span
        while position < span.count {
            let count = try RecordReader.takeLength(span, &position)
            let name = try RecordReader.takeString(span, &position, count: count)
            fields.append((name, try RecordReader.takeValue(span, &position)))
        }
        return fields
    }

    /// The value of a field, or nil if the record has no field of that name.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the record came damaged from a storage.
    /// - Complexity: O(bytes before the field).
    public func value(of name: String) throws(StorageError) -> Value? {
        let wanted = Array(name.utf8)
        var position = 0
        let span = bytes.span
        while position < span.count {
            let count = try RecordReader.takeLength(span, &position)
            let isWanted = bytes[position..<position + count].elementsEqual(wanted)
            position += count
            if isWanted { return try RecordReader.takeValue(span, &position) }
            try RecordReader.skipValue(span, &position)
        }
        return nil
    }
}

extension Record: ExpressibleByDictionaryLiteral {
    /// A record of the given fields.
    ///
    /// - Precondition: No name occurs twice, and no value is nested too deeply. Use
    ///   ``init(_:)`` for fields that come from elsewhere.
    public init(dictionaryLiteral elements: (String, Value)...) {
        do {
            try self.init(elements.map { (name: $0.0, value: $0.1) })
        } catch {
            preconditionFailure(error.message)
        }
    }
}

extension Value {
    /// How many arrays and objects stand around the innermost value; null has none.
    var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let record): 1 + record.depth
        default: 0
        }
    }
}

extension Record {
    /// How deeply the values of the record nest.
    ///
    /// A record is made with its depth checked, so that this recursion is bounded.
    var depth: Int {
        do throws(StorageError) {
            return try RecordReader.depth(ofRecord: bytes.span)
        } catch {
            return Limits.maximumDepth + 1
        }
    }
}
