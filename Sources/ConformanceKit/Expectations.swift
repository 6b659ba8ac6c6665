import StorageCore

/// An entry of a collection.
struct Entry: Equatable {
    let key: Key
    let record: Record

    init(_ key: Key, _ record: Record) {
        self.key = key
        self.record = record
    }
}

/// Fails unless `got` is `expected`.
func expectEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ subject: @autoclosure () -> String
) throws(CheckFailure) {
    guard got == expected else {
        throw CheckFailure(subject(), expected: readable(expected), got: readable(got))
    }
}

/// Fails unless both strings have the same UTF-8 bytes, which `==` does not ask for.
func expectEqual(
    _ got: String, _ expected: String, _ subject: @autoclosure () -> String
) throws(CheckFailure) {
    try expectEqual([got], [expected], subject())
}

/// Fails unless the strings have the same UTF-8 bytes, one by one.
func expectEqual(
    _ got: [String], _ expected: [String], _ subject: @autoclosure () -> String
) throws(CheckFailure) {
    guard got.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) else {
        throw difference(got.map { $0 }, expected.map { $0 }, subject()) {
            $0.utf8.elementsEqual($1.utf8)
        }
    }
}

/// Fails unless the lists are the same, and shows where they part.
func expectEqual<Element: Equatable>(
    _ got: [Element], _ expected: [Element], _ subject: @autoclosure () -> String
) throws(CheckFailure) {
    guard got == expected else { throw difference(got, expected, subject(), ==) }
}

/// Fails unless `condition` holds.
func expect(
    _ condition: Bool, _ subject: @autoclosure () -> String, _ expected: String, got: String
) throws(CheckFailure) {
    guard condition else { throw CheckFailure(subject(), expected: expected, got: got) }
}

/// Fails unless `body` throws a storage error of that code, which is returned.
@discardableResult
func expectError<Output>(
    _ code: StorageError.Code, _ subject: @autoclosure () -> String,
    _ body: () throws -> Output
) throws(CheckFailure) -> StorageError {
    let output: Output
    do {
        output = try body()
    } catch let error as StorageError where error.code == code {
        return error
    } catch {
        throw CheckFailure(subject(), expected: "the error \(code)", got: error.context)
    }
    throw CheckFailure(
        subject(), expected: "the error \(code)",
        got: "no error" + (output is Void ? "" : ", but \(readable(output))"))
}

/// The result of `body`, which must not throw a storage error.
func expectSuccess<Output>(
    _ subject: @autoclosure () -> String, _ body: () throws -> Output
) throws -> Output {
    do {
        return try body()
    } catch let error as StorageError {
        throw CheckFailure(subject(), expected: "no error", got: error.context)
    }
}

/// Fails unless `body` throws ``Stop``, which shows that the storage passes errors on unchanged.
func expectStop<Output>(
    _ subject: @autoclosure () -> String, _ body: () throws -> Output
) throws(CheckFailure) {
    do {
        _ = try body()
    } catch is Stop {
        return
    } catch {
        throw CheckFailure(subject(), expected: "the body's own error", got: error.context)
    }
    throw CheckFailure(subject(), expected: "the body's own error", got: "no error")
}

/// The error that a check's own body throws.
struct Stop: Error {}

private func difference<Element>(
    _ got: [Element], _ expected: [Element], _ subject: String,
    _ areEqual: (Element, Element) -> Bool
) -> CheckFailure {
    let same = zip(got, expected).prefix { areEqual($0, $1) }.count
    guard same > 4 else {
        return CheckFailure(subject, expected: readable(expected), got: readable(got))
    }
    func tail(_ elements: [Element]) -> String {
        "\(readable(Array(elements.dropFirst(same).prefix(3)))) from position \(same) on, "
            + "\(elements.count) in all"
    }
    return CheckFailure(subject, expected: tail(expected), got: tail(got))
}
