import StorageCore

/// A copy of an entry, whose room is used again for the next one.
@safe
final class EntryCopy {
    private var bytes: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private var keySize = 0
    private var size = 0

    deinit { unsafe bytes?.deallocate() }

    /// Copies the entry where the cursor stands.
    func take(from cursor: Cursor) {
        cursor.lend { key, value in
            keySize = key.count
            size = key.count + value.count
            let bytes = unsafe reserve(size)
            unsafe Self.copy(key, to: bytes)
            unsafe Self.copy(value, to: bytes + keySize)
        }
    }

    /// Copies a value alone.
    func take(_ value: Span<UInt8>) {
        keySize = 0
        size = value.count
        unsafe Self.copy(value, to: reserve(size))
    }

    /// The key, without the collection's number.
    var key: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: bytes, count: keySize))
    }

    /// Lends the copy.
    func lend<Result>(
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        let key = unsafe UnsafeBufferPointer(start: bytes, count: keySize)
        let value = unsafe UnsafeBufferPointer(
            start: bytes.map { unsafe $0 + keySize }, count: size - keySize)
        return try body(unsafe key.span, unsafe value.span)
    }

    @unsafe
    private func reserve(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        if let bytes = unsafe bytes, size <= capacity { return unsafe bytes }
        unsafe bytes?.deallocate()
        capacity = max(1024, size + size / 2)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe bytes = room
        return unsafe room
    }

    private static func copy(_ source: Span<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        unsafe source.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe target.update(from: start, count: source.count)
        }
    }
}
