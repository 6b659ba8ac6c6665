/// Turns a model into a record and back.
///
/// A translator is a pair of pure functions: it has no access to a storage. Decoding what was
/// encoded gives an equal model.
public protocol Translator<Model>: Sendable {
    /// The model.
    associatedtype Model

    /// The record of a model.
    ///
    /// - Throws: What is wrong with the model; a ``StorageError`` should name the field.
    func encode(_ model: Model) throws -> Record

    /// The model of a record.
    ///
    /// - Throws: What is wrong with the record; a ``StorageError`` should name the field. Never
    ///   make up a value for one that is missing or does not fit.
    func decode(_ record: Record) throws -> Model

    /// Writes the record of a model, the same as ``encode(_:)`` gives.
    ///
    /// - Throws: As ``encode(_:)``.
    func write(_ model: Model, to writer: inout FieldWriter) throws

    /// Reads the model of the record that has these bytes, the same as ``decode(_:)`` gives.
    ///
    /// - Throws: As ``decode(_:)``.
    func read(_ bytes: Span<UInt8>) throws -> Model
}

extension Translator {
    /// Writes what ``encode(_:)`` gives.
    public func write(_ model: Model, to writer: inout FieldWriter) throws {
        writer.append(encoded: try encode(model).bytes)
    }

    /// Gives a copy of the bytes to ``decode(_:)``.
    public func read(_ bytes: Span<UInt8>) throws -> Model {
        try decode(Record(trusted: bytes.array))
    }
}

/// Translates by means of `Codable`, without any form in between.
struct CodableTranslator<Model: Codable>: Translator {
    func encode(_ model: Model) throws -> Record {
        Record(trusted: try RecordEncoder().encode(model))
    }

    func decode(_ record: Record) throws -> Model {
        try RecordDecoder().decode(Model.self, from: record.bytes)
    }

    func read(_ bytes: Span<UInt8>) throws -> Model {
        try RecordDecoder().decode(Model.self, from: bytes)
    }
}
