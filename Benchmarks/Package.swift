// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-storage", path: "..")],
    targets: [
        .systemLibrary(
            name: "CSQLiteEngine", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLMDBEngine", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        // The workloads in plain C.
        .target(
            name: "CBaseline", dependencies: ["CSQLiteEngine", "CLMDBEngine"],
            cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CBaseline", "CSQLiteEngine", "CLMDBEngine",
                .product(name: "BenchmarkKit", package: "swift-storage"),
                .product(name: "StorageCore", package: "swift-storage"),
                .product(name: "SQLiteBackend", package: "swift-storage"),
                .product(name: "LMDBBackend", package: "swift-storage"),
                .product(name: "FileBackend", package: "swift-storage"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
