extension JSONReader {
    /// A member of an object that is being written to the output.
    private struct Member {
        /// Where the encoded name and value stand in the output.
        var encoded: Range<Int>
        var name: Name
        /// Where the name stands in the text.
        var position: Int
    }

    private struct Name {
        /// Where the name itself stands in the output.
        var range = 0..<0
        var beginning: UInt64 = 0

        @inline(__always)
        func precedes(_ other: Name, in encoding: Span<UInt8>) -> Bool {
            if beginning != other.beginning { return beginning < other.beginning }
            return encoding.extracting(range).precedes(encoding.extracting(other.range))
        }
    }

    /// Writes the members of an object whose brace has been taken, and takes the closing brace.
    mutating func appendMembers(to output: inout RecordBytes, depth: Int) throws(StorageError) {
        let content = output.count
        // Every name but the empty one stands behind it.
        var last = Name()
        isAtFirst = true
        while try next(orTake: "}", "a member") {
            let member = try appendMember(to: &output, depth: depth)
            guard output.lend({ last.precedes(member.name, in: $0) }) else {
                return try appendUnsortedMembers(
                    from: content, member, to: &output, depth: depth)
            }
            last = member.name
        }
    }

    @inline(__always)
    private mutating func appendMember(
        to output: inout RecordBytes, depth: Int
    ) throws(StorageError) -> Member {
        guard isAt(UInt8(ascii: "\"")) else { throw refusal("a name in double quotes") }
        let position = position
        let start = output.count
        let content = try stringContent()
        switch content {
        case .plain(let range): output.append(range, of: bytes.span)
        case .unescaped: output.append(0..<unescaped.count, of: unescaped.span)
        }
        let name = name(content)
        let end = output.count
        try expect(":")
        try appendValue(to: &output, depth: depth)
        return Member(
            encoded: start..<output.count,
            name: Name(range: end - name.size..<end, beginning: name.beginning),
            position: position)
    }
}

/// Objects whose members do not stand in the order of their names.
extension JSONReader {
    /// Takes the rest of an object, and puts its members, which stand from `content` on, into the
    /// order of their names.
    ///
    /// `member` was taken last. Those before it stand in order.
    private mutating func appendUnsortedMembers(
        from content: Int, _ member: Member, to output: inout RecordBytes, depth: Int
    ) throws(StorageError) {
        var members = try sortedMembers(content..<member.encoded.lowerBound, of: output)
        members.append(member)
        while try next(orTake: "}", "a member") {
            members.append(try appendMember(to: &output, depth: depth))
        }
        let sorted = output.lend { bytes in
            members.sorted { $0.name.precedes($1.name, in: bytes) }
        }
        for (member, next) in zip(sorted, sorted.dropFirst())
        where !output.lend({ member.name.precedes(next.name, in: $0) }) {
            let name = output.lend { $0.extracting(member.name.range).array }
            throw error(
                "the member '\(String(decoding: name, as: UTF8.self).escaped)' occurs twice in "
                    + "this object; keep one of them",
                at: max(member.position, next.position))
        }
        output.rearrange(from: content, sorted.map(\.encoded))
    }

    /// The members that `encoding` has.
    ///
    /// They have no positions: of two members of one name, the second one is not among them.
    private func sortedMembers(
        _ encoding: Range<Int>, of output: borrowing RecordBytes
    ) throws(StorageError) -> [Member] {
        try output.lend { (bytes) throws(StorageError) in
            var members: [Member] = []
            var position = encoding.lowerBound
            while position < encoding.upperBound {
                let start = position
                let size = try RecordReader.takeLength(bytes, &position)
                let range = position..<position + size
                let name = Name(range: range, beginning: bytes.beginning(of: range))
                position = range.upperBound
                try RecordReader.skipValue(bytes, &position)
                members.append(Member(encoded: start..<position, name: name, position: 0))
            }
            return members
        }
    }
}
