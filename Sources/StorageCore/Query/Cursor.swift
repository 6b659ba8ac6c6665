/// Where a page of a query ends.
///
/// A cursor holds the record's place in the order, not its number: records that others insert or
/// delete do not shift what follows, and the record itself may be deleted. It can be kept as text
/// for as long as its query stays the same.
public struct Cursor: Hashable, Sendable {
    /// Which side of a cursor a query asks for.
    public enum Position: Hashable, Sendable {
        /// What follows the cursor's record.
        case after(Cursor)
        /// What precedes the cursor's record.
        case before(Cursor)
    }

    /// What tells the query apart from others.
    let fingerprint: UInt64
    /// The record's values in the parts of the order.
    let values: [Value]
    let key: Key
}

extension Cursor: LosslessStringConvertible, Codable {
    private static let version: UInt8 = 1

    /// The cursor as text: letters, digits, `-` and `_`.
    public var description: String {
        var writer = RecordWriter()
        writer.bytes.append(Self.version)
        writer.append(Int64(bitPattern: fingerprint))
        writer.append(bytes: key.bytes)
        writer.append(.array(values))
        writer.append(Int64(bitPattern: FNV1a.hash(writer.bytes)))
        let content = writer.bytes
        var text: [UInt8] = []
        Base64.append(content.span, to: &text)
        // The alphabet for URLs and file names (RFC 4648, section 5), without padding.
        return String(
            decoding: text.filter { $0 != UInt8(ascii: "=") }.map {
                $0 == UInt8(ascii: "+")
                    ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }, as: UTF8.self)
    }

    /// A cursor from its text, or nil if it is damaged or of another version.
    public init?(_ description: String) {
        do {
            try self.init(text: description)
        } catch {
            return nil
        }
    }

    /// A cursor from its text.
    ///
    /// - Throws: ``StorageError/Code/invalidCursor`` if it is damaged or of another version.
    public init(text: String) throws(StorageError) {
        var base64 = text.utf8.map {
            $0 == UInt8(ascii: "-")
                ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        while base64.count % 4 != 0 { base64.append(UInt8(ascii: "=")) }
        guard let bytes = Base64.decode(base64.span), let cursor = Self.decode(bytes) else {
            throw StorageError(
                .invalidCursor,
                "'\(text)' is not a cursor of this version, or not a whole one; begin with the "
                    + "first page again")
        }
        self = cursor
    }

    private static func decode(_ bytes: [UInt8]) -> Cursor? {
        let span = bytes.span
        var position = 1
        do throws(StorageError) {
            guard bytes.first == version,
                case .int(let fingerprint) = try RecordReader.takeValue(span, &position),
                case .bytes(let key) = try RecordReader.takeValue(span, &position),
                case .array(let values) = try RecordReader.takeValue(span, &position)
            else { return nil }
            let end = position
            guard case .int(let checksum) = try RecordReader.takeValue(span, &position),
                position == bytes.count,
                UInt64(bitPattern: checksum) == FNV1a.hash(bytes[..<end])
            else { return nil }
            return Cursor(
                fingerprint: UInt64(bitPattern: fingerprint), values: values,
                key: try Key(encoded: key))
        } catch {
            return nil
        }
    }

    /// Reads the cursor's text.
    public init(from decoder: any Decoder) throws {
        try self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the cursor's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The hash FNV-1a of 64 bits: short, stable, and no protection against anybody.
enum FNV1a {
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}

extension Query {
    /// What a cursor of this query on `collection` remembers of it: where and how records are
    /// found, not which part of them is asked for.
    func fingerprint(in collection: String) -> UInt64 {
        let text =
            [collection, filter.description] + orders.map(\.description)
        return FNV1a.hash(text.joined(separator: "\u{0}").utf8)
    }

    /// Refuses what makes no sense in any collection.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` for a negative limit or offset, or a filter
    ///   that nests too deeply; ``StorageError/Code/invalidCursor`` for a cursor of another query.
    func validate(in collection: String) throws(StorageError) {
        try filter.checkDepth(in: collection)
        for (name, number) in [("limit", limit ?? 0), ("offset", offset)] where number < 0 {
            throw StorageError(
                .invalidArgument,
                "a query's \(name) cannot be negative, as \(number) is; leave it out to get "
                    + "everything",
                collection: collection)
        }
        switch position {
        case .after(let cursor), .before(let cursor):
            guard cursor.fingerprint == fingerprint(in: collection),
                cursor.values.count == orders.count
            else {
                throw StorageError(
                    .invalidCursor,
                    "the cursor belongs to another query: filter, order or collection are not the "
                        + "same; begin with the first page again",
                    collection: collection)
            }
        case nil: break
        }
    }
}
