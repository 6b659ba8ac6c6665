extension StorageError {
    /// The kind of a failure.
    ///
    /// New kinds may be added: a `switch` over codes needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Name: String {
            case alreadyExists, alreadyOpen, busy, changedOutside, closed, conflict, damaged
            case decodingFailed, full, internalFault, invalidArgument, invalidConfiguration
            case invalidCursor, invalidKey, invalidName, invalidQuery, invalidValue, io, locked
            case nestedTransaction, newerFormat, notAStorage, notFound, overflow, permissionDenied
            case readOnly, schemaMismatch, typeMismatch, uniqueViolation, unknownField, unsupported
            case valueTooLarge, wrongKeyKind
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }

        /// The code's name, as the tool prints it.
        public var description: String { name.rawValue }

        /// A record is there that must not be.
        public static let alreadyExists = Code(.alreadyExists)
        /// This process has the same file open already. Use that one.
        public static let alreadyOpen = Code(.alreadyOpen)
        /// Another process is writing and did not finish within the timeout. Trying again may help.
        public static let busy = Code(.busy)
        /// Another program replaced, moved or changed the file while it was open.
        public static let changedOutside = Code(.changedOutside)
        /// The database or storage has been closed.
        public static let closed = Code(.closed)
        /// Two sides that must agree do not.
        public static let conflict = Code(.conflict)
        /// The stored bytes are not what was written.
        public static let damaged = Code(.damaged)
        /// A record does not fit the type that it is read as.
        public static let decodingFailed = Code(.decodingFailed)
        /// The disk, the quota or the address space is used up.
        public static let full = Code(.full)
        /// The engine refused something that it should not have. A defect: please report it.
        public static let internalFault = Code(.internalFault)
        /// An argument makes no sense, such as a negative limit.
        public static let invalidArgument = Code(.invalidArgument)
        /// A URL or an option is malformed, unknown or contradictory.
        public static let invalidConfiguration = Code(.invalidConfiguration)
        /// A cursor is damaged, or belongs to another query.
        public static let invalidCursor = Code(.invalidCursor)
        /// A key is empty, too long, or not a key at all.
        public static let invalidKey = Code(.invalidKey)
        /// A collection's name is empty, too long or reserved.
        public static let invalidName = Code(.invalidName)
        /// The text of a filter is malformed, or an expression cannot be asked of a storage.
        public static let invalidQuery = Code(.invalidQuery)
        /// A value cannot be kept.
        public static let invalidValue = Code(.invalidValue)
        /// Reading or writing failed in the operating system.
        public static let io = Code(.io)
        /// Another process has the storage to itself.
        public static let locked = Code(.locked)
        /// A transaction was started inside another one of the same database.
        public static let nestedTransaction = Code(.nestedTransaction)
        /// The storage was written by a newer version than this one.
        public static let newerFormat = Code(.newerFormat)
        /// The file belongs to something else.
        public static let notAStorage = Code(.notAStorage)
        /// A record, collection or file is not there.
        public static let notFound = Code(.notFound)
        /// A sum is beyond what its kind of number holds.
        public static let overflow = Code(.overflow)
        /// The operating system denies access.
        public static let permissionDenied = Code(.permissionDenied)
        /// The storage was opened for reading only.
        public static let readOnly = Code(.readOnly)
        /// A collection is declared differently from how it was created.
        public static let schemaMismatch = Code(.schemaMismatch)
        /// A field is compared with a constant of another kind, or asked for what it cannot have.
        public static let typeMismatch = Code(.typeMismatch)
        /// Two records have the same values in a unique index.
        public static let uniqueViolation = Code(.uniqueViolation)
        /// A query names a field that its collection does not declare.
        public static let unknownField = Code(.unknownField)
        /// The backend does not offer this.
        public static let unsupported = Code(.unsupported)
        /// An encoded record is longer than the storage keeps.
        public static let valueTooLarge = Code(.valueTooLarge)
        /// A key has another kind than its collection's keys.
        public static let wrongKeyKind = Code(.wrongKeyKind)
    }
}
