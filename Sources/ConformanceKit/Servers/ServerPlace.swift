#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a server is to run: what it is told on its command line, and clients in their URL.
public struct ServerPlace: Hashable, Sendable, Codable {
    /// A fresh folder for what the server keeps. It is removed when the server has ended.
    public let folder: String

    /// A port of 127.0.0.1 that was free a moment ago.
    public let port: Int

    /// The path of a socket in ``folder``, for a server that listens there. It is short enough for
    /// one.
    public var socket: String { folder + "/socket" }

    init() throws {
        folder =
            FileManager.default.temporaryDirectory.path + "/server-"
            + UUID().uuidString.prefix(8)
        port = try freePort()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: folder)
    }

    /// A name for the storage of a folder, which no other one has: 1 to 63 lowercase letters,
    /// digits and underscores, as the name of a database or a schema may be.
    public static func namespace(_ folder: String) -> String {
        let name = folder.split(separator: "/").last ?? ""
        let plain = name.lowercased().map { character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
        }
        // A name of SQL does not begin with a digit.
        return "c_" + String(plain.suffix(61))
    }
}
