// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ThirdPartyBackend",
    platforms: [.macOS(.v26)],
    products: [.library(name: "LogBackend", targets: ["LogBackend"])],
    // In a repository of your own: .package(url: "…/swift-storage.git", from: "0.1.0")
    dependencies: [.package(name: "swift-storage", path: "../..")],
    targets: [
        .target(
            name: "LogBackend",
            dependencies: [.product(name: "StorageCore", package: "swift-storage")]),
        .executableTarget(
            name: "log-conformance",
            dependencies: [
                "LogBackend",
                .product(name: "ConformanceKit", package: "swift-storage"),
                .product(name: "ConformanceTool", package: "swift-storage"),
                // Stands beside the program, for the checks that record what it does to files.
                .product(name: "ConformanceRecorder", package: "swift-storage"),
            ]),
        .testTarget(
            name: "LogBackendTests",
            dependencies: [
                "LogBackend",
                .product(name: "ConformanceKit", package: "swift-storage"),
                .product(name: "ConformanceTesting", package: "swift-storage"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
