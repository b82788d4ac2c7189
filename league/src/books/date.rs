//! Days of the calendar, UTC, as files write them: 2024-01-31. The arithmetic is Howard Hinnant's "days from civil": years
//! begin in March, so that the leap day comes last, and 400 of them always have the same number of days.

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const DAYS_OF_400_YEARS: i64 = 146_097;
/// From 1 March of the year 0 to 1 January 1970.
const DAYS_BEFORE_1970: i64 = 719_468;

/// From where time is counted to where four digits end.
pub const YEARS: std::ops::RangeInclusive<i64> = 1970..=9999;
/// The first moment of those years and the last.
pub const TIMES_MS: std::ops::RangeInclusive<i64> =
    0..=days_from_1970(*YEARS.end() + 1, 1, 1) * DAY_MS - 1;

const fn days_from_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * DAYS_OF_400_YEARS + day_of_era - DAYS_BEFORE_1970
}

/// Year, month and day.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + DAYS_BEFORE_1970;
    let era = days.div_euclid(DAYS_OF_400_YEARS);
    let day_of_era = days.rem_euclid(DAYS_OF_400_YEARS);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// "2024-01-31".
pub fn written(at_ms: i64) -> String {
    let (year, month, day) = civil(at_ms.div_euclid(DAY_MS));
    format!("{year:04}-{month:02}-{day:02}")
}

/// The first moment of a day, if there is such a day in [`YEARS`].
pub fn read(text: &str) -> Option<i64> {
    let mut parts = text.trim().split('-').map(|part| {
        let digits = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        if digits { part.parse::<i64>().ok() } else { None }
    });
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let in_calendar = YEARS.contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && parts.next().is_none();
    if !in_calendar {
        return None;
    }
    let days = days_from_1970(year, month, day);
    // 30 February would have become a day in March
    (civil(days) == (year, month, day)).then_some(days * DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days_are_where_they_belong() {
        for (text, at_ms) in [
            ("1970-01-01", 0),
            ("1999-12-31", 946_598_400_000),
            ("2000-02-29", 951_782_400_000),
            ("2024-01-01", 1_704_067_200_000),
            ("2038-01-19", 2_147_472_000_000),
        ] {
            assert_eq!(read(text), Some(at_ms), "{text}");
            assert_eq!(written(at_ms), text);
            assert_eq!(written(at_ms + DAY_MS - 1), text);
        }
        assert_eq!(written(-1), "1969-12-31");
    }

    #[test]
    fn every_day_of_two_centuries_comes_back() {
        let mut before = String::new();
        for day in 0..=days_from_1970(2199, 12, 31) {
            let at_ms = day * DAY_MS;
            let text = written(at_ms);
            assert_eq!(read(&text), Some(at_ms), "{text}");
            assert!(text > before, "{text} comes after {before}");
            before = text;
        }
        assert_eq!(before, "2199-12-31");
        assert_eq!(written(*TIMES_MS.end()), "9999-12-31");
        assert_eq!(written(*TIMES_MS.end() + 1), "10000-01-01");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2024",
            "2024-01",
            "2023-02-29",
            "2100-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-04-31",
            "2024-01-00",
            "1969-12-31",
            "10000-01-01",
            "2024-01-01-01",
            "-2024-1-1",
            "31.01.2024",
            "2024-1-+1",
            "99999999999999999999-01-01",
            "２０２４-01-01",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("2024-1-1"), Some(1_704_067_200_000), "short forms are understood");
        assert_eq!(written(i64::MIN).len(), "-292275055-05-16".len());
        assert!(!written(i64::MAX).is_empty());
    }
}
