import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension CheckContext {
    /// The paths of the files in which the check's storage keeps its records, within ``files``.
    func fileNames() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: files).filter { name in
            try FileSystem.status(files + "/" + name)?.isFolder == false
        }.sorted()
    }

    /// How many bytes the storage's files take on disk. Parts of files that were never written take
    /// none.
    func usedSpace() throws -> Int {
        try fileNames().reduce(0) { sum, name in
            var info = stat()
            guard unsafe stat(files + "/" + name, &info) == 0 else {
                // It has gone since its folder was read.
                guard errno == ENOENT else {
                    throw StorageError.system(errno, "examine", name)
                }
                return sum
            }
            return sum + Int(info.st_blocks) * 512
        }
    }
}
