extension StorageError {
    /// `error` as a storage error that says where it happened, without hiding what it said itself.
    static func wrapping(
        _ error: any Error, _ operation: String, collection: String?, key: Key? = nil
    ) -> StorageError {
        guard var error = error as? StorageError else {
            return StorageError(
                .internalFault, "cannot \(operation): the backend threw \(error)",
                collection: collection, key: key, cause: error)
        }
        error.collection = error.collection ?? collection
        error.key = error.key ?? key
        return error
    }
}
