//! The end of a season, the next one, and what may be changed in between.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::{MAX_TITLE, clean_title, count};

use super::level::Cleared;
use super::{Draft, promised};
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{Entrant, Phase, Season, State};
use crate::settings::{Format, Settings, TieBreaker};
use crate::standings::level;

/// The most seasons that one league remembers; a club playing monthly fills that in eight years.
const MOST_SEASONS: usize = 100;

impl Draft<'_> {
    pub(super) fn close(&mut self, anyway: bool) -> Result<(), Refusal> {
        self.organiser_only("closes a season")?;
        self.not_closed()?;
        let open: Vec<FixtureId> =
            self.league.season.unsettled().map(|fixture| fixture.no).collect();
        if !open.is_empty() && !anyway {
            return Err(Refusal::new(format!(
                "{} still open. Settle them first, or close anyway: they are cancelled then and count for nobody.",
                count(u32::try_from(open.len()).unwrap_or(u32::MAX), "match is", "matches are")
            )));
        }
        if self.clear_the_end(anyway)? == Cleared::NotYet {
            return Ok(());
        }
        for no in open {
            if !self.fixture(no)?.is_unsettled() {
                // a decider that the lot has called off
                continue;
            }
            if self.fixture(no)?.state != State::Open {
                self.keep_history(no, "the season was closed")?;
            }
            let fixture = self.fixture_mut(no)?;
            fixture.state = State::Cancelled { why: "not decided before the close".to_owned() };
            fixture.revision = fixture.revision.saturating_add(1);
        }
        self.league.season.phase = Phase::Closed;
        self.league.season.closed_ms = Some(self.moment.now_ms);
        self.events.push(Event::Closed);
        Ok(())
    }

    pub(super) fn resume(&mut self) -> Result<(), Refusal> {
        self.organiser_only("opens a season again")?;
        let season = &mut self.league.season;
        if season.phase != Phase::Closed {
            return Err(Refusal::new(format!("{} is not closed.", season.title())));
        }
        let finals = season.rounds.iter().any(|round| round.stage == crate::league::Stage::Finals);
        season.phase = match (season.started_ms, finals) {
            (None, _) => Phase::Entry,
            (Some(_), false) => Phase::Running,
            (Some(_), true) => Phase::Finals,
        };
        season.closed_ms = None;
        self.events.push(Event::Resumed);
        Ok(())
    }

    pub(super) fn next_season(&mut self, name: &str) -> Result<(), Refusal> {
        self.organiser_only("opens the next season")?;
        let name = if name.trim().is_empty() {
            String::new()
        } else {
            clean_title(name).ok_or_else(|| {
                Refusal::new(format!("A season's name has 1 to {MAX_TITLE} letters."))
            })?
        };
        if self.league.season.phase == Phase::Entry {
            return Err(Refusal::new(format!(
                "{} has not been played yet. `/organise start` starts it.",
                self.league.season.title()
            )));
        }
        if self.league.past.len() >= MOST_SEASONS {
            return Err(Refusal::new(
                "This league is very old by now; open a new one for the next season.",
            ));
        }
        if self.league.season.phase != Phase::Closed {
            self.close(false)?;
        } else if self.clear_the_end(true)? == Cleared::NotYet {
            // it was closed before lots were drawn for such things
            return Ok(());
        }
        if self.league.season.phase != Phase::Closed {
            return Ok(());
        }
        let (entrants, promoted, relegated) = carried_over(&self.league.season, self.moment.now_ms);
        let number = self.league.season.number.saturating_add(1);
        let next = Season {
            number,
            name,
            phase: Phase::Entry,
            settings: self.league.season.settings.clone(),
            entrants,
            rounds: Vec::new(),
            fixtures: Vec::new(),
            adjustments: Vec::new(),
            lot: self.moment.lot,
            level: promised(number, self.moment),
            opened_ms: self.moment.now_ms,
            started_ms: None,
            closed_ms: None,
        };
        let last = std::mem::replace(&mut self.league.season, next);
        self.league.past.push(last);
        self.events.push(Event::SeasonOpened { number, promoted, relegated });
        Ok(())
    }
}

/// Everybody who is still in, with their division of the next season and in the order in which they ended.
fn carried_over(season: &Season, now_ms: i64) -> (Vec<Entrant>, Vec<EntrantId>, Vec<EntrantId>) {
    let divisions = season.settings.division_count();
    let orders: Vec<Vec<EntrantId>> = (0..divisions)
        .map(|division| level::in_order(&level::at_the_end(season, division)))
        .collect();
    let mut promoted = Vec::new();
    let mut relegated = Vec::new();
    for (division, order) in (0_u8..).zip(&orders) {
        let [up, down] = level::moving(season, division);
        promoted.extend(order.iter().take(up));
        relegated.extend(order.iter().rev().take(down));
    }
    let mut entrants = Vec::new();
    for (division, order) in (0_u8..).zip(&orders) {
        for no in order {
            let Some(before) = season.entrant(*no) else { continue };
            let division = if promoted.contains(no) {
                division.saturating_sub(1)
            } else if relegated.contains(no) {
                division.saturating_add(1)
            } else {
                division
            };
            entrants.push(Entrant {
                division,
                from_round: 0,
                entered_ms: now_ms,
                seed: u32::try_from(entrants.len()).unwrap_or(u32::MAX).saturating_add(1),
                ..before.clone()
            });
        }
    }
    (entrants, promoted, relegated)
}

/// What cannot change any more once people play by it.
pub(super) fn may_become(season: &Season, new: &Settings) -> Result<(), Refusal> {
    let old = &season.settings;
    let same = match (old.format, new.format) {
        (Format::Ladder { .. }, Format::Ladder { .. })
        | (Format::Open { .. }, Format::Open { .. }) => true,
        (Format::Swiss { .. }, Format::Swiss { rounds }) => {
            let paired = season.main_rounds();
            if rounds > 0 && usize::from(rounds) < paired && season.phase == Phase::Running {
                return Err(Refusal::new(format!("{paired} rounds are paired already.")));
            }
            true
        }
        (one, other) => one == other,
    };
    if !same {
        return Err(Refusal::new(
            "The season has started, so its format stands. The next season may have another.",
        ));
    }
    if old.divisions.len() != new.divisions.len() {
        return Err(Refusal::new("The season has started, so its divisions stand."));
    }
    if season.phase == Phase::Finals && old.finals != new.finals {
        return Err(Refusal::new("The finals are on, with those who are in them."));
    }
    Ok(())
}

/// What is different, in words.
pub(super) fn changes(old: &Settings, new: &Settings) -> Vec<String> {
    let mut what = Vec::new();
    let mut note = |name: &str, old: String, new: String| {
        if old != new {
            what.push(format!("{name}: {old} → {new}"));
        }
    };
    note("format", old.format.title(), new.format.title());
    note("points for a win", old.points.win.to_string(), new.points.win.to_string());
    note("points for a draw", old.points.draw.to_string(), new.points.draw.to_string());
    note("points for a loss", old.points.loss.to_string(), new.points.loss.to_string());
    let walkover =
        |of: &Settings| format!("{}/{}", of.points.walkover_win, of.points.walkover_loss);
    note("points for a walkover", walkover(old), walkover(new));
    note("points for a bye", old.points.bye.to_string(), new.points.bye.to_string());
    let ties = |of: &Settings| {
        let titles: Vec<&str> = of.ties.iter().map(|tie| TieBreaker::title(*tie)).collect();
        if titles.is_empty() { "none".to_owned() } else { titles.join(", ") }
    };
    note("tie-breakers", ties(old), ties(new));
    note(
        "a bye or a walkover counts with",
        old.points.unplayed.title(),
        new.points.unplayed.title(),
    );
    let resort = |of: &Settings| of.last_resort.title().to_owned();
    note("level where it matters", resort(old), resort(new));
    let days = |days: u16| {
        if days == 0 { "no deadline".to_owned() } else { count(days.into(), "day", "days") }
    };
    note("time for a match", days(old.days), days(new.days));
    let hours = |hours: u16| match hours {
        0 => "never".to_owned(),
        hours => format!("after {}", count(hours.into(), "hour", "hours")),
    };
    note("a report counts by itself", hours(old.confirm_hours), hours(new.confirm_hours));
    let limit = |limit: u16| if limit == 0 { "none".to_owned() } else { limit.to_string() };
    note("limit of people", limit(old.limit), limit(new.limit));
    note("finals", old.finals.to_string(), new.finals.to_string());
    let divisions = |of: &Settings| {
        if of.divisions.is_empty() { "one".to_owned() } else { of.divisions.join(", ") }
    };
    note("divisions", divisions(old), divisions(new));
    note("promoted and relegated", old.moves.to_string(), new.moves.to_string());
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    note("late entry", yes(old.late_entry), yes(new.late_entry));
    note("draws", yes(old.draws), yes(new.draws));
    let seeding = |of: &Settings| match of.seeding {
        crate::settings::Seeding::Lot => "by lot".to_owned(),
        crate::settings::Seeding::Entry => "in the order of entry".to_owned(),
    };
    note("first order", seeding(old), seeding(new));
    note("rounds follow by themselves", yes(old.auto_rounds), yes(new.auto_rounds));
    let channel =
        |of: &Settings| of.announce.map_or("none".to_owned(), |channel| format!("<#{channel}>"));
    note("announcements", channel(old), channel(new));
    note("weekly digest", yes(old.digest), yes(new.digest));
    note("on the public page", yes(old.page), yes(new.page));
    what
}
