// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Targets stand in dependency order: whoever reads from the top down never meets a name before its target.
let package = Package(
    name: "swift-storage",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "StorageCore", targets: ["StorageCore"]),
        .library(name: "SQLiteBackend", targets: ["SQLiteBackend"]),
        .library(name: "LMDBBackend", targets: ["LMDBBackend"]),
        .library(name: "FileBackend", targets: ["FileBackend"]),
        .library(name: "ConformanceKit", targets: ["ConformanceKit"]),
        .library(name: "ConformanceTesting", targets: ["ConformanceTesting"]),
        .library(name: "ConformanceXCTest", targets: ["ConformanceXCTest"]),
        .library(name: "ConformanceTool", targets: ["ConformanceTool"]),
        // Is loaded into processes that ConformanceKit starts, and found beside their program.
        .library(name: "ConformanceRecorder", type: .dynamic, targets: ["ConformanceRecorder"]),
        .library(name: "BenchmarkKit", targets: ["BenchmarkKit"]),
        .executable(name: "storage", targets: ["storage"]),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CLMDB",
            pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
        ),

        // What `@Entity` writes. The compiler runs the macro, which cannot be imported; what it does
        // can.
        .target(name: "EntityExpansion"),
        .macro(name: "EntityMacro", dependencies: ["EntityExpansion"]),

        .target(name: "StorageCore", dependencies: ["EntityMacro"]),
        .target(name: "SQLiteBackend", dependencies: ["StorageCore", "CSQLite"]),
        .target(name: "LMDBBackend", dependencies: ["StorageCore", "CLMDB"]),
        .target(name: "FileBackend", dependencies: ["StorageCore"]),
        // Numbers that follow from a seed: for the kit, and for tests that have nothing to do with it.
        .target(name: "SeededNumbers"),
        // Notes what a process does to files, and lets calls fail.
        .target(name: "ConformanceRecorder"),
        .target(name: "ConformanceKit", dependencies: ["StorageCore", "SeededNumbers"]),
        // The planted faults that prove ConformanceKit.
        .target(name: "ConformanceMutants", dependencies: ["StorageCore", "ConformanceKit"]),
        .target(name: "ConformanceTesting", dependencies: ["StorageCore", "ConformanceKit"]),
        .target(name: "ConformanceXCTest", dependencies: ["ConformanceKit"]),
        // The words of a command line, and how a program ends.
        .target(name: "CommandLineTool", dependencies: ["StorageCore"]),
        // ConformanceKit as a program: the tool's own command, and one for the author of a backend.
        .target(
            name: "ConformanceTool",
            dependencies: [
                "StorageCore", "ConformanceKit", "ConformanceMutants", "CommandLineTool",
            ]),
        // The workloads that `storage bench` and the package in Benchmarks measure.
        .target(name: "BenchmarkKit", dependencies: ["StorageCore"]),
        .executableTarget(
            name: "storage",
            dependencies: [
                "StorageCore", "SQLiteBackend", "LMDBBackend", "FileBackend", "ConformanceKit",
                "BenchmarkKit", "CommandLineTool", "ConformanceTool",
            ]
        ),

        .target(name: "TestSupport", dependencies: ["SeededNumbers"], path: "Tests/TestSupport"),
        // A program that tests start to see it hang and crash.
        .executableTarget(
            name: "Degenerate",
            dependencies: ["StorageCore", "ConformanceKit", "ConformanceMutants"],
            path: "Tests/Degenerate"
        ),
        // A server that keeps records, and the conformance program of the backend that is its client.
        .executableTarget(
            name: "RecordServer",
            dependencies: ["StorageCore", "ConformanceKit", "ConformanceTool"],
            path: "Tests/RecordServer"
        ),
        .testTarget(
            name: "EntityMacroTests",
            dependencies: ["EntityExpansion", "SeededNumbers", "TestSupport"]),
        .testTarget(
            name: "StorageCoreTests", dependencies: ["StorageCore", "SeededNumbers", "TestSupport"]),
        .testTarget(
            name: "SQLiteBackendTests",
            dependencies: [
                "SQLiteBackend", "ConformanceTesting", "SeededNumbers", "TestSupport", "CSQLite",
            ]),
        .testTarget(
            name: "LMDBBackendTests",
            dependencies: ["LMDBBackend", "ConformanceTesting", "TestSupport", "CLMDB"]),
        .testTarget(
            name: "FileBackendTests",
            dependencies: ["FileBackend", "ConformanceTesting", "TestSupport"]),
        .testTarget(
            name: "ConformanceKitTests",
            dependencies: [
                "ConformanceKit", "ConformanceMutants", "ConformanceTesting", "Degenerate",
                "RecordServer", "SeededNumbers", "TestSupport",
            ]),
        .testTarget(
            name: "ConformanceXCTestTests",
            dependencies: ["StorageCore", "ConformanceKit", "ConformanceXCTest"]),
        .testTarget(
            name: "BenchmarkKitTests",
            dependencies: ["StorageCore", "BenchmarkKit", "FileBackend", "TestSupport"]),
        .testTarget(name: "ToolTests", dependencies: ["storage", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        // Every call into C memory is spelled `unsafe` (SE-0458).
        .strictMemorySafety(),
        // A warning is a defect (SE-0480). Unlike an unsafe flag this does not bar the package from being a dependency.
        .treatAllWarnings(as: .error),
        // `any` is written out (SE-0335).
        .enableUpcomingFeature("ExistentialAny"),
        // A file sees only the members of modules that it imports itself (SE-0444).
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// Tests run every check on every storage hundreds of times: script/test has what they test
// optimized, for a fifth of the time. An unsafe flag bars a package from being a dependency, so only
// when it is asked for.
if Context.environment["STORAGE_OPTIMIZED"] != nil {
    for target in package.targets where target.type == .regular {
        target.swiftSettings?.append(.unsafeFlags(["-O"]))
    }
}
