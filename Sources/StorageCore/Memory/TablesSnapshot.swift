/// Tables as they were committed, which the readers of a few threads share.
///
/// A class, because beginning a read counts one reference then: ``Tables`` have several. The count is
/// one that other threads do not write to.
final class TablesSnapshot: Sendable {
    let tables: Tables

    init(_ tables: Tables) {
        self.tables = tables
    }
}
