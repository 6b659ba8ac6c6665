import StorageCore

/// Names of tables and columns for names that may be anything.
enum Identifier {
    /// Longer names are cut: they are for people to recognise, the layout has the exact ones.
    private static let maximumLength = 120

    /// A free name as like `wanted` as SQLite allows.
    static func free(
        _ wanted: String, isTaken: (String) throws(StorageError) -> Bool
    ) throws(StorageError) -> String {
        let base = usable(wanted)
        var name = base
        var number = 2
        while try isTaken(name) {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }

    /// The columns for new fields beside those that a table has.
    static func columns(
        _ fields: ArraySlice<FieldSchema>, beside columns: [Column]
    ) -> [Column] {
        let own = [Table.keyName, Table.restName, Table.oddName]
        var taken = Set((own + columns.map(\.name)).map(folded))
        return fields.map { field in
            let base = usable(field.name)
            var name = base
            var number = 2
            while !taken.insert(folded(name)).inserted {
                name = "\(base)_\(number)"
                number += 1
            }
            return Column(field: field.name, name: name, kind: field.kind)
        }
    }

    /// The name without what SQLite refuses: nothing at all, NUL, its own prefix.
    private static func usable(_ wanted: String) -> String {
        var name = String(String.UnicodeScalarView(wanted.unicodeScalars.prefix(maximumLength)))
        if name.utf8.contains(0) {
            name = String(
                String.UnicodeScalarView(name.unicodeScalars.map { $0.value == 0 ? "_" : $0 }))
        }
        if name.isEmpty { return "_" }
        return String(decoding: folded(name).prefix(7), as: UTF8.self) == "sqlite_"
            ? "_" + name : name
    }

    /// The bytes by which SQLite tells names apart: it ignores the case of ASCII letters only.
    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
