/// A model that writes the fields of its record itself, and reads itself from them.
///
/// ``Entity()`` writes the conformance. Written by hand it names all fields twice, sorted by the
/// UTF-8 bytes of their names:
///
/// ```swift
/// extension Country: RecordRepresentable {
///     func writeFields(to writer: inout FieldWriter) throws {
///         try writer.write("code", code)
///         try writer.write("name", name)
///     }
///
///     init(fieldsFrom reader: inout FieldReader) throws {
///         code = try reader.read("code")
///         name = try reader.read("name", default: "")
///     }
/// }
/// ```
public protocol RecordRepresentable {
    /// Writes the fields, each once, in the order of the UTF-8 bytes of their names.
    ///
    /// - Throws: ``StorageError/Code/invalidValue``, naming the field, if one cannot be kept.
    func writeFields(to writer: inout FieldWriter) throws

    /// Reads the fields, in the order of the UTF-8 bytes of their names.
    ///
    /// - Throws: ``StorageError/Code/decodingFailed``, naming the field, if one does not fit.
    init(fieldsFrom reader: inout FieldReader) throws

    /// Reads the model that `record` are the bytes of.
    ///
    /// It is a requirement so that it is compiled for the model, not for any.
    ///
    /// - Throws: As ``init(fieldsFrom:)``.
    static func read(record: Span<UInt8>) throws -> Self
}

extension RecordRepresentable {
    /// Reads the model by ``init(fieldsFrom:)``.
    @inlinable
    public static func read(record: Span<UInt8>) throws -> Self {
        try unsafe record.withUnsafeBufferPointer { bytes in
            var reader = unsafe FieldReader(UnsafeRawBufferPointer(bytes), Self.self)
            let model = try Self(fieldsFrom: &reader)
            try reader.finish()
            return model
        }
    }
}

/// Translates a model that is ``RecordRepresentable``.
public struct FieldTranslator<Model: RecordRepresentable>: Translator {
    /// Makes a translator.
    public init() {}

    /// The record of a model.
    ///
    /// - Throws: As the model's ``RecordRepresentable/writeFields(to:)``.
    public func encode(_ model: Model) throws -> Record {
        try FieldWriter.lend { writer in
            try model.writeFields(to: &writer)
            return writer.withBytes { Record(trusted: $0.array) }
        }
    }

    /// Writes the record of a model.
    ///
    /// - Throws: As the model's ``RecordRepresentable/writeFields(to:)``.
    public func write(_ model: Model, to writer: inout FieldWriter) throws {
        try model.writeFields(to: &writer)
    }

    /// The model of a record.
    ///
    /// - Throws: As the model's ``RecordRepresentable/init(fieldsFrom:)``.
    public func decode(_ record: Record) throws -> Model {
        try read(record.bytes.span)
    }

    /// Reads the model of a record where that stands.
    ///
    /// - Throws: As the model's ``RecordRepresentable/init(fieldsFrom:)``.
    public func read(_ bytes: Span<UInt8>) throws -> Model {
        try Model.read(record: bytes)
    }
}
