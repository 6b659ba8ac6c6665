/// Where values stand in the record, for messages.
extension RecordEncoding {
    /// The path of the innermost value.
    var path: [any CodingKey] { path(ofFrame: state.top.serial) }

    /// The path of the value of that number, or an empty one if it has ended.
    func path(ofFrame serial: Int) -> [any CodingKey] {
        guard let index = index(ofFrame: serial), !hasEnded else { return [] }
        var path = rootPath
        for inner in 0..<index {
            let fieldsEnd = frame(at: inner + 1).firstField
            if let step = step(from: frame(at: inner), fieldsEnd: fieldsEnd) { path.append(step) }
        }
        return path
    }

    /// The path of the value that the innermost frame began to write last.
    var currentPath: [any CodingKey] {
        let step = step(from: state.top, fieldsEnd: state.fields.count)
        return path + (step.map { [$0] as [any CodingKey] } ?? [])
    }

    /// The path of that value as messages show it.
    var fieldPath: String? { currentPath.fieldPath }

    private func step(from frame: Frame, fieldsEnd: Int) -> PathKey? {
        switch frame.shape {
        case .undecided, .single:
            return nil
        case .unkeyed:
            return .index(frame.count - 1)
        case .keyed:
            let name = state.fields[fieldsEnd - 1].name
            return .name(state.writer.withBytes { name.text(in: $0) })
        }
    }
}
