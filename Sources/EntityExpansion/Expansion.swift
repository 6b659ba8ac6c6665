/// What `@Entity` writes.
public struct Expansion: Equatable {
    /// The text of the extension, or nothing if there are problems.
    public let text: String
    /// All that is wrong with the declaration.
    public let problems: [Problem]

    /// The expansion for a declaration.
    ///
    /// - Parameters:
    ///   - declaration: The text of the declaration.
    ///   - type: The name of the type, as an extension has to spell it.
    ///   - conformances: The protocols that the type does not declare itself.
    ///   - context: The headers of the declarations around it, the innermost first.
    public init(
        of declaration: [UInt8], type: String, conformances: [String], context: [[UInt8]] = []
    ) {
        do throws(Problem) {
            let source = try Source(declaration)
            var outer: [Source] = []
            for bytes in context { outer.append(try Source(bytes)) }
            switch Analysis.entity(source, try Parser.parse(source), in: outer) {
            case .success(let entity):
                text = entity.extension(of: type, conformances)
                problems = []
            case .failure(let found):
                text = ""
                problems = found.all
            }
        } catch {
            text = ""
            problems = [error]
        }
    }
}
