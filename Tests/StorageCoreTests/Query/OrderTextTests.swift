import StorageCore
import Testing

/// The text form of orders and of the parts of an index.
struct OrderTextTests {
    @Test(
        arguments: [
            ("name", [.ascending("name")]),
            ("name,age:desc", [.ascending("name"), .descending("age")]),
            (" name , age : desc ", [.ascending("name"), .descending("age")]),
            ("address.city:desc", [.descending(["address", "city"])]),
            ("`a,b`,`c:desc`", [.ascending("a,b"), .ascending("c:desc")]),
            ("`null`:desc,desc", [.descending("null"), .ascending("desc")]),
            ("$key:desc", [.descending(.key)]),
            ("`$key`", [.ascending("$key")]),
            ("``", [.ascending("")]),
        ] as [(String, [Order])])
    func `An order is read from its text`(text: String, orders: [Order]) throws {
        #expect(try [Order](text: text) == orders)
        let description = orders.map(\.description).joined(separator: ",")
        #expect(try [Order](text: description) == orders)
    }

    @Test(
        arguments: [
            ("email", [IndexPart("email")]),
            ("age:desc", [IndexPart("age", descending: true)]),
            ("tags[]", [IndexPart(elementsOf: "tags")]),
            ("tags[]:desc", [IndexPart(elementsOf: "tags", descending: true)]),
            ("items[].sku", [IndexPart(elementsOf: "items", "sku")]),
            (
                "a.b[].c.`d e`:desc",
                [IndexPart(elementsOf: ["a", "b"], ["c", "d e"], descending: true)]
            ),
            (
                "city, `age[]`:desc , tags[]",
                [
                    IndexPart("city"), IndexPart("age[]", descending: true),
                    IndexPart(elementsOf: "tags"),
                ]
            ),
            ("$key", [IndexPart(.key)]),
        ] as [(String, [IndexPart])])
    func `The parts of an index are read from their text`(
        text: String, parts: [IndexPart]
    ) throws {
        #expect(try [IndexPart](text: text) == parts)
        let description = parts.map(\.description).joined(separator: ",")
        #expect(try [IndexPart](text: description) == parts)
    }
}
