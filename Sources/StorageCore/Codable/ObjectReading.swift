/// The fields of an object that is being read, where they stand in the bytes.
final class ObjectReading {
    /// The place of the object.
    let place: DecodingPlace
    private let fields: [ObjectField]

    /// - Throws: What is wrong with the value if it is no object, or is damaged.
    init(_ place: DecodingPlace) throws {
        self.place = place
        fields = try place.decoding.fields(
            in: try place.content(.object, for: [String: Any].self))
    }

    /// The names of the fields, sorted.
    var names: [String] {
        fields.map { unsafe $0.name.text(in: place.decoding.bytes) }
    }

    /// The field of that name, if there is one.
    ///
    /// - Complexity: O(log n), and O(1) if it is the one behind the last that was asked for.
    func field(named name: String) -> ObjectField? {
        let decoding = place.decoding
        var name = name
        return name.withUTF8 { wanted in
            let index = unsafe fields.index(of: wanted, in: decoding.bytes, hint: decoding.hint)
            guard let index else { return nil }
            decoding.hint = index + 1
            return fields[index]
        }
    }

    /// The place of the value of that name, if there is one.
    func value(named name: String) -> DecodingPlace? {
        field(named: name).map { place.inner(.field($0.name), at: $0.value) }
    }
}
