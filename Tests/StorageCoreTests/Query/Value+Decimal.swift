import Foundation
import StorageCore

extension Value {
    /// The decimal with these digits.
    static func decimal(digits: String) -> Value {
        .decimal(Decimal(string: digits) ?? .nan)
    }
}
