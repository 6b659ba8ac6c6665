import StorageCore

extension Check {
    /// Records that do not fit the type that they are read as.
    static let decoding: [Check] = [
        Check(
            "VAL-13/unfit", "A record that does not fit its type is an error that says where.",
            proves: .unfitRecords, .errorsSayWhere, .valuesKeepTheirKind,
            cause: "a value is converted on its way, so that another kind of it fits",
            origin: "an enum case that an older program does not know; JSON that reads 1 as true"
        ) {
            let parcels = try DAO<Parcel>($0.database)
            let key = try Key(1)
            let unfit: [(Record, field: String)] = [
                (["id": 1, "weight": "5", "state": "sent"], "weight"),
                (["id": 1, "weight": true, "state": "sent"], "weight"),
                (["id": 1, "weight": 5, "state": "lost"], "state"),
                (["id": 1, "weight": 5], "state"),
                (["id": 1, "weight": .null, "state": "sent"], "weight"),
            ]
            for (record, field) in unfit {
                try $0.database.put(record, key, in: Parcel.collection)
                let subject = "\(readable(record)) as a parcel"
                let error = try expectError(.decodingFailed, subject) { try parcels.get(1) }
                try expectEqual(error.field, field, "\(subject): the field that the error names")
                try expectEqual(error.key, key, "\(subject): the key that the error names")
                try $0.expectContent(
                    [Entry(key, record)], in: Parcel.collection, "\(subject), which is left alone")
            }
        },
        Check(
            "VAL-14/neighbours", "A record that does not fit its type hides no other one.",
            proves: .unfitRecords,
            cause: "one record that cannot be read ends the reading of all"
        ) {
            let database = try $0.database
            let parcels = try DAO<Parcel>(database)
            let fit = (0..<100).filter { $0 != 42 }.map { Parcel(id: $0, weight: $0, state: .sent) }
            try parcels.insert(contentsOf: fit)
            try database.put(["id": 42], try Key(42), in: Parcel.collection)
            try expectError(.decodingFailed, "all records, one of which does not fit") {
                try parcels.all()
            }
            var keys: [Key?] = []
            let read = try parcels.all(undecodable: .skip { keys.append($0.key) })
            try expectEqual(read, fit, "all records but one that does not fit")
            try expectEqual(keys, [try Key(42)], "the keys of the records that do not fit")
            try expectEqual(try parcels.get(41), fit[41], "the record before the one")
            try expectEqual(try parcels.count(), 100, "the number of records")
            try parcels.upsert(Parcel(id: 7, weight: -7, state: .new))
            try expectEqual(
                try database.record(try Key(42), in: Parcel.collection), ["id": 42],
                "the record that does not fit after another one was written")
        },
    ]
}

/// A model with a field that not every text fits.
private struct Parcel: Entity, Codable, Equatable {
    enum State: String, Codable {
        case new
        case sent
    }

    var id: Int
    var weight: Int
    var state: State

    static let collection = "parcels"
    static let schema = Schema<Parcel>(collection, key: \.id) { Field("weight", \.weight) }
}
