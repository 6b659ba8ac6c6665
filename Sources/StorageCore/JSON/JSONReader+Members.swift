extension JSONReader {
    /// A member of an object that is being written to the output.
    private struct Member {
        /// Where the encoded name and value stand in the output.
        var encoded: Range<Int>
        /// Where the name itself stands in the output.
        var name: Range<Int>
        /// The beginning of the name, which sorts as names do that begin in different ways.
        var order: UInt64
        /// Where the name stands in the text.
        var position: Int

        @inline(__always)
        func precedes(_ other: Member, in encoding: Span<UInt8>) -> Bool {
            if order != other.order { return order < other.order }
            return encoding.extracting(name).precedes(encoding.extracting(other.name))
        }
    }

    /// Writes the members of an object whose brace has been taken, and takes the closing brace.
    mutating func appendMembers(to output: inout RecordBytes, depth: Int) throws(StorageError) {
        let content = output.count
        var last: Member?
        isAtFirst = true
        while try next(orTake: "}", "a member") {
            let member = try appendMember(to: &output, depth: depth)
            if let last, !output.lend({ last.precedes(member, in: $0) }) {
                return try appendUnsortedMembers(
                    from: content, member, to: &output, depth: depth)
            }
            last = member
        }
    }

    @inline(__always)
    private mutating func appendMember(
        to output: inout RecordBytes, depth: Int
    ) throws(StorageError) -> Member {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
        let position = position
        let start = output.count
        let content = try stringContent()
        let order = order(of: content)
        append(content, to: &output)
        let name = output.count - size(of: content)..<output.count
        try expect(":")
        try appendValue(to: &output, depth: depth)
        return Member(
            encoded: start..<output.count, name: name, order: order, position: position)
    }
}

/// Objects whose members do not stand in the order of their names.
extension JSONReader {
    /// Takes the rest of an object, and puts its members, which stand from `content` on, into the
    /// order of their names.
    ///
    /// `member` was taken last, and is the first that does not stand in order.
    private mutating func appendUnsortedMembers(
        from content: Int, _ member: Member, to output: inout RecordBytes, depth: Int
    ) throws(StorageError) {
        var members = try sortedMembers(content..<member.encoded.lowerBound, of: output)
        members.append(member)
        while try next(orTake: "}", "a member") {
            members.append(try appendMember(to: &output, depth: depth))
        }
        let sorted = output.lend { bytes in members.sorted { $0.precedes($1, in: bytes) } }
        for (member, next) in zip(sorted, sorted.dropFirst())
        where !output.lend({ member.precedes(next, in: $0) }) {
            let name = output.lend { $0.extracting(member.name).array }
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
                let name = position..<position + size
                position = name.upperBound
                try RecordReader.skipValue(bytes, &position)
                members.append(
                    Member(
                        encoded: start..<position, name: name, order: bytes.order(of: name),
                        position: 0))
            }
            return members
        }
    }
}
