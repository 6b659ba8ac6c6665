import ConformanceKit
import Foundation
import StorageCore

extension Fault {
    /// Places that are taken for others, or stay taken.
    static let places: [Fault] = [
        Fault("F22 a path is decoded once too often", "UNI-16/places", says: "in a folder") {
            wire in
            let shelf = Shelf()
            return ConformanceSuite(name: "faulty", destroy: { shelf.destroy(decoded($0)) }) {
                folder in
                try ShelvedStorage(shelf, wire.replace(folder, with: decoded(folder)))
            }
        },
        Fault("M215b a refused opening leaves its mark", "LIF-13/retry", says: "was refused") {
            wire in
            let shelf = Shelf(remembersRefusals: true)
            return ConformanceSuite(name: "faulty", destroy: { shelf.destroy($0) }) { folder in
                do {
                    return try ShelvedStorage(shelf, folder)
                } catch {
                    wire.trip()
                    throw error
                }
            }
        },
    ]

    private static func decoded(_ folder: String) -> String {
        // The kit's own folder has a percent sign in its name, which does not begin a code.
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        return parts.map { $0.removingPercentEncoding ?? String($0) }.joined(separator: "/")
    }
}
