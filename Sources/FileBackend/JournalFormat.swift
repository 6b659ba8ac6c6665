import StorageCore

/// The lines of a journal: a header, then one line for each commit.
///
/// ```json
/// {"format":"swift-storage-journal","version":1,"checkpoint":7,"crc32c":"1c291ca3"}
/// {"synchronized":true,"changes":[{"put":"languages","key":"en","record":{"name":"English"}}],"crc32c":"…"}
/// ```
///
/// The changes of a line, in their order, are `{"create":collection}`,
/// `{"put":collection,"key":…,"record":…}`, `{"delete":collection,"key":…}` and
/// `{"deleteRange":collection,"from":bytes,"until":bytes}`, whose bounds are encoded keys or
/// beginnings of them in hexadecimal digits, or missing.
///
/// `crc32c` is the check value of all bytes of the journal in front of that member: no line can be
/// changed, taken out or moved unnoticed. `synchronized` says that the line was on disk before
/// its commit was acknowledged, and so that all lines before it were.
enum JournalFormat {
    static let format = "swift-storage-journal"
    static let version = 1

    /// The first line, for a journal whose changes follow on a checkpoint.
    static func header(checkpoint: Int, _ checksum: inout CRC32C) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"format\":")
        writer.append(format)
        writer.append(raw: ",\"version\":")
        writer.append(version)
        writer.append(raw: ",\"checkpoint\":")
        writer.append(checkpoint)
        return seal(&writer, &checksum)
    }

    /// The line of a commit.
    static func line(
        _ changes: TablesChanges, isSynchronized: Bool, _ checksum: inout CRC32C
    ) throws(StorageError) -> [UInt8] {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(512)
        writer.append(raw: isSynchronized ? "{\"synchronized\":true" : "{\"synchronized\":false")
        writer.append(raw: ",\"changes\":[")
        for (index, change) in changes.enumerated() {
            if index > 0 { writer.append(raw: ",") }
            try append(change, to: &writer)
        }
        writer.append(raw: "]")
        return seal(&writer, &checksum)
    }

    private static func append(
        _ change: TablesChange, to writer: inout JSONWriter
    ) throws(StorageError) {
        switch change {
        case .prepare(let collection):
            writer.append(raw: "{\"create\":")
            writer.append(collection)
        case .put(let collection, let key, let record):
            writer.append(raw: "{\"put\":")
            writer.append(collection)
            writer.append(raw: ",\"key\":")
            try writer.append(key: key)
            writer.append(raw: ",\"record\":")
            try writer.append(record: record.span)
        case .delete(let collection, let key):
            writer.append(raw: "{\"delete\":")
            writer.append(collection)
            writer.append(raw: ",\"key\":")
            try writer.append(key: key)
        case .deleteRange(let collection, let range):
            writer.append(raw: "{\"deleteRange\":")
            writer.append(collection)
            if let bound = range.lowerBound {
                writer.append(raw: ",\"from\":")
                writer.append(bound.hexadecimal)
            }
            if let bound = range.upperBound {
                writer.append(raw: ",\"until\":")
                writer.append(bound.hexadecimal)
            }
        }
        writer.append(raw: "}")
    }

    /// Adds the check value and the end of the line, and takes all of it into `checksum`.
    private static func seal(
        _ line: inout JSONWriter, _ checksum: inout CRC32C
    ) -> [UInt8] {
        checksum.update(line.bytes.span)
        let end = seal(checksum)
        checksum.update(end.span)
        line.bytes += end
        return line.bytes
    }

    /// The end of a line in front of which the bytes have the check value of `checksum`.
    static func seal(_ checksum: CRC32C) -> [UInt8] {
        let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum.value >> $0) }
        var writer = JSONWriter()
        writer.append(raw: ",\"crc32c\":\"")
        writer.bytes += digits.hexadecimal.utf8
        writer.append(raw: "\"}\n")
        return writer.bytes
    }
}
