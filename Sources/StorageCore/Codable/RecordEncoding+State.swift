extension RecordEncoding {
    /// What has been written, and the values that are being written.
    struct State: ~Copyable {
        /// The bytes so far.
        var writer: FieldWriter
        /// The names of the fields of all open frames; for members without order, where they begin.
        var fields: ScratchList<EncodedField>
        /// The innermost value.
        var top: Frame
        /// The values around it, the outermost one first.
        var outer: ScratchList<Frame>
        var lastSerial = 1
        var branches: [Branch] = []
        /// A fault in a call that cannot throw. The value is not encodable any more.
        var failure: StorageError?
        /// Where the error was thrown that is on its way out.
        var failedPath: [any CodingKey]?

        /// Makes a state with memory of its own.
        init(_ type: Any.Type, depth: Int) {
            // Nothing is lent, so that there is nothing that has to stay.
            unsafe self.init(
                type, depth: depth,
                bytes: UnsafeMutableRawBufferPointer(start: nil, count: 0),
                fields: UnsafeMutableBufferPointer(start: nil, count: 0),
                outer: UnsafeMutableBufferPointer(start: nil, count: 0))
        }

        /// Makes a state in the caller's memory, which has to stay there for as long as the state is
        /// used.
        @unsafe
        private init(
            _ type: Any.Type, depth: Int, bytes: UnsafeMutableRawBufferPointer,
            fields: UnsafeMutableBufferPointer<EncodedField>,
            outer: UnsafeMutableBufferPointer<Frame>
        ) {
            unsafe writer = FieldWriter(lent: bytes)
            unsafe self.fields = ScratchList(lent: fields, orElse: 16)
            unsafe self.outer = ScratchList(lent: outer, orElse: 8)
            top = Frame(
                serial: 1, start: 0, firstField: 0, firstBranch: 0, depth: depth, type: type)
        }

        /// Lends a state to `body`, which must not use it after it returns.
        @inline(__always)
        static func lend<Result>(
            _ type: Any.Type, depth: Int, _ body: (consuming State) throws(StorageError) -> Result
        ) throws(StorageError) -> Result {
            try unsafe withUnsafeTemporaryAllocation(
                byteCount: FieldWriter.scratchSize, alignment: 8
            ) { (bytes) throws(StorageError) in
                try unsafe withUnsafeTemporaryAllocation(of: EncodedField.self, capacity: 16) {
                    (fields) throws(StorageError) in
                    try unsafe withUnsafeTemporaryAllocation(of: Frame.self, capacity: 8) {
                        (outer) throws(StorageError) in
                        try body(
                            unsafe State(
                                type, depth: depth, bytes: bytes, fields: fields, outer: outer))
                    }
                }
            }
        }
    }
}
