/// The entries of an index that `StorageCore` keeps, as a sorted set in a collection.
///
/// An entry of up to ``maximumSize`` bytes is a key of the collection, without fields. A longer one
/// stands under its beginning, a hash and a number, and its record holds the whole: those with the
/// same beginning are sorted when they are read.
struct IndexEntries {
    let driver: any ReadDriver
    let handle: CollectionHandle

    /// The longest entry that is its own key: what is left of a key beside hash and number.
    private static let maximumSize = Key.maximumSize - 10
    private static let field = "entry"

    /// Lends the entries of a range to `body`, in order, until it returns false.
    ///
    /// - Complexity: O(log n + visited entries); entries longer than a key are in memory together
    ///   with those that have the same beginning.
    func scan(
        _ range: KeyRange, reversed: Bool, _ body: (_ entry: Span<UInt8>) throws -> Bool
    ) throws {
        let stored = Self.stored(range)
        let isExact = stored == range
        var bucket = Bucket(range, reversed: reversed)
        var isDone = false
        try driver.scan(stored, in: handle, reversed: reversed) { key, record in
            if key.count > Self.maximumSize {
                isDone = try !bucket.add(key, record, body)
                return !isDone
            }
            try IndexKeys.check(key)
            if bucket.isEmpty, isExact {
                isDone = try !body(key)
            } else {
                isDone = try !bucket.empty(into: body)
                if !isDone, range.contains(key.array) { isDone = try !body(key) }
            }
            return !isDone
        }
        if !isDone { _ = try bucket.empty(into: body) }
    }

    /// Long entries with the same beginning, which are read in the order of their hashes.
    private struct Bucket {
        let range: KeyRange
        let isReversed: Bool
        var beginning: [UInt8] = []
        var entries: [[UInt8]] = []

        init(_ range: KeyRange, reversed: Bool) {
            self.range = range
            isReversed = reversed
        }

        var isEmpty: Bool { entries.isEmpty }

        /// Takes in a long entry, once those with another beginning have been lent.
        ///
        /// - Returns: Whether `body` wants more.
        mutating func add(
            _ key: Span<UInt8>, _ record: Span<UInt8>, _ body: (Span<UInt8>) throws -> Bool
        ) throws -> Bool {
            let beginning = key.extracting(..<IndexEntries.maximumSize).array
            if self.beginning != beginning {
                guard try empty(into: body) else { return false }
                self.beginning = beginning
            }
            entries.append(try IndexEntries.entry(record))
            return true
        }

        /// Lends what has been taken in.
        ///
        /// - Returns: Whether `body` wants more.
        mutating func empty(into body: (Span<UInt8>) throws -> Bool) throws -> Bool {
            if entries.isEmpty { return true }
            defer { entries = [] }
            beginning = []
            entries.sort { $0.lexicographicallyPrecedes($1) != isReversed }
            for entry in entries where range.contains(entry) {
                guard try body(entry.span) else { return false }
            }
            return true
        }
    }

    /// The keys under which the entries of a range stand, and possibly others beside them.
    private static func stored(_ range: KeyRange) -> KeyRange {
        func isLong(_ bound: [UInt8]?) -> Bool { (bound?.count ?? 0) > maximumSize }
        let lower =
            isLong(range.lowerBound)
            ? range.lowerBound.map { Array($0.prefix(maximumSize)) }
            : range.lowerBound
        let upper =
            isLong(range.upperBound)
            ? range.upperBound.flatMap { Array($0.prefix(maximumSize)).successorOfPrefix }
            : range.upperBound
        return KeyRange(from: lower, until: upper)
    }

    private static func entry(_ record: Span<UInt8>) throws(StorageError) -> [UInt8] {
        let value = try Record(encoded: record.array).value(of: field)
        guard case .bytes(let entry) = value else { throw IndexKeys.damaged }
        try IndexKeys.check(entry.span)
        return entry
    }
}

extension IndexEntries {
    /// Adds an entry to those of the index that is kept in a collection.
    @inline(__always)
    static func insert(
        _ entry: Span<UInt8>, in handle: CollectionHandle, with driver: any WriteDriver
    ) throws {
        if entry.count <= maximumSize {
            let nothing: [UInt8] = []
            _ = try driver.put(entry, nothing.span, in: handle, if: .always)
        } else {
            try IndexEntries(driver: driver, handle: handle).insertLong(entry.array, with: driver)
        }
    }

    private func insertLong(_ entry: [UInt8], with driver: any WriteDriver) throws {
        var (number, isThere) = (0, false)
        try scanLong(entry) { key, other in
            number = Int(key[key.count - 2]) << 8 | Int(key[key.count - 1]) + 1
            isThere = isThere || other == entry
        }
        if isThere { return }
        guard number <= UInt16.max else {
            throw StorageError(
                .full,
                "an index holds \(number) long values with one hash, which is no accident; leave "
                    + "the field out of the index")
        }
        let key = Self.longPrefix(entry) + [UInt8(number >> 8), UInt8(number & 0xFF)]
        let record = try Record([(Self.field, .bytes(entry))])
        _ = try driver.put(key.span, record.bytes.span, in: handle, if: .always)
    }

    /// Removes an entry from those of the index that is kept in a collection.
    @inline(__always)
    static func remove(
        _ entry: Span<UInt8>, in handle: CollectionHandle, with driver: any WriteDriver
    ) throws {
        if entry.count <= maximumSize {
            _ = try driver.delete(entry, in: handle)
        } else {
            try IndexEntries(driver: driver, handle: handle).removeLong(entry.array, with: driver)
        }
    }

    private func removeLong(_ entry: [UInt8], with driver: any WriteDriver) throws {
        var found: [UInt8]?
        try scanLong(entry) { key, other in if other == entry { found = key } }
        if let found { _ = try driver.delete(found.span, in: handle) }
    }

    private func scanLong(
        _ entry: [UInt8], _ body: (_ key: [UInt8], _ entry: [UInt8]) -> Void
    ) throws {
        let range = KeyRange(prefix: Self.longPrefix(entry))
        try driver.scan(range, in: handle, reversed: false) { key, record in
            body(key.array, try Self.entry(record))
            return true
        }
    }

    private static func longPrefix(_ entry: [UInt8]) -> [UInt8] {
        let hash = FNV1a.hash(entry)
        return entry.prefix(maximumSize)
            + stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: hash >> UInt64($0))
            }
    }
}
