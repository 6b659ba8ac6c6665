import StorageCore

extension Worker {
    /// Does what a runner or a check asks for: called by a program that was started as a worker.
    ///
    /// What the backend prints goes to the standard error. The process has to end when this returns,
    /// and is ended when the one that started it is gone.
    ///
    /// - Parameters:
    ///   - harness: How a storage of the backend is opened.
    ///   - checks: The checks that the runner has registered.
    ///   - request: What the runner asks for: the last word of the command line.
    /// - Throws: ``/StorageCore/StorageError`` if the request is none, or the runner is gone.
    public static func serve(
        _ harness: any Harness, checks: [Check] = Check.all,
        request: String = CommandLine.arguments.last ?? ""
    ) async throws {
        switch try read(request) {
        case .checks(let request): try await serve(harness, checks, request)
        case .role(let request): try serve(harness, request)
        }
    }

    private static func serve(
        _ harness: any Harness, _ checks: [Check], _ request: CheckRequest
    ) async throws {
        let registered = Dictionary(
            uniqueKeysWithValues: (checks + [.survey]).map { ($0.id, $0) })
        let channel = try WorkerChannel()
        for id in request.checks {
            guard let check = registered[id] else {
                throw StorageError(
                    .invalidArgument,
                    "the worker has no check '\(id)'; give it the checks that the runner has")
            }
            try channel.send(WorkerEvent.started(check: id))
            let entry = await check.entry(
                on: harness, seed: request.seed, effort: request.effort, worker: request.worker)
            try channel.send(
                WorkerEvent.ended(
                    check: id, WorkerVerdict(entry.verdict), entry.observations, entry.survey,
                    lastCalls: entry.lastCalls))
        }
    }

    private static func serve(_ harness: any Harness, _ request: RoleRequest) throws {
        let channel = try WorkerChannel()
        guard let role = Role.all.first(where: { $0.name == request.role }) else {
            throw StorageError(.invalidArgument, "there is no role '\(request.role)'")
        }
        do {
            try role.body(Stage(harness, request, channel))
            try channel.send(Word.done)
        } catch {
            try channel.send(Word(error))
        }
    }

    private static func read(_ request: String) throws(StorageError) -> WorkerRequest {
        do {
            return try WorkerRequest(jsonLine: request)
        } catch {
            throw StorageError(
                .invalidArgument,
                "'\(request)' is no request to a worker; only a runner starts one", cause: error)
        }
    }
}
