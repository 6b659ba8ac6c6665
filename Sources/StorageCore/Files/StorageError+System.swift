#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StorageError {
    /// The error for a failed system call: the value of `errno`, what was tried, as a verb ("open",
    /// "write to"), and on what.
    public static func system(
        _ number: CInt, _ operation: String, _ path: String
    ) -> StorageError {
        let reason = unsafe String(cString: strerror(number))
        let (code, advice): (Code, String) =
            switch number {
            case EACCES, EPERM: (.permissionDenied, "check its owner and permissions")
            case EROFS: (.readOnly, "open it with mode=ro, or mount the file system for writing")
            case ENOENT: (.notFound, "check the path")
            case ENOSPC, EDQUOT, EFBIG: (.full, "free space or raise the limit, and try again")
            case ENOTDIR: (.io, "a part of the path is a file, not a folder")
            case EISDIR: (.io, "the path is a folder, not a file")
            case EMFILE, ENFILE: (.io, "close files or raise the limit on open files")
            case ELOOP: (.io, "its symbolic links lead in a circle")
            default: (.io, "see the system's log")
            }
        return StorageError(
            code, "cannot \(operation) '\(path)': \(reason); \(advice)", engineCode: Int(number))
    }
}
