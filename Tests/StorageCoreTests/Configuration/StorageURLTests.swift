import Foundation
import StorageCore
import TestSupport
import Testing

struct StorageURLTests {
    private static let folder = FileManager.default.currentDirectoryPath

    @Test(arguments: [
        ("sqlite:///var/lib/app.db", "sqlite", "/var/lib/app.db"),
        ("sqlite:app.db", "sqlite", folder + "/app.db"),
        ("sqlite:a%20b", "sqlite", folder + "/a b"),
        ("file:///a%2Fb", "file", "/a/b"),
        ("file:///100%25", "file", "/100%"),
        ("file:///a%3Fb%23c", "file", "/a?b#c"),
        ("file:///a+b", "file", "/a+b"),
        ("file:///déjà/日本", "file", "/déjà/日本"),
        ("file:///line%0Abreak", "file", "/line\nbreak"),
        ("memory:", "memory", ""),
        ("my_backend:///x", "my_backend", "/x"),
    ])
    func `A URL names a scheme and a path`(text: String, scheme: String, path: String) throws {
        let url = try StorageURL(text)
        #expect(url.scheme == scheme)
        #expect(url.path == path)
    }

    @Test(arguments: [
        ("app.db", "not a storage URL"),
        ("", "not a storage URL"),
        (":///x", "not a storage URL"),
        ("SQLITE:///x", "not a storage URL"),
        ("sqlite://host/x", "names the host 'host'"),
        ("sqlite://host", "names the host 'host'"),
        ("sqlite:///a#b", "write it as '%23'"),
        ("sqlite:///100%", "malformed percent escape"),
        ("sqlite:///a%zz", "malformed percent escape"),
        ("sqlite:///a%+1", "malformed percent escape"),
        ("sqlite:///a%FF", "malformed percent escape"),
        ("sqlite:///a%00", "NUL"),
        ("sqlite:///a?mode", "malformed option 'mode'"),
        ("sqlite:///a?", "malformed option ''"),
        ("sqlite:///a?=1", "malformed option '=1'"),
        ("sqlite:///a?mode=rw&mode=ro", "the option 'mode' twice"),
    ])
    func `A malformed URL is refused, saying what to write`(text: String, message: String) throws {
        let error = try #require(throws: StorageError.self) { try StorageURL(text) }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test(arguments: [
        ("durability=strong", "it is: full, relaxed, none"),
        ("mode=r", "it is: rwc, rw, ro"),
        ("timeout=5", "such as 5s or 250ms"),
        ("timeout=-5s", "such as 5s or 250ms"),
        ("timeout=", "such as 5s or 250ms"),
        ("size=10MB", "such as 4096, 64KiB, 10MiB or 2GiB"),
        ("size=9999999999GiB", "such as 4096, 64KiB, 10MiB or 2GiB"),
        ("sizes=1", "no option 'sizes'; known: durability, mode, size, timeout"),
    ])
    func `A malformed or unknown option is refused, saying what it can be`(
        option: String, message: String
    ) throws {
        var url = try StorageURL("x:///p?" + option)
        let error = try #require(throws: StorageError.self) {
            _ = try url.takeFileOptions()
            _ = try url.takeSize("size")
            try url.rejectLeftovers()
        }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test func `Options are taken with their units`() throws {
        var url = try StorageURL("x:///p?durability=relaxed&mode=ro&timeout=250ms&size=64KiB")
        let options = try url.takeFileOptions()
        #expect(
            options
                == FileOptions(
                    durability: .relaxed, mode: .readOnly, timeout: .milliseconds(250)))
        #expect(try url.takeSize("size") == 65_536)
        try url.rejectLeftovers()
    }

    @Test func `A path given as a path is not decoded`() throws {
        #expect(try StorageURL(scheme: "x", path: "/100%25?#").path == "/100%25?#")
    }
}
