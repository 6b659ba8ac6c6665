import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Role {
    /// Opens and closes the storage as often as told, with a write and a read each time. Descriptors,
    /// threads and memory must not grow.
    static let cycles = Role("cycles") { stage in
        var baseline = try Resources.ofThisProcess()
        for cycle in 0..<stage.request.numbers[0] {
            let database = try stage.open()
            try database.put(.number(cycle), try Key(cycle % 10))
            try expectEqual(
                try database.record(try Key(cycle % 10)), .number(cycle), "cycle \(cycle)")
            try database.close()
            // What is made once for the process is there by then.
            if cycle == 20 { baseline = try Resources.ofThisProcess() }
        }
        try baseline.expectNoMore("after \(stage.request.numbers[0]) openings")
    }

    /// Begins and ends as many snapshots as told.
    static let snapshots = Role("snapshots") { stage in
        let database = try stage.open()
        try database.put(try (0..<100).map { Entry(try Key($0), .number($0)) })
        var baseline = try Resources.ofThisProcess()
        for round in 0..<stage.request.numbers[0] {
            let reader = try database.storage.beginRead()
            if let handle = try reader.collection(named: items) {
                try reader.scan(.all, in: handle, reversed: false) { _, _ in round % 2 == 0 }
            }
            reader.end()
            if round == 100 { baseline = try Resources.ofThisProcess() }
        }
        try baseline.expectNoMore("after \(stage.request.numbers[0]) snapshots")
        try database.close()
    }

    /// Opens the storage while another process makes that fail, as often as told.
    static let failingOpenings = Role("failingOpenings") { stage in
        var baseline = try Resources.ofThisProcess()
        var refusals = 0
        for round in 0..<stage.request.numbers[0] {
            do {
                try stage.open().close()
            } catch is StorageError {
                refusals += 1
            }
            if round == 5 { baseline = try Resources.ofThisProcess() }
        }
        guard refusals == stage.request.numbers[0] else {
            throw Inconclusive("the storage opens with files that are none of its own")
        }
        try baseline.expectNoMore("after \(refusals) openings that failed")
    }
}

/// What a process uses of the system.
private struct Resources {
    let descriptors: Int
    let threads: Int
    /// The memory that is in use, in bytes.
    let memory: Int

    /// Noise of allocators, in bytes.
    private static let slack = 32 << 20

    static func ofThisProcess() throws -> Resources {
        #if os(Linux)
            let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return Resources(
                descriptors: try count("/proc/self/fd"), threads: try count("/proc/self/task"),
                memory: pages * 4_096)
        #else
            return Resources(descriptors: try count("/dev/fd"), threads: 0, memory: 0)
        #endif
    }

    private static func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    func expectNoMore(_ subject: String) throws {
        let now = try Resources.ofThisProcess()
        try expect(
            now.descriptors <= descriptors, "open descriptors \(subject)",
            "at most \(descriptors), as before", got: "\(now.descriptors)")
        // The pool of threads that Dispatch has grows and shrinks as it likes.
        try expect(
            now.threads <= threads + 16, "threads \(subject)", "about \(threads), as before",
            got: "\(now.threads)")
        try expect(
            now.memory <= memory + Self.slack, "memory \(subject)",
            "about \(memory) bytes, as before", got: "\(now.memory) bytes")
    }
}
