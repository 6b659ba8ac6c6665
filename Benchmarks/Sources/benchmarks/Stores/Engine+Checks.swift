import BenchmarkKit

/// Throws what an engine says went wrong.
func check(_ code: CInt, _ operation: String) throws {
    guard code == 0 else {
        throw StoreFailure("cannot \(operation): the engine says \(code)")
    }
}

/// What an engine opened or made.
func opened(
    _ operation: String, _ body: (inout OpaquePointer?) -> CInt
) throws -> OpaquePointer {
    var opened: OpaquePointer?
    try check(body(&opened), operation)
    guard let opened else { throw StoreFailure("cannot \(operation): the engine gave nothing") }
    return opened
}
