extension Array where Element == IndexPart {
    /// The parts of an index from their text form, such as `city,age:desc`, or `items[].sku` for a
    /// member of each element of an array.
    ///
    /// Names are spelled as in filters. A part is read as its ``IndexPart/description`` spells it.
    ///
    /// - Throws: ``StorageError/Code/invalidQuery`` with line and column, what was found there and
    ///   what was expected.
    public init(text: String) throws(StorageError) {
        var lexer = QueryLexer(text, source: "in the parts of the index")
        self = try lexer.list { (lexer: inout QueryLexer) throws(StorageError) in
            let path = try lexer.path()
            guard lexer.take(symbol: "[]") else {
                return IndexPart(path, descending: try lexer.descending())
            }
            let member =
                lexer.take(symbol: ".") ? FieldPath(try lexer.names()) : FieldPath.element
            return IndexPart(elementsOf: path, member, descending: try lexer.descending())
        }
    }
}
