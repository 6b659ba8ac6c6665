extension Check {
    /// Transactions that run at the same time: what they may see of each other.
    static let isolation: [Check] =
        dirtyAnomalies + predicateAnomalies + indexAnomalies + skewAnomalies + orderAnomalies
        + histories
}
