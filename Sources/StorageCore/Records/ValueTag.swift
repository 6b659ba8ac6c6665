/// The byte that begins a value in a record's encoding. `Documentation/FileFormat.md` has the
/// table.
package enum ValueTag: UInt8 {
    case null = 0x00
    case `false` = 0x01
    case `true` = 0x02
    case int = 0x03
    case uint = 0x04
    case double = 0x05
    case decimal = 0x06
    case string = 0x07
    case bytes = 0x08
    case date = 0x09
    case uuid = 0x0A
    case array = 0x0B
    case object = 0x0C

    /// No tag is above this byte.
    static let highest: UInt8 = 0x0C
}
