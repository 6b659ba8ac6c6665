/// A contender's store in one round, which workloads find as the ones before left it.
///
/// One task at a time uses it.
public final class Session {
    /// Whose store it is.
    public let contender: Contender
    /// What there is to do.
    public let plan: Plan
    /// The open store.
    public private(set) var store: any Store

    private let opener: Contender.Opener
    private let folder: String

    /// Opens a contender's store in a folder.
    public init(
        _ contender: Contender, _ plan: Plan, _ opener: @escaping Contender.Opener,
        in folder: String
    ) throws {
        self.contender = contender
        self.plan = plan
        self.opener = opener
        self.folder = folder
        store = try opener(folder)
    }

    /// The store, if it takes part in all workloads.
    public var table: (any TableStore)? { store as? any TableStore }

    /// Opens the store again, which has been closed.
    public func reopen() throws {
        store = try opener(folder)
    }
}
