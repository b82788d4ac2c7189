//! What time does to a league: reports come to count, deadlines draw near and pass.

use gatemaster_rules::refusal::Refusal;

use super::Draft;
use super::rounds::DAY_MS;
use crate::event::Event;
use crate::ids::FixtureId;
use crate::league::{Fixture, Season, State};

const HOUR_MS: i64 = 60 * 60 * 1000;
/// People are told this long before a deadline.
const SOON_MS: i64 = DAY_MS;
/// A deadline shorter than this needs no word beforehand.
const WORTH_A_WORD_MS: i64 = 2 * DAY_MS;

/// When a reported result counts without a word from the opponent.
pub fn counts_at_ms(season: &Season, fixture: &Fixture) -> Option<i64> {
    let hours = season.settings.confirm_hours;
    match &fixture.state {
        State::Reported { at_ms, .. } if hours > 0 => {
            Some(at_ms.saturating_add(i64::from(hours) * HOUR_MS))
        }
        _ => None,
    }
}

fn soon_at_ms(fixture: &Fixture) -> Option<i64> {
    let due = fixture.due_ms.filter(|_| fixture.state == State::Open && !fixture.told_soon)?;
    (due.saturating_sub(fixture.made_ms) >= WORTH_A_WORD_MS).then(|| due.saturating_sub(SOON_MS))
}

fn late_at_ms(fixture: &Fixture) -> Option<i64> {
    fixture.due_ms.filter(|_| fixture.state == State::Open && !fixture.told_late)
}

/// The next of these times.
pub(super) fn wakes_at_ms(season: &Season) -> Option<i64> {
    if !season.is_running() {
        return None;
    }
    let times = season.fixtures.iter().flat_map(|fixture| {
        [counts_at_ms(season, fixture), soon_at_ms(fixture), late_at_ms(fixture)]
    });
    times.flatten().min()
}

impl Draft<'_> {
    pub(super) fn tick(&mut self) -> Result<(), Refusal> {
        if !self.actor.player.is_bot() {
            return Err(Refusal::new("Time passes by itself."));
        }
        if self.is_running() {
            self.confirm_overdue()?;
            self.tell_deadlines();
        }
        if self.events.is_empty() { Err(Refusal::new("Nothing has come due.")) } else { Ok(()) }
    }

    fn tell_deadlines(&mut self) {
        let now = self.moment.now_ms;
        let mut late: Vec<FixtureId> = Vec::new();
        let mut soon: Vec<FixtureId> = Vec::new();
        for fixture in &mut self.league.season.fixtures {
            if late_at_ms(fixture).is_some_and(|at| at <= now) {
                fixture.told_late = true;
                fixture.told_soon = true;
                late.push(fixture.no);
            } else if soon_at_ms(fixture).is_some_and(|at| at <= now) {
                fixture.told_soon = true;
                soon.push(fixture.no);
            }
        }
        if !late.is_empty() {
            self.events.push(Event::PastDue { fixtures: late });
        }
        if !soon.is_empty() {
            self.events.push(Event::DueSoon { fixtures: soon });
        }
    }
}
