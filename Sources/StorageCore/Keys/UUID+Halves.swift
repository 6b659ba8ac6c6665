#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension UUID {
    /// The UUID's bytes as two big-endian numbers.
    package var halves: (UInt64, UInt64) {
        let b = uuid
        func join(
            _ bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)
        ) -> UInt64 {
            let high =
                UInt64(bytes.0) << 56 | UInt64(bytes.1) << 48 | UInt64(bytes.2) << 40
                | UInt64(bytes.3) << 32
            let low =
                UInt64(bytes.4) << 24 | UInt64(bytes.5) << 16 | UInt64(bytes.6) << 8
                | UInt64(bytes.7)
            return high | low
        }
        return (
            join((b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7)),
            join((b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15))
        )
    }

    /// A UUID from its bytes as two big-endian numbers.
    package init(_ first: UInt64, _ second: UInt64) {
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: value >> (56 - 8 * index))
        }
        self.init(
            uuid: (
                byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3),
                byte(first, 4), byte(first, 5), byte(first, 6), byte(first, 7),
                byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
                byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
            ))
    }
}
