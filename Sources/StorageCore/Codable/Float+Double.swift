extension Float {
    /// The number as a Double that ``init(narrowing:)`` gives back bit for bit.
    ///
    /// The processor would make a signalling NaN a quiet one.
    @inlinable var widened: Double {
        guard isNaN else { return Double(self) }
        let sign = UInt64(bitPattern >> 31) << 63
        let payload = UInt64(bitPattern & 0x7F_FFFF) << 29
        return Double(bitPattern: sign | 0x7FF0_0000_0000_0000 | payload)
    }

    /// The same number as a Float, or nil if there is none.
    @inlinable
    init?(narrowing value: Double) {
        guard value.isNaN else {
            self.init(exactly: value)
            return
        }
        let payload = value.bitPattern & 0xF_FFFF_FFFF_FFFF
        guard payload & 0x1FFF_FFFF == 0 else { return nil }
        let sign = UInt32(value.bitPattern >> 63) << 31
        self.init(bitPattern: sign | 0x7F80_0000 | UInt32(payload >> 29))
    }
}
