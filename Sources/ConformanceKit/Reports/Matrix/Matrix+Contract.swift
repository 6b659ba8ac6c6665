extension Matrix {
    /// Rules of the contract by backends: checks passed of those that prove a rule and apply.
    var contractTable: String {
        var table = Table("contract", "rule", columns.map(\.title))
        let proved = Set(checks.flatMap(\.proves))
        for rule in Rule.allCases where proved.contains(rule) {
            table.add(
                "<b>\(rule.number)</b> \(rule.sentence.escapedForXML)",
                columns.map { $0.share { $0.check.proves.contains(rule) } })
        }
        return """
            <h2>Contract</h2>
            <p>Checks passed of those that prove a rule and apply.</p>
            <details><summary>\(table.rows.count) rules</summary>
            \(table.html)
            </details>
            """
    }
}
