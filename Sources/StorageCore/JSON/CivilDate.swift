/// A day of the Gregorian calendar, carried on into all years before and after its introduction.
///
/// The arithmetic counts in eras of 400 years that begin on the first of March, after Howard
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Equatable {
    var year: Int
    var month: Int
    var day: Int

    private static let daysInEra = 146_097
    /// From the first of March of year 0 to the first of January 2001.
    private static let referenceDay = 730_791

    /// The day that is `days` after the first of January 2001.
    init(daysSinceReference days: Int) {
        let (era, dayOfEra) = (days + Self.referenceDay).flooredDivision(by: Self.daysInEra)
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// A day, or nil if the calendar has no such day.
    init?(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
        guard (1...12).contains(month), day >= 1, day <= lengthOfMonth else { return nil }
    }

    private var lengthOfMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// How many days after the first of January 2001 this is.
    var daysSinceReference: Int {
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let (era, yearOfEra) = (month > 2 ? year : year - 1).flooredDivision(by: 400)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysInEra + dayOfEra - Self.referenceDay
    }
}

extension Int {
    /// The quotient rounded down, and the remainder, which is never negative.
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
