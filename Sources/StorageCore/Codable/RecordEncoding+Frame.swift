extension RecordEncoding {
    /// What the value of a frame is.
    enum Shape {
        case undecided, single, keyed, unkeyed
    }

    /// A value that is being written.
    struct Frame {
        /// The number of the value, or zero if it has ended.
        var serial: Int
        /// The offset of the value's tag.
        let start: Int
        let firstField: Int
        let firstBranch: Int
        /// How many containers stand around the value, the record itself not counted.
        let depth: Int
        let type: Any.Type
        var shape = Shape.undecided
        /// How many elements belong together in a value that has no order of its own, or zero.
        var elementsPerMember = 0
        var count = 0
    }
}

extension RecordEncoding.Frame {
    /// How many containers stand around a value inside this one.
    var innerDepth: Int {
        depth + (shape == .keyed || shape == .unkeyed ? 1 : 0)
    }

    /// How many bytes the length of a container takes.
    static let lengthSize = 4

    /// How many bytes the tag and the length of a container take.
    static let headerSize = 5

    /// The offset behind the tag and the length of a container.
    var contentStart: Int { start + Self.headerSize }
}
