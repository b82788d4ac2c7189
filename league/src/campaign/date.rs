//! The day of a moment, for files that are read long after. UTC, because a file does not know where it is read.

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// "2026-05-01".
pub(super) fn day(at_ms: i64) -> String {
    // counted in eras of 400 years from the first of March of the year 0, so that leap days come last
    let days = at_ms.div_euclid(DAY_MS) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(-1), "1969-12-31");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(951_868_800_000), "2000-03-01");
        assert_eq!(day(1_798_761_599_999), "2026-12-31");
    }

    #[test]
    fn the_end_of_time_is_a_day_like_any_other() {
        assert!(day(i64::MAX).ends_with("-08-17"));
        assert!(day(i64::MIN).ends_with("-05-16"));
    }
}
