/// A string that equals another one only if their UTF-8 bytes are the same.
///
/// `String` itself finds canonical equivalents equal, so that two names which every engine keeps
/// apart would share one place in a dictionary.
package struct ExactString: Hashable, Sendable, Comparable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.isIdentical(to: right.string)
    }

    package static func < (left: ExactString, right: ExactString) -> Bool {
        left.string.precedesInUTF8(right.string)
    }

    package func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
