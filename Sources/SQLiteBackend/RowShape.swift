import StorageCore

/// Some columns of a table in plain memory, for the loops over rows.
// @unchecked: the memory is written by the initialiser only.
@safe
final class RowShape: @unchecked Sendable {
    @unsafe
    struct Entry {
        /// How a record's encoding begins the field: the length of its name, the name, and the tag
        /// of the column's values. ``ByteSink/padding`` more bytes can be read.
        let header: UnsafePointer<UInt8>
        let headerCount: Int
        let name: UnsafePointer<UInt8>
        let nameCount: Int
        /// The tag of the column's values, that of `false` for a Boolean.
        let tag: UInt8
        let kind: FieldKind
    }

    let columns: [Column]
    let entries: UnsafeMutableBufferPointer<Entry>
    /// Room for the fields of all columns, except for the content of texts and bytes.
    let fixedSize: Int
    private let names: ByteSink

    /// The most bytes that a value has behind its tag, texts and bytes aside: those of a decimal.
    private static let maximumValueSize = 18

    /// - Precondition: The columns are sorted by the UTF-8 bytes of the fields' names.
    init(_ columns: [Column]) {
        self.columns = columns
        var sizes: [(header: Int, name: Int)] = []
        var sink = unsafe ByteSink()
        for column in columns {
            let before = unsafe sink.count
            let bytes = Array(column.field.utf8)
            unsafe sink.appendLength(bytes.count)
            unsafe bytes.withUnsafeBufferPointer {
                unsafe sink.append($0.baseAddress, count: $0.count)
            }
            unsafe sink.append(Self.tag(of: column.kind))
            sizes.append((unsafe sink.count - before, bytes.count))
        }
        fixedSize = unsafe sink.count + columns.count * Self.maximumValueSize + ByteSink.padding
        unsafe sink.reserve(ByteSink.padding)
        unsafe names = sink
        unsafe entries = .allocate(capacity: columns.count)
        var position = unsafe UnsafePointer(sink.base)
        for (index, column) in columns.enumerated() {
            let size = sizes[index]
            let entry = unsafe Entry(
                header: position, headerCount: size.header,
                name: position + (size.header - size.name - 1), nameCount: size.name,
                tag: Self.tag(of: column.kind), kind: column.kind)
            unsafe entries.initializeElement(at: index, to: entry)
            unsafe position += size.header
        }
    }

    deinit {
        unsafe entries.deallocate()
        unsafe names.deallocate()
    }

    private static func tag(of kind: FieldKind) -> UInt8 {
        let tag: ValueTag =
            switch kind {
            case .bool: .false
            case .int: .int
            case .double: .double
            case .decimal: .decimal
            case .string: .string
            case .bytes: .bytes
            case .date: .date
            case .uuid: .uuid
            case .array: .array
            case .object: .object
            }
        return tag.rawValue
    }
}
