/// A hash that is the same in every process, unlike `Hasher`'s.
///
/// The algorithm is FNV-1a with 64 bits (public domain, isthe.com/chongo/tech/comp/fnv).
public enum StableHash {
    /// The hash of a text's UTF-8 bytes.
    public static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }
}
