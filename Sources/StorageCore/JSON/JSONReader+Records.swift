extension JSONReader {
    /// Takes a record and returns its encoding.
    ///
    /// - Complexity: O(bytes), and O(n log n) for objects whose members are not sorted.
    package mutating func record() throws(StorageError) -> [UInt8] {
        output.bytes.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        let start = try valueStart()
        let isObject = bytes[start] == UInt8(ascii: "{")
        let form = isObject ? try formOfObject() : nil
        guard isObject, form == nil || form == .object else {
            throw error("expected a record here: an object in braces", at: start)
        }
        if form != nil { try expect("{") } else { position += 1 }
        try appendMembers(depth: 0)
        if form != nil { try expect("}") }
        guard output.bytes.count <= Limits.standard.maximumRecordSize else {
            throw error("the record that begins here is too large; split it", at: start)
        }
        return output.bytes.span.array
    }

    /// Takes any value and returns its encoding.
    package mutating func value() throws(StorageError) -> [UInt8] {
        output.bytes.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        try appendValue(depth: 0)
        return output.bytes.span.array
    }

    /// Writes the next value to ``output``; `depth` containers stand around it.
    mutating func appendValue(depth: Int) throws(StorageError) {
        let start = try valueStart()
        switch bytes[start] {
        case UInt8(ascii: "\""): try appendString()
        case UInt8(ascii: "{"): try appendObject(depth: depth)
        case UInt8(ascii: "["): try appendArray(depth: depth)
        case UInt8(ascii: "t"): try appendWord("true", .true)
        case UInt8(ascii: "f"): try appendWord("false", .false)
        case UInt8(ascii: "n"): try appendWord("null", .null)
        default:
            guard isAtNumber else { throw notAValue }
            switch try number() {
            case .int(let value): output.append(value)
            case .double(let value): output.append(value)
            }
        }
    }

    private mutating func appendString() throws(StorageError) {
        output.append(tag: .string)
        try appendContent()
    }

    /// Writes the next string with its length, as the encoding has names and strings, and returns
    /// where the string stands in ``output``.
    @discardableResult
    private mutating func appendContent() throws(StorageError) -> Range<Int> {
        let content = try stringContent()
        let count = count(content)
        output.appendLength(count)
        let start = output.bytes.count
        switch content {
        case .plain(let range): output.bytes.append(contentsOf: bytes[range])
        case .unescaped: output.bytes.append(contentsOf: unescaped)
        }
        return start..<start + count
    }

    private func count(_ content: StringContent) -> Int {
        switch content {
        case .plain(let range): range.count
        case .unescaped: unescaped.count
        }
    }

    private mutating func appendWord(_ word: StaticString, _ tag: ValueTag) throws(StorageError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual(word.description.utf8) else {
            throw notAValue
        }
        position = end
        output.append(tag: tag)
    }

    private mutating func appendArray(depth: Int) throws(StorageError) {
        try checkDepth(depth)
        let start = output.beginContainer(.array)
        try beginArray()
        while try nextElement() { try appendValue(depth: depth + 1) }
        try endContainer(start)
    }

    private mutating func appendObject(depth: Int) throws(StorageError) {
        let form = try formOfObject()
        if let form, form != .object { return try appendForm(form) }
        try checkDepth(depth)
        if form != nil { try expect("{") } else { position += 1 }
        let start = output.beginContainer(.object)
        try appendMembers(depth: depth + 1)
        try endContainer(start)
        if form != nil { try expect("}") }
    }

    private mutating func endContainer(_ start: Int) throws(StorageError) {
        guard output.bytes.count - start <= Limits.standard.maximumRecordSize else {
            throw error("the value that ends here is too large; split it")
        }
        output.endContainer(start)
    }

    private func checkDepth(_ depth: Int) throws(StorageError) {
        guard depth < Limits.maximumDepth else {
            throw error("values nest deeper than \(Limits.maximumDepth) levels here; flatten them")
        }
    }

    private var notAValue: StorageError {
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

extension JSONReader {
    /// Writes the members of an object whose brace has been taken, and takes the closing brace.
    mutating func appendMembers(depth: Int) throws(StorageError) {
        let firstMember = members.count
        let content = output.bytes.count
        var isSorted = true
        isAtFirst = true
        while try next(orTake: "}", "a member") {
            let member = try appendMember(depth: depth)
            if isSorted, members.count > firstMember, let last = members.last {
                isSorted = precedes(last.name, member.name)
            }
            members.append(member)
        }
        if !isSorted { try sortMembers(from: firstMember, content: content) }
        members.removeSubrange(firstMember...)
    }

    private mutating func appendMember(depth: Int) throws(StorageError) -> Member {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
        let namePosition = position
        let start = output.bytes.count
        let name = try appendContent()
        try expect(":")
        try appendValue(depth: depth)
        return Member(
            encoded: start..<output.bytes.count, name: name, position: namePosition)
    }

    private func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let bytes = output.bytes.span
        return bytes.extracting(left).precedes(bytes.extracting(right))
    }

    /// Puts the members that stand from `content` on into the order of their names.
    private mutating func sortMembers(from first: Int, content: Int) throws(StorageError) {
        let sorted = members[first...].sorted { precedes($0.name, $1.name) }
        for (member, next) in zip(sorted, sorted.dropFirst())
        where !precedes(member.name, next.name) {
            let name = String(decoding: output.bytes[member.name], as: UTF8.self).escaped
            throw error(
                "the member '\(name)' occurs twice in this object; keep one of them",
                at: max(member.position, next.position))
        }
        let unsorted = Array(output.bytes[content...])
        output.bytes.removeSubrange(content...)
        for member in sorted {
            let range = member.encoded.lowerBound - content..<member.encoded.upperBound - content
            output.bytes.append(contentsOf: unsorted[range])
        }
    }
}
