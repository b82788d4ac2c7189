//! When somebody is told, and how. Pure: everything it needs comes in.

use gatemaster_store::{Absence, Notice, NoticeKind};

use crate::prefs::{PersonPrefs, Reminders};

const HOUR_MS: i64 = 60 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A mention in the game's channel.
    Mention,
    /// A direct message.
    Direct,
}

/// How this person is told of this now; `None` while it is not the time, or they do not want it.
pub fn way_now(
    notice: &Notice,
    prefs: &PersonPrefs,
    absence: Option<&Absence>,
    now_ms: i64,
) -> Option<Way> {
    let away = absence.is_some_and(|away| (away.from_ms..away.until_ms).contains(&now_ms));
    if away || prefs.quiet_until(now_ms).is_some() {
        return None;
    }
    match notice.kind {
        NoticeKind::NextUp => prefs.next_up.then_some(Way::Direct),
        NoticeKind::Reminder if now_ms < due(notice, absence) => None,
        NoticeKind::Reminder => match prefs.reminders {
            Reminders::Mention => Some(Way::Mention),
            Reminders::Direct => Some(Way::Direct),
            Reminders::Off => None,
        },
    }
}

/// The time of the reminder; an absence stops the clock.
fn due(notice: &Notice, absence: Option<&Absence>) -> i64 {
    let due = notice.since_ms.saturating_add(i64::from(notice.remind_hours) * HOUR_MS);
    let Some(away) = absence else { return due };
    let lost = away.until_ms.saturating_sub(away.from_ms.max(notice.since_ms)).max(0);
    if away.from_ms < due { due.saturating_add(lost) } else { due }
}

#[cfg(test)]
mod tests {
    use gatemaster_store::Delivery;

    use super::*;
    use crate::quiet::Quiet;

    fn notice(kind: NoticeKind) -> Notice {
        Notice {
            kind,
            game_id: "g".into(),
            guild_id: Some(1),
            channel_id: 2,
            board: None,
            game_name: "Friday".into(),
            user_id: 3,
            what: "draw".into(),
            seq: 4,
            since_ms: 0,
            remind_hours: 24,
            told: Delivery::Not,
        }
    }

    fn away(from: i64, until: i64) -> Absence {
        Absence {
            guild_id: 1,
            user_id: 3,
            from_ms: from * HOUR_MS,
            until_ms: until * HOUR_MS,
            note: String::new(),
        }
    }

    fn at(hours: i64, prefs: &PersonPrefs, absence: Option<&Absence>) -> Option<Way> {
        way_now(&notice(NoticeKind::Reminder), prefs, absence, hours * HOUR_MS)
    }

    #[test]
    fn a_reminder_comes_after_its_time_in_the_way_the_person_likes() {
        let mut prefs = PersonPrefs::default();
        assert_eq!(at(23, &prefs, None), None);
        assert_eq!(at(24, &prefs, None), Some(Way::Mention));
        prefs.reminders = Reminders::Direct;
        assert_eq!(at(30, &prefs, None), Some(Way::Direct));
        prefs.reminders = Reminders::Off;
        assert_eq!(at(30, &prefs, None), None);
    }

    #[test]
    fn quiet_hours_hold_it_back() {
        // the epoch began at midnight, so hour 24 is midnight again
        let prefs = PersonPrefs { quiet: Quiet::parse("22-8"), ..PersonPrefs::default() };
        assert_eq!(at(24, &prefs, None), None);
        assert_eq!(at(31, &prefs, None), None);
        assert_eq!(at(32, &prefs, None), Some(Way::Mention));
    }

    #[test]
    fn an_absence_stops_the_clock() {
        let prefs = PersonPrefs::default();
        let week = away(12, 12 + 168);
        assert_eq!(at(24, &prefs, Some(&week)), None);
        assert_eq!(at(12 + 168, &prefs, Some(&week)), None, "half a day is left after the return");
        assert_eq!(at(24 + 168, &prefs, Some(&week)), Some(Way::Mention));
        let long_ago = away(-100, -50);
        assert_eq!(at(24, &prefs, Some(&long_ago)), Some(Way::Mention));
        let since_before = away(-10, 10);
        assert_eq!(at(33, &prefs, Some(&since_before)), None);
        assert_eq!(at(34, &prefs, Some(&since_before)), Some(Way::Mention));
        let later = away(48, 60);
        assert_eq!(at(24, &prefs, Some(&later)), Some(Way::Mention));
    }

    #[test]
    fn next_up_is_for_those_who_asked_for_it() {
        let next = notice(NoticeKind::NextUp);
        let mut prefs = PersonPrefs::default();
        assert_eq!(way_now(&next, &prefs, None, 0), None);
        prefs.next_up = true;
        assert_eq!(way_now(&next, &prefs, None, 0), Some(Way::Direct));
        assert_eq!(way_now(&next, &prefs, Some(&away(-1, 1)), 0), None);
    }
}
