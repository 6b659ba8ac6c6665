/// Bytes that can be overwritten while they are lent, as those of an engine's page can be.
@safe
final class LentBytes {
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) {
        unsafe buffer = .allocate(capacity: bytes.count)
        _ = unsafe buffer.initialize(from: bytes)
    }

    func lend(_ body: (Span<UInt8>) throws -> Void) rethrows {
        try body(unsafe buffer.span)
    }

    func overwrite() {
        unsafe buffer.update(repeating: 0xEE)
    }

    deinit {
        unsafe buffer.deallocate()
    }
}
