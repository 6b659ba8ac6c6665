/// The result of `body`, or nil if it throws.
///
/// A fault leaves what it cannot read as it is: that is another fault's business.
func unlessThrown<Value>(_ body: () throws -> Value?) -> Value? {
    do {
        return try body()
    } catch {
        return nil
    }
}
