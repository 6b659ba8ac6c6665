extension Array where Element == Order {
    /// The parts of an order from their text form, such as `name,age:desc`.
    ///
    /// Names are spelled as in filters, and `$key` is the key.
    ///
    /// - Throws: ``StorageError/Code/invalidQuery`` with line and column, what was found there and
    ///   what was expected.
    public init(text: String) throws(StorageError) {
        var lexer = QueryLexer(text, source: "in the order")
        self = try lexer.list { (lexer: inout QueryLexer) throws(StorageError) in
            let path = try lexer.path()
            return Order(path, descending: try lexer.descending())
        }
    }
}
