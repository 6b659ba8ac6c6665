import StorageCore

extension QueryColumn {
    /// The values that compare so with a text, or nil if SQL cannot say that.
    func matches(_ match: TextMatch, _ text: String) -> SQLCondition? {
        guard let kind else { return nil }
        guard kind == .string else { return .never }
        let bytes = Array(text.utf8)
        guard match == .equals || !bytes.isEmpty else { return isNotNull }
        // As bytes: some functions take a NUL for the end of a text.
        let content = "CAST(\(sql) AS BLOB)"
        switch match {
        case .equals: return compare(.equal, .text(bytes))
        case .startsWith:
            // UTF-8 has no byte 0xFF.
            var end = bytes
            end[end.count - 1] += 1
            return .conjunction([
                compare(.greaterOrEqual, .text(bytes)), compare(.less, .text(end)),
            ])
        case .endsWith:
            return SQLCondition(
                "substr(\(content), ?) = ?", [.integer(-Int64(bytes.count)), .blob(bytes)])
        case .contains: return SQLCondition("instr(\(content), ?) > 0", [.blob(bytes)])
        }
    }
}
