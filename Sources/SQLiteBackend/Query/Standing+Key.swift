import StorageCore

extension Standing {
    /// Where `value` stands among encoded keys, or nil if SQL cannot say so. Nothing can be said
    /// but whether it is one of them.
    static func amongKeys(_ value: Value) -> Standing? {
        guard case .array(let elements) = value else { return amongKeys([value]) }
        // A key of one component has the component's value, not an array.
        return elements.count == 1 ? nowhere : amongKeys(elements)
    }

    private static let nowhere = Standing.foreign(isBefore: false)

    private static func amongKeys(_ values: [Value]) -> Standing? {
        var components: [KeyComponent] = []
        for value in values {
            guard let component = KeyComponent(value) else {
                // Numbers that are no integers of a key may equal one all the same.
                return ValueClass(value) == .number ? nil : nowhere
            }
            components.append(component)
        }
        do throws(StorageError) {
            return .at(.blob(try Key(components).bytes))
        } catch {
            // What is too long for a key, or empty, is the value of none.
            return nowhere
        }
    }
}

extension KeyComponent {
    fileprivate init?(_ value: Value) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .string(let value): self = .string(value)
        case .bytes(let value): self = .bytes(value)
        case .date(let value): self = .date(value)
        case .uuid(let value): self = .uuid(value)
        case .null, .uint, .double, .decimal, .array, .object: return nil
        }
    }
}
