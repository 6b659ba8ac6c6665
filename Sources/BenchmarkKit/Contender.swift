public import StorageCore

/// One way of using one engine.
public struct Contender: Sendable {
    /// The scheme of the engine.
    public let engine: String

    /// By which way it is used: one of ``entity``, ``codable`` and ``records``, or another one that
    /// these are compared with.
    public let path: String

    /// Whether what was written is there again after the store was closed and opened.
    public let isPersistent: Bool

    private let prepare: @Sendable (Plan) throws -> Opener

    /// Opens a store in a folder, which is empty or holds what an earlier one left there.
    public typealias Opener = @Sendable (_ folder: String) throws -> any Store

    /// A DAO of a model that has ``Entity(_:)``.
    public static let entity = "@Entity"
    /// A DAO of a model that is `Codable`.
    public static let codable = "Codable"
    /// Records without a model.
    public static let records = "records"

    /// Describes a contender.
    ///
    /// `prepare` makes what the plan needs beforehand, which is not measured.
    public init(
        engine: String, path: String, isPersistent: Bool = true,
        prepare: @escaping @Sendable (Plan) throws -> Opener
    ) {
        self.engine = engine
        self.path = path
        self.isPersistent = isPersistent
        self.prepare = prepare
    }

    /// What opens a store for a plan.
    public func opener(for plan: Plan) throws -> Opener {
        try prepare(plan)
    }
}

extension Contender {
    /// The ways in which a program can use a backend.
    ///
    /// With `options`, which are those of a URL, their names stand behind that of each way.
    public static func all(
        _ backend: Backend, options: [String: String] = [:]
    ) -> [Contender] {
        let suffix = options.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let isPersistent = backend.capabilities.contains(.persistent)
        let backends = BackendRegistry([backend])
        @Sendable func url(_ folder: String) throws -> StorageURL {
            try StorageURL(
                scheme: backend.scheme, path: isPersistent ? folder + "/ours" : "",
                options: options)
        }
        func contender(
            _ path: String, _ prepare: @escaping @Sendable (Plan) throws -> Opener
        ) -> Contender {
            Contender(
                engine: backend.scheme, path: path + suffix, isPersistent: isPersistent,
                prepare: prepare)
        }
        return [
            contender(entity) { plan in
                let people = People<EntityPerson>(plan)
                return { try EntityStore(url($0), backends, people) }
            },
            contender(codable) { plan in
                let people = People<CodablePerson>(plan)
                return { try CodableStore(url($0), backends, people) }
            },
            contender(records) { plan in
                let people = People<LoosePerson>(plan)
                return { try RecordStore(url($0), backends, people) }
            },
        ]
    }
}
