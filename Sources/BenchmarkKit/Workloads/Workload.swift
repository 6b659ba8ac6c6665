/// A piece of work whose time is measured.
public struct Workload: Sendable {
    /// The name in rows of JSON and on the command line.
    public let name: String

    /// What is done, and what one operation of it is.
    public let title: String

    private let preparing: @Sendable (Session) throws -> Work?

    /// Describes a workload.
    ///
    /// `prepare` does what is not measured; it returns nil if the session's store does not take
    /// part.
    public init(
        _ name: String, _ title: String, prepare: @escaping @Sendable (Session) throws -> Work?
    ) {
        self.name = name
        self.title = title
        preparing = prepare
    }

    /// Makes ready what is to be measured, or returns nil if the store does not take part.
    public func prepare(_ session: Session) throws -> Work? {
        try preparing(session)
    }
}

/// What is measured of a workload.
public struct Work {
    /// How many operations it has.
    public let operations: Int

    private let body: () async throws -> UInt64
    private let finishing: () throws -> Void

    /// Work that is done by `body`, which returns what it read, added up; `finish` puts away what it
    /// needed, which is not measured.
    public init(
        operations: Int, finish: @escaping () throws -> Void = {},
        body: @escaping () async throws -> UInt64
    ) {
        self.operations = operations
        self.body = body
        finishing = finish
    }

    /// Does it, and returns what was read, added up.
    public func run() async throws -> UInt64 { try await body() }

    /// Puts away what it needed.
    public func finish() throws { try finishing() }
}
