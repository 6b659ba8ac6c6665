import CommandLineTool
import StorageCore

extension Arguments {
    mutating func takeURL(_ meaning: String = "URL") throws(UsageError) -> StorageURL {
        let word = try take(meaning)
        return try read { () throws(StorageError) in
            let url = try StorageURL(word)
            _ = try StorageTool.backends.backend(for: url.scheme)
            return url
        }
    }

    mutating func takeCollection() throws(UsageError) -> String {
        try take("COLLECTION")
    }

    mutating func takeKey() throws(UsageError) -> Key {
        let word = try take("KEY")
        return try read { () throws(StorageError) in try Key(json: word) }
    }

    func key(_ option: String) throws(UsageError) -> Key? {
        guard let text = value(option) else { return nil }
        return try read { () throws(StorageError) in try Key(json: text) }
    }
}
