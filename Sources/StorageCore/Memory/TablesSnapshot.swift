/// Tables as they were committed, which any number of readers share.
///
/// A class, because beginning a read counts one reference then: ``Tables`` have several.
final class TablesSnapshot: Sendable {
    let tables: Tables

    init(_ tables: Tables) {
        self.tables = tables
    }
}
