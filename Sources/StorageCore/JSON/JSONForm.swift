/// The one-member objects that stand for what plain JSON cannot say.
///
/// An object is one of these if its only member's name begins with a dollar sign. An object of
/// several members is always itself.
package enum JSONForm: String, CaseIterable, Sendable {
    /// An integer above `Int64.max`.
    case uint = "$uint"
    /// A Double that is not a finite number.
    case double = "$double"
    case decimal = "$decimal"
    /// Bytes in base 64.
    case bytes = "$bytes"
    case date = "$date"
    case uuid = "$uuid"
    /// An object that would be taken for one of these forms.
    case object = "$object"

    /// The forms that keys can have.
    static let keyForms: [JSONForm] = [.uint, .bytes, .date, .uuid]

    /// The form of this name, or nil if there is none.
    init?(name: Span<UInt8>) {
        guard name.count <= 8 else { return nil }
        let word = Word(name)
        for (known, form) in Self.words where known == word {
            self = form
            return
        }
        return nil
    }

    private static let words = allCases.map { (Word(Array($0.rawValue.utf8).span), $0) }

    /// A name of at most eight bytes, to be compared at once.
    private struct Word: Equatable {
        var size: Int
        var bytes: UInt64 = 0

        init(_ name: Span<UInt8>) {
            size = name.count
            for index in name.indices { bytes = bytes << 8 | UInt64(name[index]) }
        }
    }

    static func list(_ forms: [JSONForm]) -> String {
        forms.map(\.rawValue).sorted().joined(separator: ", ")
    }
}

/// What is wrong with a piece of text, before it is known where the text stands.
struct JSONFault: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
