import EntityExpansion

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The executable that the compiler runs for `@Entity` and the attributes inside.
///
/// A message is its size, 8 bytes in little-endian order, and that much JSON; so is the answer. The
/// compiler ends the conversation by closing its end, or with an empty message.
@main
enum EntityMacro {
    static func main() {
        while let header = receive(8) {
            let size = header.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard size > 0, let message = receive(size), let json = JSON(message),
                let answer = Plugin.answer(to: json)
            else { return }
            let bytes = answer.encoded
            guard send((0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes)
            else { return }
        }
    }

    /// That many bytes from standard input, or nil if it ends before.
    private static func receive(_ count: Int) -> [UInt8]? {
        guard count >= 0, count < 1 << 30 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let size = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(0, buffer.baseAddress.map { unsafe $0 + received }, count - received)
            }
            guard size > 0 else { return nil }
            received += size
        }
        return bytes
    }

    /// Writes bytes to standard output, and returns whether all of them could be.
    private static func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let size = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(1, buffer.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
            }
            guard size > 0 else { return false }
            sent += size
        }
        return true
    }
}
