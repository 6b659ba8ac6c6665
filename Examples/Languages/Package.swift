// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Languages",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-storage", path: "../..")],
    targets: [
        .executableTarget(
            name: "languages",
            dependencies: [
                .product(name: "StorageCore", package: "swift-storage"),
                .product(name: "SQLiteBackend", package: "swift-storage"),
                .product(name: "LMDBBackend", package: "swift-storage"),
                .product(name: "FileBackend", package: "swift-storage"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
