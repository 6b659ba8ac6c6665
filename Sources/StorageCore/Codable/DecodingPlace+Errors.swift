extension DecodingPlace {
    /// The error that says that the value is not of `type`, and what it is.
    func mismatch(_ type: Any.Type) -> any Error {
        let tag: ValueTag
        do {
            tag = try self.tag()
        } catch {
            return error
        }
        if tag == .null {
            return DecodingError.valueNotFound(
                type, context("expected \(type), found null; make it an optional"))
        }
        return DecodingError.typeMismatch(type, context("expected \(type), found \(found(tag))"))
    }

    /// The error that says that a number has no place in `type`.
    func outOfRange(_ type: Any.Type) -> any Error {
        do {
            return DecodingError.dataCorrupted(
                context("expected \(type), found \(found(try tag())), which does not fit"))
        } catch {
            return error
        }
    }

    /// The error that says that the value is `type` only by its kind.
    func corrupted(_ type: Any.Type) -> any Error {
        outOfRange(type)
    }

    func missing(_ key: some CodingKey, _ type: Any.Type?) -> DecodingError {
        let expectation = type.map { "expected \($0), " } ?? ""
        return DecodingError.keyNotFound(
            key, context("\(expectation)found no field '\(key.stringValue)'", inner: key))
    }

    var tooDeep: any Error {
        DecodingError.dataCorrupted(
            context("it nests deeper than \(Limits.maximumDepth) levels; flatten it"))
    }

    func context(_ description: String, inner: (any CodingKey)? = nil) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: path + (inner.map { [$0] } ?? []), debugDescription: description)
    }

    /// What the value is, in words; long text is cut.
    private func found(_ tag: ValueTag) -> String {
        guard position != Self.rootPosition else { return "a record" }
        do {
            switch tag {
            case .null: return "null"
            case .false: return "bool false"
            case .true: return "bool true"
            case .int: return "int \(Int64(bitPattern: try decoding.word(at: position)))"
            case .uint: return "uint \(try decoding.word(at: position))"
            case .double: return "double \(Double(bitPattern: try decoding.word(at: position)))"
            case .decimal: return "decimal \(try decimal())"
            case .string:
                let text = try decoding.string(at: position)
                return "string '\(text.prefix(60))\(text.utf8.count > 60 ? "…" : "")'"
            case .bytes: return "\(try decoding.payload(at: position).count) bytes"
            case .date: return "a date"
            case .uuid: return "uuid \(try uuid())"
            case .array: return "an array"
            case .object: return "an object"
            }
        } catch {
            return "damaged bytes"
        }
    }
}
