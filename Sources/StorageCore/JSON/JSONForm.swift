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
    init?(name: JSONName) {
        for (form, formName) in Self.names where formName == name {
            self = form
            return
        }
        return nil
    }

    private static let names = allCases.map { ($0, JSONName($0.rawValue)) }

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
