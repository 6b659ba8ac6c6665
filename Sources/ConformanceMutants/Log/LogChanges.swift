import StorageCore

/// The changes of a commit as bytes. They say the same whatever the tables hold.
enum LogChanges {
    private enum Tag {
        static let end: UInt8 = 0
        static let prepare: UInt8 = 1
        static let put: UInt8 = 2
        static let delete: UInt8 = 3
    }

    /// The changes as bytes, ranges as the keys in them.
    static func bytes(_ changes: some Sequence<TablesChange>, on tables: Tables) -> [UInt8] {
        var (bytes, tables): ([UInt8], Tables) = ([], tables)
        for change in changes {
            var parts: [[UInt8]] = []
            switch change {
            case .prepare(let name): parts = [[Tag.prepare], text(name)]
            case .put(let name, let key, let record):
                parts = [[Tag.put], text(name), sized(key), sized(record)]
            case .delete(let name, let key): parts = [[Tag.delete], text(name), sized(key)]
            case .deleteRange(let name, let range):
                let handle = tables.prepare(name)
                tables[handle].scan(range, reversed: false) { key, _ in
                    parts += [[Tag.delete], text(name), sized(key.array)]
                    return true
                }
            }
            let part = parts.flatMap(\.self)
            _ = apply(part[...], to: &tables)
            bytes += part
        }
        return bytes
    }

    /// All that tables hold, as changes.
    static func bytes(_ tables: Tables) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in tables.names {
            guard let handle = tables.handle(named: name) else { continue }
            bytes += [Tag.prepare] + text(name)
            tables[handle].scan(.all, reversed: false) { key, record in
                bytes += [Tag.put] + text(name) + sized(key.array) + sized(record)
                return true
            }
        }
        return bytes
    }

    /// Applies changes. Returns false if the bytes are none.
    static func apply(_ bytes: ArraySlice<UInt8>, to tables: inout Tables) -> Bool {
        var rest = bytes
        func take() -> [UInt8]? {
            guard rest.count >= 4 else { return nil }
            let count = Int(LogFrame.value(rest.prefix(4)))
            guard rest.count >= 4 + count else { return nil }
            defer { rest = rest.dropFirst(4 + count) }
            return Array(rest.dropFirst(4).prefix(count))
        }
        while let tag = rest.popFirst(), tag != Tag.end {
            guard let name = take() else { return false }
            let handle = tables.prepare(String(decoding: name, as: UTF8.self))
            switch tag {
            case Tag.prepare: continue
            case Tag.put:
                guard let key = take(), let record = take() else { return false }
                tables[handle].updateValue(record, for: key.span)
            case Tag.delete:
                guard let key = take() else { return false }
                tables[handle].removeValue(for: key.span)
            default: return false
            }
        }
        return true
    }

    private static func text(_ name: String) -> [UInt8] { sized(Array(name.utf8)) }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        LogFrame.number(UInt64(bytes.count), 4) + bytes
    }
}
