import StorageCore

/// A collection as a table.
final class Table: Sendable {
    let id: Int
    let collection: String
    /// The table's name, which is the collection's wherever SQLite can have it.
    let name: String
    let key: KeyColumn
    /// The columns of declared fields, sorted by the UTF-8 bytes of the fields' names.
    let columns: [Column]
    /// The columns as the loops over rows see them.
    let shape: RowShape

    /// The column of the key, and that of the fields without a column.
    static let keyName = "key"
    static let restName = "rest"

    /// Fields beyond these stay in the rest: SQLite has at most 2000 columns, and reads the later
    /// ones slowly.
    static let maximumColumns = 500

    init(id: Int, collection: String, name: String, key: KeyColumn, columns: [Column]) {
        self.id = id
        self.collection = collection
        self.name = name
        self.key = key
        self.columns = columns.sorted { $0.field.precedesInUTF8($1.field) }
        shape = RowShape(self.columns)
    }
}

/// A declared field as a column.
///
/// The column holds the value of a record that has the field, with exactly the declared kind, as
/// far as SQLite keeps the value bit for bit. It is NULL for all other records, whose field, if
/// they have it, is in the rest.
struct Column: Hashable, Sendable {
    let field: String
    let name: String
    let kind: FieldKind

    /// The column's type. Values are bound with exactly this type, so that none is converted.
    static func type(of kind: FieldKind) -> String {
        switch kind {
        case .bool, .int: "INTEGER"
        case .double, .date: "REAL"
        case .decimal, .string: "TEXT"
        case .bytes, .uuid, .array, .object: "BLOB"
        }
    }
}

/// The columns of a table in plain memory, for the loops over rows.
// @unchecked: the memory is written by the initialiser only.
@safe
final class RowShape: @unchecked Sendable {
    @unsafe
    struct Entry {
        /// The name as a record's encoding begins a field: its length and its UTF-8 bytes.
        let header: UnsafePointer<UInt8>
        let headerCount: Int
        let name: UnsafePointer<UInt8>
        let nameCount: Int
        let kind: FieldKind
    }

    let entries: UnsafeMutableBufferPointer<Entry>
    private var names = unsafe ByteSink()

    init(_ columns: [Column]) {
        unsafe entries = .allocate(capacity: columns.count)
        var sizes: [(header: Int, name: Int)] = []
        var sink = unsafe ByteSink()
        for column in columns {
            let before = unsafe sink.count
            let bytes = Array(column.field.utf8)
            unsafe sink.appendLength(bytes.count)
            unsafe bytes.withUnsafeBufferPointer {
                unsafe sink.append($0.baseAddress, count: $0.count)
            }
            sizes.append((unsafe sink.count - before, bytes.count))
        }
        var position = unsafe UnsafePointer(sink.base)
        for (index, column) in columns.enumerated() {
            let size = sizes[index]
            let entry = unsafe Entry(
                header: position, headerCount: size.header,
                name: position + (size.header - size.name), nameCount: size.name,
                kind: column.kind)
            unsafe entries.initializeElement(at: index, to: entry)
            unsafe position += size.header
        }
        unsafe names.deallocate()
        unsafe names = sink
    }

    deinit {
        unsafe entries.deallocate()
        unsafe names.deallocate()
    }
}

extension String {
    /// The name as SQL spells it.
    var quoted: String {
        // Scalars, not characters: a quotation mark and an accent behind it are one character.
        let parts = unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
    }
}
