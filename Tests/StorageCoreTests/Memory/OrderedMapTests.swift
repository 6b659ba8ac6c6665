import SeededNumbers
import StorageCore
import TestSupport
import Testing

struct OrderedMapTests {
    /// A sorted array, which shares no code with the map.
    private struct Model {
        var entries: [(key: [UInt8], value: [UInt8])] = []

        mutating func update(_ key: [UInt8], _ value: [UInt8]) -> Bool {
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].value = value
                return false
            }
            entries.append((key, value))
            entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
            return true
        }

        mutating func remove(_ key: [UInt8]) -> Bool {
            let before = entries.count
            entries.removeAll { $0.key == key }
            return entries.count < before
        }

        func entries(in range: KeyRange) -> [(key: [UInt8], value: [UInt8])] {
            entries.filter { range.contains($0.key) }
        }
    }

    private func key(_ generator: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            UInt8.random(in: 0...12, using: &generator)
        }
    }

    private func entries(
        of map: OrderedMap, in range: KeyRange, reversed: Bool = false
    ) -> [(key: [UInt8], value: [UInt8])] {
        var entries: [(key: [UInt8], value: [UInt8])] = []
        map.scan(range, reversed: reversed) { key, value in
            entries.append((key.array, value))
            return true
        }
        return entries
    }

    @Test func `Random changes agree with a sorted array, and snapshots stay as they were`() throws
    {
        var generator = try seededGenerator("OrderedMap against an array")
        var (map, model) = (OrderedMap(), Model())
        var snapshots: [(map: OrderedMap, model: Model)] = []
        for step in 0..<20_000 {
            let key = key(&generator)
            // Phases of growth and of shrinking, so that nodes split and merge.
            if Int.random(in: 0..<10, using: &generator) < (step / 4_000 % 2 == 0 ? 8 : 2) {
                let value = [UInt8(truncatingIfNeeded: step)]
                #expect(map.updateValue(value, for: key.span) == model.update(key, value))
            } else {
                #expect(map.removeValue(for: key.span) == model.remove(key))
            }
            #expect(map.count == model.entries.count)
            if step % 1_000 == 0 { snapshots.append((map, model)) }
        }
        for (map, model) in snapshots {
            for _ in 0..<50 {
                let bounds = [key(&generator), key(&generator)]
                let range = KeyRange(
                    from: Key(trusted: bounds[0]), until: Key(trusted: bounds[1]))
                let expected = model.entries(in: range)
                #expect(entries(of: map, in: range).map(\.key) == expected.map(\.key))
                #expect(entries(of: map, in: range).map(\.value) == expected.map(\.value))
                #expect(
                    entries(of: map, in: range, reversed: true).map(\.key)
                        == expected.reversed().map(\.key))
                #expect(map.count(in: range) == expected.count)
            }
            for (key, value) in model.entries { #expect(map.value(for: key.span) == value) }
        }
    }

    @Test func `A hundred thousand entries are removed range by range`() {
        var map = OrderedMap()
        let keys = (0..<100_000).map { [UInt8($0 >> 16), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
        for key in keys { map.updateValue(key, for: key.span) }
        let middle = KeyRange(
            from: Key(trusted: keys[20_000]), until: Key(trusted: keys[70_000]))
        #expect(map.removeAll(in: middle) == 50_000)
        #expect(map.removeAll(in: middle) == 0)
        #expect(entries(of: map, in: .all).map(\.key) == Array(keys[..<20_000] + keys[70_000...]))
        #expect(map.removeAll(in: .all) == 50_000)
        #expect(map.count == 0)
    }

    @Test(arguments: [1, 7, 4099])
    func `What was filled in order, up or down, can be emptied in any order`(step: Int) {
        let count = 4096 * 3
        let keys = (0..<count).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for isAscending in [true, false] {
            var map = OrderedMap()
            for key in isAscending ? keys : keys.reversed() { map.updateValue(key, for: key.span) }
            #expect(entries(of: map, in: .all).map(\.key) == keys)
            var left = Set(keys)
            // From the end, where nodes have the fewest entries; `step` has no divisor of the count.
            for place in 0..<count {
                let key = keys[count - 1 - place * step % count]
                let isRemoved = map.removeValue(for: key.span)
                #expect(isRemoved)
                left.remove(key)
                if place % 1000 == 0 {
                    #expect(map.count == left.count)
                    #expect(Set(entries(of: map, in: .all).map(\.key)) == left)
                }
            }
            #expect(map.count == 0)
        }
    }
}
