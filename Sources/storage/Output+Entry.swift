import CommandLineTool
import StorageCore

extension Output {
    /// Prints an entry of a collection, as one line of JSON Lines.
    func entry(_ key: Key, _ record: Record) {
        line("{\"key\":\(key.json),\"record\":\(record.json)}")
    }
}
