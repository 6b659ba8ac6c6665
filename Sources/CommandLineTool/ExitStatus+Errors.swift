import StorageCore

extension ExitStatus {
    /// How a tool ends that does `work`. What that throws is said on standard error, in one line.
    package static func of(
        _ output: Output, _ work: () async throws -> ExitStatus
    ) async -> ExitStatus {
        do {
            return try await work()
        } catch let error as UsageError {
            output.fail("\(error.code): \(error.message)")
            return .usage
        } catch let error as StorageError {
            output.fail(error.description)
            return .failed
        } catch {
            output.fail("internalFault: \(error)")
            return .failed
        }
    }
}
