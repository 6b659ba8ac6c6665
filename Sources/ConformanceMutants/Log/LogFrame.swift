import StorageCore

/// One piece of a log: bytes with their length and a check value, in sectors that say that they were
/// written.
///
/// A sector is ``sectorSize`` bytes, the first four of which are never all zero.
enum LogFrame {
    static let sectorSize = 512
    private static let stampSize = 4
    private static let headerSize = 12

    /// What is found at a place in a file.
    enum Reading {
        case frame(payload: [UInt8], end: Int)
        /// The end of the file, or what a write leaves that is cut off by a loss of power.
        case end
        case damaged
    }

    /// The bytes of a frame. `seed` is part of the check value.
    static func bytes(_ payload: [UInt8], seed: UInt64) -> [UInt8] {
        let content = number(UInt64(payload.count), 4) + number(check(payload, seed), 8) + payload
        let room = sectorSize - stampSize
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: room) {
            let part = content[start..<min(start + room, content.count)]
            bytes += number(stamp(seed, start / room), stampSize) + part
            bytes += [UInt8](repeating: 0, count: room - part.count)
        }
        return bytes
    }

    /// Reads the frame at `offset`.
    static func read(
        _ file: [UInt8], at offset: Int, seed: UInt64, fault: LogFault?, _ wire: Tripwire
    ) -> Reading {
        guard let first = sector(file, offset, seed, 0, fault) else {
            return offset < file.count ? ending(file, offset, seed) : .end
        }
        let count = Int(value(first.prefix(4)))
        let expected = value(first[first.startIndex + 4..<first.startIndex + headerSize])
        if fault == .trapsOnDamage, count > file.count {
            wire.trip()
            fatalError("planted trap: a length of \(count)")  // allowed: the fault itself
        }
        let room = sectorSize - stampSize
        let sectors = (headerSize + count + room - 1) / room
        var content: [UInt8] = []
        for index in 0..<sectors where content.count < headerSize + count {
            guard let part = sector(file, offset + index * sectorSize, seed, index, fault) else {
                if fault == .acceptsTorn || fault == .writesHeaderFirst {
                    wire.trip()
                    content += [UInt8](repeating: 0, count: room)
                    continue
                }
                return ending(file, offset + index * sectorSize, seed)
            }
            content += part
        }
        guard content.count >= headerSize + count else { return .damaged }
        let payload = Array(content[headerSize..<headerSize + count])
        if check(payload, seed) != expected {
            let isIgnored = [.acceptsTorn, .ignoresChecks, .writesHeaderFirst].contains(fault)
            guard isIgnored else { return .damaged }
            wire.trip()
        }
        return .frame(payload: payload, end: offset + sectors * sectorSize)
    }

    /// What a sector is that does not belong to the frame: not written, or damaged.
    private static func ending(_ file: [UInt8], _ offset: Int, _ seed: UInt64) -> Reading {
        let bytes = file[min(offset, file.count)..<min(offset + sectorSize, file.count)]
        return bytes.count < sectorSize || bytes.allSatisfy { $0 == 0 } ? .end : .damaged
    }

    private static func sector(
        _ file: [UInt8], _ offset: Int, _ seed: UInt64, _ index: Int, _ fault: LogFault?
    ) -> ArraySlice<UInt8>? {
        guard offset + sectorSize <= file.count else { return nil }
        let content = file[offset + stampSize..<offset + sectorSize]
        if fault == .ignoresChecks {
            return file[offset..<offset + stampSize].allSatisfy { $0 == 0 } ? nil : content
        }
        return value(file[offset..<offset + stampSize]) == stamp(seed, index) ? content : nil
    }

    private static func stamp(_ seed: UInt64, _ index: Int) -> UInt64 {
        (seed ^ seed >> 32 &+ UInt64(index) &* 0x9E37) & 0xFFFF_FFFF | 1
    }

    private static func check(_ payload: [UInt8], _ seed: UInt64) -> UInt64 {
        payload.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
