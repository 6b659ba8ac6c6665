extension JSONReader {
    /// Takes a record and returns its encoding.
    ///
    /// - Complexity: O(bytes), and O(n log n) for objects whose members are not sorted.
    package mutating func record() throws(StorageError) -> [UInt8] {
        var output = emptyOutput()
        let start = try valueStart()
        let isObject = bytes[start] == UInt8(ascii: "{")
        let form = isObject ? try formOfObject() : nil
        guard isObject, form == nil || form == .object else {
            throw error("expected a record here: an object in braces", at: start)
        }
        if form != nil { try expect("{") } else { position += 1 }
        try appendMembers(to: &output, depth: 0)
        if form != nil { try expect("}") }
        guard output.count <= Limits.standard.maximumRecordSize else {
            throw error("the record that begins here is too large; split it", at: start)
        }
        return finished(output)
    }

    /// Takes any value and returns its encoding.
    package mutating func value() throws(StorageError) -> [UInt8] {
        var output = emptyOutput()
        try appendValue(to: &output, depth: 0)
        return finished(output)
    }

    private mutating func emptyOutput() -> RecordBytes {
        var output = spareOutput.take() ?? RecordBytes()
        output.removeAll()
        return output
    }

    private mutating func finished(_ output: consuming RecordBytes) -> [UInt8] {
        let encoding = output.array
        spareOutput = consume output
        return encoding
    }

    /// Writes the next value to `output`; `depth` containers stand around it.
    mutating func appendValue(to output: inout RecordBytes, depth: Int) throws(StorageError) {
        let start = try valueStart()
        switch bytes.span.byte(at: start) {
        case UInt8(ascii: "\""):
            switch try stringContent() {
            case .plain(let range): output.append(.string, range, of: bytes.span)
            case .unescaped: output.append(.string, 0..<unescaped.count, of: unescaped.span)
            }
        case UInt8(ascii: "{"): try appendObject(to: &output, depth: depth)
        case UInt8(ascii: "["): try appendArray(to: &output, depth: depth)
        case UInt8(ascii: "t"): try appendWord("true", .true, to: &output)
        case UInt8(ascii: "f"): try appendWord("false", .false, to: &output)
        case UInt8(ascii: "n"): try appendWord("null", .null, to: &output)
        default:
            guard isAtNumber else { throw notAValue() }
            switch try number() {
            case .int(let value): output.append(.int, UInt64(bitPattern: value))
            case .double(let value): output.append(.double, value.bitPattern)
            }
        }
    }

    private mutating func appendWord(
        _ word: StaticString, _ tag: ValueTag, to output: inout RecordBytes
    ) throws(StorageError) {
        guard takeWord(word) else { throw notAValue() }
        output.append(tag)
    }

    private mutating func appendArray(
        to output: inout RecordBytes, depth: Int
    ) throws(StorageError) {
        try checkDepth(depth)
        let start = output.beginContainer(.array)
        try beginArray()
        while try nextElement() { try appendValue(to: &output, depth: depth + 1) }
        try endContainer(start, in: &output)
    }

    private mutating func appendObject(
        to output: inout RecordBytes, depth: Int
    ) throws(StorageError) {
        let form = try formOfObject()
        if let form, form != .object { return try appendForm(form, to: &output) }
        try checkDepth(depth)
        if form != nil { try expect("{") } else { position += 1 }
        let start = output.beginContainer(.object)
        try appendMembers(to: &output, depth: depth + 1)
        try endContainer(start, in: &output)
        if form != nil { try expect("}") }
    }

    private mutating func endContainer(
        _ start: Int, in output: inout RecordBytes
    ) throws(StorageError) {
        guard output.count - start <= Limits.standard.maximumRecordSize else {
            throw refusal(because: "the value that ends here is too large; split it")
        }
        output.endContainer(start)
    }

    @inline(__always)
    private mutating func checkDepth(_ depth: Int) throws(StorageError) {
        guard depth < Limits.maximumDepth else { throw tooDeep() }
    }

    @inline(never)
    private mutating func tooDeep() -> StorageError {
        error("values nest deeper than \(Limits.maximumDepth) levels here; flatten them")
    }

    @inline(never)
    private mutating func notAValue() -> StorageError {
        let advice =
            switch bytes[position] {
            case UInt8(ascii: "N"), UInt8(ascii: "I"):
                #"write {"$double":"NaN"}, {"$double":"Infinity"} or {"$double":"-Infinity"}"#
            case UInt8(ascii: "'"): "put strings into double quotes"
            case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments; remove it"
            case UInt8(ascii: "+"), UInt8(ascii: "."): "a number begins with a digit or '-'"
            default: "put strings into double quotes; the words are null, true and false"
            }
        return unexpected("a value", advice)
    }
}
