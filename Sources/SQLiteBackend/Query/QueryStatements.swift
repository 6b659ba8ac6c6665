/// The statements of queries that are not in use, by their SQL: a bounded number of those that were
/// used last.
///
/// Constants are parameters, so that queries which differ in nothing else share a statement.
struct QueryStatements {
    /// By the bytes of the SQL: names that are equal as strings may differ in them.
    private var idle: [[UInt8]: (statement: Statement, lastUse: Int)] = [:]
    private var uses = 0

    private static let maximumCount = 32

    /// Longer statements are not kept: they hold much memory, and seldom come back.
    private static let maximumSize = 16 << 10

    /// Takes a statement out, or returns nil if there is none.
    mutating func take(_ sql: String) -> Statement? {
        idle.removeValue(forKey: Array(sql.utf8))?.statement
    }

    /// Puts a statement back.
    ///
    /// - Complexity: O(1), and O(kept statements) if one of them has to make room.
    mutating func put(_ statement: Statement, _ sql: String) {
        guard sql.utf8.count <= Self.maximumSize else { return }
        uses += 1
        idle[Array(sql.utf8)] = (statement, uses)
        guard idle.count > Self.maximumCount else { return }
        if let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            idle[oldest.key] = nil
        }
    }
}
