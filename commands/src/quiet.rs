//! Hours in which a person does not want to be told anything, in their own time zone.

use std::fmt;

use gatemaster_rules::text::searched;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

/// From one time of day to another, perhaps over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    from: Time,
    to: Time,
}

impl Quiet {
    /// Reads "22:00-07:30", "22-7" and the like.
    pub fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once(['-', '–', '—'])?;
        let (from, to) = (time_of_day(from)?, time_of_day(to)?);
        (from != to).then_some(Self { from, to })
    }

    fn holds(self, time: Time) -> bool {
        if self.from < self.to {
            (self.from..self.to).contains(&time)
        } else {
            time >= self.from || time < self.to
        }
    }

    /// The moment at which the quiet ends, if this one lies in it.
    pub fn until(self, now_ms: i64, zone: &TimeZone) -> Option<i64> {
        let now = Timestamp::from_millisecond(now_ms).ok()?.to_zoned(zone.clone());
        if !self.holds(now.time()) {
            return None;
        }
        let today = if now.time() < self.to { now.date() } else { now.date().tomorrow().ok()? };
        let end = today.to_datetime(self.to).to_zoned(zone.clone()).ok()?;
        Some(end.timestamp().as_millisecond())
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from.strftime("%H:%M"), self.to.strftime("%H:%M"))
    }
}

/// "22:00", "7", "7.30"
fn time_of_day(text: &str) -> Option<Time> {
    let text = text.trim();
    let (hour, minute) = text.split_once([':', '.', 'h']).unwrap_or((text, "0"));
    let hour: i8 = hour.trim().parse().ok()?;
    let minute: i8 = if minute.trim().is_empty() { 0 } else { minute.trim().parse().ok()? };
    let hour = if hour == 24 && minute == 0 { 0 } else { hour };
    Time::new(hour, minute, 0, 0).ok()
}

/// A time zone by its name, such as Europe/Berlin.
pub fn zone_named(name: &str) -> Option<TimeZone> {
    TimeZone::get(name.trim()).ok()
}

/// The names of time zones that contain this, those that begin with it first.
pub fn zones_like(typed: &str) -> Vec<String> {
    let typed = searched(typed).trim_end().replace(' ', "_").to_lowercase();
    let mut names: Vec<String> =
        jiff::tz::db().available().map(|name| name.as_str().to_owned()).collect();
    names.retain(|name| name.contains('/') || name == "UTC");
    names.retain(|name| !name.starts_with("Etc/") && name.to_lowercase().contains(&typed));
    names.sort_by_key(|name| {
        let folded = name.to_lowercase();
        let city = folded.rsplit('/').next().is_some_and(|city| city.starts_with(&typed));
        (!(city || folded.starts_with(&typed)), folded)
    });
    names
}

/// The end of a day, written as 2026-12-24, in this zone.
pub fn end_of_day(text: &str, zone: &TimeZone) -> Option<i64> {
    let date: jiff::civil::Date = text.trim().parse().ok()?;
    let end = date.tomorrow().ok()?.to_zoned(zone.clone()).ok()?;
    Some(end.timestamp().as_millisecond())
}

/// The same time of day so many days later.
pub fn days_later(now_ms: i64, days: u32, zone: &TimeZone) -> Option<i64> {
    let now = Timestamp::from_millisecond(now_ms).ok()?.to_zoned(zone.clone());
    // a span has an end, too: `days` would panic beyond it
    let later = now.checked_add(Span::new().try_days(i64::from(days)).ok()?).ok()?;
    Some(later.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        for text in ["22:00-07:30", "22-7:30", "22.00 – 7.30", "22h-7h30"] {
            assert_eq!(Quiet::parse(text).unwrap().to_string(), "22:00-07:30", "{text}");
        }
        for odd in ["", "22", "22-22", "25-3", "a-b", "22:70-3", "-1-5"] {
            assert_eq!(Quiet::parse(odd), None, "{odd}");
        }
        assert_eq!(Quiet::parse("12-24").unwrap().to_string(), "12:00-00:00");
    }

    #[test]
    fn quiet_hours_over_midnight_end_in_the_morning_of_that_place() {
        let quiet = Quiet::parse("22-8").unwrap();
        let berlin = zone_named("Europe/Berlin").unwrap();
        // 23:30 there, the evening before
        assert_eq!(
            quiet.until(at("2026-11-16T22:30:00Z"), &berlin),
            Some(at("2026-11-17T07:00:00Z"))
        );
        // 3:00 there
        assert_eq!(
            quiet.until(at("2026-11-17T02:00:00Z"), &berlin),
            Some(at("2026-11-17T07:00:00Z"))
        );
        assert_eq!(quiet.until(at("2026-11-17T07:00:00Z"), &berlin), None, "8:00 is loud again");
        assert_eq!(quiet.until(at("2026-11-17T20:59:00Z"), &berlin), None);
    }

    #[test]
    fn quiet_hours_follow_the_change_of_the_clocks() {
        let quiet = Quiet::parse("22-8").unwrap();
        let london = zone_named("Europe/London").unwrap();
        // the clocks go forward in this night, so 8:00 is 7:00 UTC
        assert_eq!(
            quiet.until(at("2026-03-28T23:00:00Z"), &london),
            Some(at("2026-03-29T07:00:00Z"))
        );
        assert_eq!(
            quiet.until(at("2026-03-27T23:00:00Z"), &london),
            Some(at("2026-03-28T08:00:00Z"))
        );
    }

    #[test]
    fn midday_quiet_ends_on_the_same_day() {
        let quiet = Quiet::parse("12-14").unwrap();
        assert_eq!(
            quiet.until(at("2026-11-16T13:00:00Z"), &TimeZone::UTC),
            Some(at("2026-11-16T14:00:00Z"))
        );
        assert_eq!(quiet.until(at("2026-11-16T11:59:00Z"), &TimeZone::UTC), None);
    }

    #[test]
    fn zones_are_found_by_their_city() {
        assert_eq!(zones_like("berl").first().map(String::as_str), Some("Europe/Berlin"));
        assert_eq!(zones_like("new york").first().map(String::as_str), Some("America/New_York"));
        assert!(zones_like("nowhere-at-all").is_empty());
        assert!(zone_named("Europe/Berlin").is_some() && zone_named("Mordor").is_none());
    }

    #[test]
    fn days_end_where_the_person_lives() {
        let berlin = zone_named("Europe/Berlin").unwrap();
        assert_eq!(end_of_day("2026-12-24", &berlin), Some(at("2026-12-24T23:00:00Z")));
        assert_eq!(end_of_day("24.12.", &berlin), None);
        // a day of the change has 25 hours there
        let later = days_later(at("2026-10-24T12:00:00Z"), 1, &berlin);
        assert_eq!(later, Some(at("2026-10-25T13:00:00Z")));
    }

    /// The ends of every kind of number that a moment or a count of days could be, and what lies beside them.
    fn extremes() -> Vec<i64> {
        let ends = [
            i64::MIN,
            i64::MAX,
            i64::from(i32::MIN),
            i64::from(i32::MAX),
            i64::from(u32::MAX),
            Timestamp::MIN.as_millisecond(),
            Timestamp::MAX.as_millisecond(),
            at("2026-11-17T02:00:00Z"),
            // as many days as a span can hold
            7_304_484,
            0,
        ];
        ends.iter().flat_map(|end| (-2..=2).map(|by| end.saturating_add(by))).collect()
    }

    #[test]
    fn absurd_numbers_of_days_and_moments_at_the_ends_of_time_have_no_later_day_and_no_panic() {
        let zones = ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
        let quiet = [Quiet::parse("22-8").unwrap(), Quiet::parse("0-23:59").unwrap()];
        for zone in zones.map(|zone| zone_named(zone).unwrap()) {
            for now in extremes() {
                for days in extremes().into_iter().filter_map(|days| u32::try_from(days).ok()) {
                    if let Some(later) = days_later(now, days, &zone) {
                        let apart = later.abs_diff(now).abs_diff(u64::from(days) * 86_400_000);
                        // places have moved over the date line between then and now
                        assert!(apart <= 2 * 86_400_000, "{now} and {days} days is {later}");
                    }
                }
                for quiet in quiet {
                    let until = quiet.until(now, &zone);
                    assert!(until.is_none_or(|until| until > now), "{now}: {until:?}");
                }
            }
        }
        assert_eq!(days_later(0, u32::MAX, &TimeZone::UTC), None);
        assert_eq!(days_later(i64::MAX, 1, &TimeZone::UTC), None);
    }

    #[test]
    fn days_that_no_calendar_has_are_not_understood() {
        for odd in [
            "9999-12-31",
            "-9999-01-01",
            "+999999-01-01",
            "0000-00-00",
            "2026-13-01",
            "2026-02-30",
            "99999999999999999999-01-01",
            "2026-01-99999999999",
        ] {
            assert_eq!(end_of_day(odd, &TimeZone::UTC), None, "{odd}");
        }
        assert_eq!(end_of_day(&"9".repeat(100_000), &TimeZone::UTC), None);
    }
}
