import StorageCore
import Testing

struct OpeningTests {
    @Test func `An unknown scheme is refused, listing the known ones`() throws {
        let error = try #require(throws: StorageError.self) {
            _ = try Database.open("lmbd:///x", backends: [.memory])
        }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message == "no backend for scheme 'lmbd'; registered: memory")
    }

    @Test func `A third party's scheme is opened like a built-in one`() throws {
        let own = Backend(
            scheme: "own", capabilities: [], limits: .standard,
            options: [Backend.Option("depth", default: "1KiB", "anything")]
        ) { url throws(StorageError) in
            var url = url
            _ = try url.takeSize("depth")
            try url.rejectLeftovers()
            return MemoryStorage()
        }
        let database = try Database.open("own:?depth=2KiB", backends: [own, .memory])
        try database.close()
        let error = try #require(throws: StorageError.self) {
            _ = try Database.open("own:?deep=2", backends: [own, .memory])
        }
        #expect(error.message == "the backend 'own' has no option 'deep'; known: depth")
    }

    @Test func `The URL comes from any source of configuration`() throws {
        let settings = ["DATA": "memory:"]
        try Database.open(named: "DATA", backends: [.memory]) { settings[$0] }.close()
        let error = try #require(throws: StorageError.self) {
            _ = try Database.open(backends: [.memory]) { settings[$0] }
        }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("the setting 'STORAGE_URL' is missing"))
    }

    @Test func `The memory backend refuses a path and options`() throws {
        for url in ["memory:x", "memory:///x", "memory:?mode=ro"] {
            let error = try #require(throws: StorageError.self) {
                _ = try Database.open(url, backends: [.memory])
            }
            #expect(error.code == .invalidConfiguration)
        }
    }
}
