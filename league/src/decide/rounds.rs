//! Rounds: the start, the next one, the finals, and what happens to the matches of people who come late or leave.

use std::collections::{BTreeSet, HashMap};

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::{MAX_NAME, count, list};
use sha2::{Digest as _, Sha256};

use super::Draft;
use super::level::Cleared;
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{
    Change, Fixture, How, MatchResult, Phase, Round, Season, Side, Stage, State, Verdict,
};
use crate::pairing::knockout::{self, Slot};
use crate::pairing::{Pair, round_robin, swiss};
use crate::settings::{Format, Seeding};
use crate::standings;

/// More than any club plays in a season, and a book that is still quick to read.
const MOST_MATCHES: usize = 5_000;
pub(super) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A pair that a round is made of, or a place in a bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    division: u8,
    slot: u16,
    first: EntrantId,
    second: Option<EntrantId>,
    third_place: bool,
}

impl Draft<'_> {
    pub(super) fn start(&mut self) -> Result<(), Refusal> {
        self.organiser_only("starts the season")?;
        self.not_closed()?;
        if self.league.season.phase != Phase::Entry {
            return Err(Refusal::new(format!(
                "{} has started already.",
                self.league.season.title()
            )));
        }
        let season = &self.league.season;
        for division in 0..season.settings.division_count() {
            let active = season.in_division(division).filter(|entrant| !entrant.out).count();
            let empty_is_fine = active == 0 && season.active().count() >= 2;
            if active < 2 && !empty_is_fine {
                let place = season.settings.division_name(division).unwrap_or(&self.league.name);
                return Err(Refusal::new(format!(
                    "It takes two to play: “{place}” has {}. `/league join` and `/organise enter` let people in.",
                    count(u32::try_from(active).unwrap_or(u32::MAX), "person", "people")
                )));
            }
        }
        self.not_too_many()?;
        self.league.season.lot = self.moment.lot;
        if self.league.season.level.promise.is_none() {
            self.promise_lot();
        }
        self.draw_seeds();
        let season = &mut self.league.season;
        season.phase = Phase::Running;
        season.started_ms = Some(self.moment.now_ms);
        self.events.push(Event::Started);
        match season.settings.format {
            Format::Ladder { .. } | Format::Open { .. } => {}
            Format::RoundRobin { legs } => self.all_rounds(legs),
            Format::Swiss { .. } => self.swiss_round()?,
            Format::Knockout { .. } => self.bracket(Stage::Main)?,
        }
        Ok(())
    }

    /// A round robin grows with the square of its people.
    fn not_too_many(&self) -> Result<(), Refusal> {
        let Format::RoundRobin { legs } = self.league.season.settings.format else { return Ok(()) };
        let matches: usize = self
            .divisions()
            .map(|division| {
                let people = self.by_seed(division).len();
                people * people.saturating_sub(1) / 2 * usize::from(legs)
            })
            .sum();
        if matches > MOST_MATCHES {
            return Err(Refusal::new(format!(
                "That would be {matches} matches; I keep up to {MOST_MATCHES}. Take fewer legs, divisions, or a Swiss league."
            )));
        }
        Ok(())
    }

    fn draw_seeds(&mut self) {
        let season = &self.league.season;
        let lot = season.lot;
        let mut order: Vec<EntrantId> = season.entrants.iter().map(|entrant| entrant.no).collect();
        match season.settings.seeding {
            Seeding::Lot => order.sort_by_cached_key(|no| drawn(lot, *no)),
            Seeding::Entry => order.sort_by_cached_key(|no| {
                (season.entrant(*no).map_or(u32::MAX, |entrant| entrant.seed), *no)
            }),
        }
        self.seed_by(&order);
    }

    /// Those of a division who are still in, by their seeds.
    fn by_seed(&self, division: u8) -> Vec<EntrantId> {
        let season = &self.league.season;
        let mut all: Vec<(u32, EntrantId)> = season
            .in_division(division)
            .filter(|entrant| !entrant.out)
            .map(|entrant| (entrant.seed, entrant.no))
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, no)| no).collect()
    }

    fn divisions(&self) -> std::ops::Range<u8> {
        0..self.league.season.settings.division_count()
    }

    /// Every round of a round robin at once, each with its own deadline.
    fn all_rounds(&mut self, legs: u8) {
        let mut rounds: Vec<Vec<Meeting>> = Vec::new();
        for division in self.divisions() {
            for (place, pairs) in
                round_robin::rounds(&self.by_seed(division), legs).into_iter().enumerate()
            {
                if rounds.len() <= place {
                    rounds.push(Vec::new());
                }
                // everybody sits out equally often, so nobody needs to be paid for it
                let meetings = pairs.into_iter().filter(|pair| pair.second.is_some());
                rounds[place].extend(meetings.map(|pair| meeting(division, pair)));
            }
        }
        let days = self.league.season.settings.days;
        for (place, meetings) in (1..).zip(rounds) {
            let due = due_after(self.moment.now_ms, days, place);
            let name = format!("Round {place}");
            self.add_round(Stage::Main, name, due, meetings);
        }
        if !self.league.season.rounds.is_empty() {
            self.events.push(Event::Paired { round: 1 });
        }
    }

    pub(super) fn next_round(&mut self) -> Result<(), Refusal> {
        self.running()?;
        let format = self.league.season.settings.format;
        if format.by_challenge() {
            return Err(Refusal::new(
                "This league has no rounds: people challenge each other with `/league challenge`.",
            ));
        }
        self.call_needless_deciders_off();
        self.nothing_open()?;
        if self.league.season.phase == Phase::Finals {
            return self.bracket(Stage::Finals).or_else(|played| self.deciders_or(played));
        }
        match format {
            Format::Swiss { .. } if self.played_rounds() < self.swiss_rounds() => {
                self.swiss_round()
            }
            Format::Swiss { .. } | Format::RoundRobin { .. } => self.begin_finals(),
            Format::Knockout { .. } => self.bracket(Stage::Main),
            Format::Ladder { .. } | Format::Open { .. } => Ok(()),
        }
    }

    /// A round is paired only when everything before it is decided.
    fn nothing_open(&self) -> Result<(), Refusal> {
        let season = &self.league.season;
        let open: Vec<String> = season
            .unsettled()
            .map(|fixture| {
                let second = fixture.second.map_or("nobody", |second| season.name_of(second));
                let decider = if fixture.stage == Stage::Decider { ", a decider" } else { "" };
                let first = season.name_of(fixture.first);
                format!("match {} ({first} – {second}{decider})", fixture.no)
            })
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        let more = open.len().saturating_sub(5);
        let mut named: Vec<String> = open.into_iter().take(5).collect();
        if more > 0 {
            named.push(format!("{more} more"));
        }
        let deciders = season.unsettled().any(|fixture| fixture.stage == Stage::Decider);
        let instead = if deciders {
            " `/organise level how:lot` draws a lot instead of a decider."
        } else {
            ""
        };
        Err(Refusal::new(format!(
            "These are still open: {}. Settle them with `/organise settle`, or wait for their results.{instead}",
            list(&named)
        )))
    }

    fn played_rounds(&self) -> u16 {
        u16::try_from(self.league.season.main_rounds()).unwrap_or(u16::MAX)
    }

    fn swiss_rounds(&self) -> u16 {
        swiss_rounds(&self.league.season)
    }

    fn swiss_round(&mut self) -> Result<(), Refusal> {
        let mut meetings = Vec::new();
        for division in self.divisions() {
            meetings.extend(self.swiss_division(division));
        }
        if meetings.iter().all(|meeting| meeting.second.is_none()) {
            return Err(too_few());
        }
        let number = self.played_rounds() + 1;
        let due = due_after(self.moment.now_ms, self.league.season.settings.days, 1);
        let round = self.add_round(Stage::Main, format!("Round {number}"), due, meetings);
        self.events.push(Event::Paired { round });
        Ok(())
    }

    fn swiss_division(&self, division: u8) -> Vec<Meeting> {
        let season = &self.league.season;
        let byes = |no: EntrantId| {
            let had = season.fixtures.iter().filter(|f| f.first == no && f.state == State::Bye);
            u16::try_from(had.count()).unwrap_or(u16::MAX)
        };
        let firsts = |no: EntrantId| {
            season.fixtures.iter().filter(|fixture| fixture.second.is_some()).fold(
                0_i16,
                |sum, f| match f.side_of(no) {
                    Some(Side::First) => sum.saturating_add(1),
                    Some(Side::Second) => sum.saturating_sub(1),
                    None => sum,
                },
            )
        };
        let seed = |no: EntrantId| season.entrant(no).map_or(u32::MAX, |entrant| entrant.seed);
        let mut table: Vec<standings::Row> = standings::table(season, division)
            .into_iter()
            .filter(|row| season.entrant(row.entrant).is_some_and(|entrant| !entrant.out))
            .collect();
        // the draw stands where nothing else separates people: in the first round, everybody
        table.sort_by_key(|row| (row.place, seed(row.entrant)));
        let standing = |row: &standings::Row| swiss::Standing {
            entrant: row.entrant,
            points: row.points,
            byes: byes(row.entrant),
            firsts: firsts(row.entrant),
        };
        let standings: Vec<swiss::Standing> = table.iter().map(standing).collect();
        let mut met: HashMap<(EntrantId, EntrantId), u16> = HashMap::new();
        for fixture in &season.fixtures {
            // whoever did not come was not met, but was given the chance
            if let Some(second) = fixture.second
                && !matches!(fixture.state, State::Cancelled { .. })
            {
                let (low, high) = (fixture.first.min(second), fixture.first.max(second));
                *met.entry((low, high)).or_default() += 1;
            }
        }
        swiss::pair(&standings, &met).into_iter().map(|pair| meeting(division, pair)).collect()
    }

    fn begin_finals(&mut self) -> Result<(), Refusal> {
        if self.league.season.settings.finals == 0 {
            return self.deciders_or(Refusal::new(
                "All rounds are played. `/league close` closes the season, `/organise season` opens the next one.",
            ));
        }
        if self.clear(standings::level::before_the_finals)? == Cleared::NotYet {
            return Ok(());
        }
        self.league.season.phase = Phase::Finals;
        self.events.push(Event::FinalsBegan);
        self.bracket(Stage::Finals)
    }

    /// The next round of the bracket, or its first.
    fn bracket(&mut self, stage: Stage) -> Result<(), Refusal> {
        let mut meetings = Vec::new();
        let mut sizes = BTreeSet::new();
        for division in self.divisions() {
            let slots = self.slots(stage, division);
            let third = if slots.len() == 1 { self.third_place(stage, division) } else { None };
            if slots.iter().any(|slot| slot.first.or(slot.second).is_some()) {
                sizes.insert(slots.len());
            }
            for (place, slot) in (0..).zip(slots) {
                if let Some(first) = slot.first.or(slot.second) {
                    let second = slot.first.and(slot.second);
                    meetings.push(Meeting {
                        division,
                        slot: place,
                        first,
                        second,
                        third_place: false,
                    });
                }
            }
            meetings.extend(third);
        }
        if meetings.is_empty() && self.has_rounds(stage) {
            return Err(Refusal::new(
                "The final is played. `/league close` closes the season, `/organise season` opens the next one.",
            ));
        }
        // a round of byes is how a bracket goes on when others did not come, but nothing begins with it
        if meetings.iter().all(|meeting| meeting.second.is_none()) && !self.has_rounds(stage) {
            return Err(too_few());
        }
        let due = due_after(self.moment.now_ms, self.league.season.settings.days, 1);
        let round = self.add_round(stage, name_of_stages(&sizes), due, meetings);
        self.events.push(Event::Paired { round });
        Ok(())
    }

    fn has_rounds(&self, stage: Stage) -> bool {
        self.league.season.rounds.iter().any(|round| round.stage == stage)
    }

    fn slots(&self, stage: Stage, division: u8) -> Vec<Slot> {
        let season = &self.league.season;
        let Some((slots, last)) = last_slots(season, stage, division) else {
            return knockout::first_round(&self.finalists(stage, division));
        };
        if slots <= 1 {
            return Vec::new();
        }
        let went_on: Vec<Option<EntrantId>> = (0..slots)
            .map(|slot| in_slot(season, last, division, slot).and_then(Fixture::winner))
            // whoever won and then left does not come to the next round
            .map(|went_on| went_on.filter(|no| season.entrant(*no).is_some_and(|one| !one.out)))
            .collect();
        knockout::next_round(&went_on)
    }

    /// Who plays the first round of a bracket, the best first.
    fn finalists(&self, stage: Stage, division: u8) -> Vec<EntrantId> {
        let season = &self.league.season;
        match stage {
            Stage::Main => self.by_seed(division),
            Stage::Finals => {
                let blocks = standings::level::after_the_main_stage(season, division);
                let mut best = standings::level::in_order(&blocks);
                best.truncate(season.settings.finals.into());
                best
            }
            // a decider is no bracket
            Stage::Decider => Vec::new(),
        }
    }

    /// The two who lost the semi-finals, where the league plays for third place.
    fn third_place(&self, stage: Stage, division: u8) -> Option<Meeting> {
        let season = &self.league.season;
        if !matches!(season.settings.format, Format::Knockout { third_place: true }) {
            return None;
        }
        let (slots, last) = last_slots(season, stage, division)?;
        if slots != 2 {
            return None;
        }
        let lost = |slot| {
            let fixture = in_slot(season, last, division, slot)?;
            let beaten = fixture.winner().and_then(|winner| fixture.opponent_of(winner))?;
            season.entrant(beaten).filter(|entrant| !entrant.out).map(|entrant| entrant.no)
        };
        let (first, second) = (lost(0)?, lost(1)?);
        Some(Meeting { division, slot: 1, first, second: Some(second), third_place: true })
    }

    pub(super) fn add_round(
        &mut self,
        stage: Stage,
        name: String,
        due_ms: Option<i64>,
        meetings: Vec<Meeting>,
    ) -> u16 {
        let number = self.league.season.last_round().map_or(1, |round| round.number + 1);
        let paired_ms = self.moment.now_ms;
        self.league.season.rounds.push(Round { number, stage, name, paired_ms, due_ms });
        for meeting in meetings {
            self.add_fixture(Some(number), stage, meeting, due_ms);
        }
        number
    }

    fn add_fixture(
        &mut self,
        round: Option<u16>,
        stage: Stage,
        meeting: Meeting,
        due_ms: Option<i64>,
    ) -> FixtureId {
        let no = FixtureId(self.league.next_fixture);
        self.league.next_fixture = self.league.next_fixture.saturating_add(1);
        let Meeting { division, slot, first, second, third_place } = meeting;
        self.league.season.fixtures.push(Fixture {
            no,
            round,
            stage,
            division,
            slot,
            third_place,
            first,
            second,
            state: if second.is_some() { State::Open } else { State::Bye },
            due_ms: due_ms.filter(|_| second.is_some()),
            told_soon: false,
            told_late: false,
            made_ms: self.moment.now_ms,
            revision: 0,
            games: Vec::new(),
            history: Vec::new(),
        });
        no
    }

    /// Whether so many matches more can be kept.
    pub(super) fn room_for(&self, more: usize) -> Result<(), Refusal> {
        if self.league.season.fixtures.len().saturating_add(more) > MOST_MATCHES {
            return Err(Refusal::new(format!(
                "A season has at most {MOST_MATCHES} matches, and this one is full. `/organise season` opens the next one."
            )));
        }
        Ok(())
    }

    /// A match outside of any round.
    pub(super) fn add_challenge(&mut self, first: EntrantId, second: EntrantId) -> FixtureId {
        let division = self.league.season.entrant(first).map_or(0, |entrant| entrant.division);
        let due = due_after(self.moment.now_ms, self.league.season.settings.days, 1);
        let meeting =
            Meeting { division, slot: 0, first, second: Some(second), third_place: false };
        self.add_fixture(None, Stage::Main, meeting, due)
    }

    /// Whoever enters a round robin late plays everybody who is in it, spread over the rounds that are still to come.
    pub(super) fn give_matches_to_newcomer(&mut self, newcomer: EntrantId) {
        let Format::RoundRobin { legs } = self.league.season.settings.format else { return };
        let season = &self.league.season;
        let Some(division) = season.entrant(newcomer).map(|entrant| entrant.division) else {
            return;
        };
        let opponents: Vec<EntrantId> =
            self.by_seed(division).into_iter().filter(|no| *no != newcomer).collect();
        let open: Vec<(u16, Option<i64>)> = season
            .rounds
            .iter()
            .filter(|round| round.stage == Stage::Main)
            .filter(|round| season.fixtures_of_round(round.number).any(Fixture::is_unsettled))
            .map(|round| (round.number, round.due_ms))
            .collect();
        // everything was played: the last round takes the new matches
        let rounds = if open.is_empty() {
            let last = season.last_proper_round();
            last.map(|round| (round.number, round.due_ms)).into_iter().collect()
        } else {
            open
        };
        if rounds.is_empty() {
            return;
        }
        let mut at = 0;
        for leg in 0..legs {
            for opponent in &opponents {
                let (round, due) = rounds[at % rounds.len()];
                at += 1;
                let (first, second) =
                    if leg % 2 == 0 { (*opponent, newcomer) } else { (newcomer, *opponent) };
                let meeting =
                    Meeting { division, slot: 0, first, second: Some(second), third_place: false };
                self.add_fixture(Some(round), Stage::Main, meeting, due);
            }
        }
    }

    /// What is still open goes to the opponents; with `void`, all matches of this person are cancelled.
    pub(super) fn give_matches_away(&mut self, gone: EntrantId, void: bool) {
        let theirs: Vec<FixtureId> = self
            .league
            .season
            .fixtures
            .iter()
            .filter(|fixture| fixture.has(gone))
            .filter(|fixture| {
                let cancelled = matches!(fixture.state, State::Cancelled { .. });
                fixture.is_unsettled() || (void && !cancelled)
            })
            .map(|fixture| fixture.no)
            .collect();
        let now = self.moment.now_ms;
        let by = self.actor.player.clone();
        for no in theirs {
            let Ok(fixture) = self.fixture_mut(no) else { continue };
            let challenge = fixture.round.is_none();
            let before = fixture.state.clone();
            if void || challenge {
                // no name: the books could not forget it
                fixture.state = State::Cancelled { why: "one of the two has left".to_owned() };
            } else if let Some(side) = fixture.side_of(gone) {
                let result = MatchResult::plain(Verdict::Walkover(side.other()));
                fixture.state = State::Decided { result, how: How::DropOut, at_ms: now };
            }
            fixture.revision = fixture.revision.saturating_add(1);
            let was_open =
                matches!(before, State::Open | State::Reported { .. } | State::Disputed { .. });
            if before != State::Open {
                let why = "left the league".to_owned();
                fixture.history.push(Change { at_ms: now, by: by.clone(), before, why });
            }
            if matches!(fixture.state, State::Cancelled { .. }) {
                self.events.push(Event::Cancelled { fixture: no });
            } else {
                self.events.push(Event::Decided { fixture: no, how: How::DropOut });
            }
            if was_open {
                self.round_may_be_done(no);
            }
        }
    }

    /// Says so when this was the last open match of its round, and goes on where the league does that by itself.
    pub(super) fn round_may_be_done(&mut self, fixture: FixtureId) {
        let season = &self.league.season;
        let Some(round) = season.fixture(fixture).and_then(|fixture| fixture.round) else { return };
        if season.fixtures_of_round(round).any(Fixture::is_unsettled) {
            return;
        }
        let done = Event::RoundDone { round };
        if self.events.contains(&done) {
            return;
        }
        self.events.push(done);
        if matches!(season.settings.format, Format::RoundRobin { .. })
            && season.phase == Phase::Running
        {
            let next = season
                .rounds
                .iter()
                .map(|round| round.number)
                .find(|number| season.fixtures_of_round(*number).any(Fixture::is_unsettled));
            if let Some(round) = next.filter(|next| *next > round) {
                self.events.push(Event::Paired { round });
                return;
            }
        }
        if season.settings.auto_rounds && season.is_running() {
            // what stands against it is told to the organiser who asks for the next round
            let mut trial = Draft {
                league: self.league.clone(),
                actor: self.actor,
                moment: self.moment,
                events: Vec::new(),
            };
            if trial.next_round().is_ok() {
                self.league = trial.league;
                self.events.append(&mut trial.events);
            }
        }
    }

    pub(super) fn deadline(
        &mut self,
        round: Option<u16>,
        fixture: Option<FixtureId>,
        due_ms: Option<i64>,
    ) -> Result<(), Refusal> {
        self.organiser_only("moves deadlines")?;
        self.running()?;
        if due_ms.is_some_and(|due| due <= self.moment.now_ms) {
            return Err(Refusal::new("That time has passed already; choose a later one."));
        }
        if let Some(no) = fixture {
            if !self.fixture(no)?.is_unsettled() {
                return Err(Refusal::new(format!("Match {no} waits for nothing any more.")));
            }
            move_deadline(self.fixture_mut(no)?, due_ms);
            self.events.push(Event::Deadline { round: None, fixture });
            return Ok(());
        }
        let last = self.league.season.last_round().map(|round| round.number);
        let Some(number) = round.or(last) else {
            return Err(Refusal::new(
                "This league has no rounds. Name the match whose deadline moves.",
            ));
        };
        let season = &mut self.league.season;
        let Some(found) = season.rounds.iter_mut().find(|round| round.number == number) else {
            return Err(Refusal::new(format!("There is no round {number} yet.")));
        };
        found.due_ms = due_ms;
        for fixture in &mut season.fixtures {
            if fixture.round == Some(number) && fixture.is_unsettled() {
                move_deadline(fixture, due_ms);
            }
        }
        self.events.push(Event::Deadline { round: Some(number), fixture: None });
        Ok(())
    }
}

/// What a round of brackets is called as a whole: "Semi-finals", or "Quarter-finals and semi-finals" where the divisions are
/// not equally far.
fn name_of_stages(sizes: &BTreeSet<usize>) -> String {
    let mut names: Vec<String> =
        sizes.iter().rev().map(|size| knockout::name_of_round(*size)).collect();
    if names.is_empty() {
        // both finalists have left, and the match for third place is played all the same
        names.push(knockout::name_of_round(1));
    }
    let mut all = list(&names).to_lowercase();
    if all.chars().count() > MAX_NAME {
        // there is no room for more in the name of a round
        all = names.first().map_or_else(String::new, |largest| format!("{largest} and smaller"));
    }
    let mut letters = all.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// What a round is called in one division: where it belongs to a bracket, by how far this division has come in its own.
pub fn stage_name(season: &Season, round: &Round, division: u8) -> String {
    let bracket =
        round.stage == Stage::Finals || matches!(season.settings.format, Format::Knockout { .. });
    match slots_of_round(season, round.stage, division, round.number) {
        0 => round.name.clone(),
        slots if bracket => knockout::name_of_round(slots.into()),
        _ => round.name.clone(),
    }
}

fn move_deadline(fixture: &mut Fixture, due_ms: Option<i64>) {
    fixture.due_ms = due_ms;
    fixture.told_soon = false;
    fixture.told_late = false;
}

pub(super) fn meeting(division: u8, pair: Pair) -> Meeting {
    Meeting { division, slot: 0, first: pair.first, second: pair.second, third_place: false }
}

pub(super) fn due_after(now_ms: i64, days: u16, times: i64) -> Option<i64> {
    (days > 0).then(|| {
        now_ms.saturating_add(DAY_MS.saturating_mul(i64::from(days)).saturating_mul(times))
    })
}

/// How many slots the last round of a bracket has, and its number.
fn last_slots(season: &Season, stage: Stage, division: u8) -> Option<(u16, u16)> {
    let last = season.rounds.iter().rev().find(|round| round.stage == stage)?.number;
    let first = season.rounds.iter().find(|round| round.stage == stage)?.number;
    in_slot(season, first, division, 0)?;
    Some((slots_of_round(season, stage, division, last), last))
}

/// How many slots this round of a bracket has: half as many as the one before, and none after the final.
pub(super) fn slots_of_round(season: &Season, stage: Stage, division: u8, round: u16) -> u16 {
    let mut rounds = season.rounds.iter().filter(|one| one.stage == stage && one.number <= round);
    let Some(first) = rounds.next() else { return 0 };
    let later = u32::try_from(rounds.count()).unwrap_or(u32::MAX);
    let slots = season
        .fixtures_of_round(first.number)
        .filter(|fixture| fixture.division == division && !fixture.third_place)
        .map(|fixture| fixture.slot + 1);
    slots.max().unwrap_or(0).checked_shr(later).unwrap_or(0)
}

fn too_few() -> Refusal {
    Refusal::new("Fewer than two people are left to play. Close the season with `/league close`.")
}

pub(super) fn in_slot(season: &Season, round: u16, division: u8, slot: u16) -> Option<&Fixture> {
    season.fixtures_of_round(round).find(|fixture| {
        fixture.division == division && fixture.slot == slot && !fixture.third_place
    })
}

/// How many rounds a Swiss season has.
pub fn swiss_rounds(season: &Season) -> u16 {
    match season.settings.format {
        Format::Swiss { rounds: 0 } => {
            let largest = (0..season.settings.division_count())
                // whoever leaves or comes later does not change how long it takes
                .map(|division| {
                    season.in_division(division).filter(|entrant| entrant.from_round == 0).count()
                })
                .max()
                .unwrap_or(0);
            swiss::rounds_for(largest).into()
        }
        Format::Swiss { rounds } => rounds.into(),
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Knockout { .. }
        | Format::Open { .. } => 0,
    }
}

fn drawn(lot: u64, no: EntrantId) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"seed");
    hash.update(lot.to_be_bytes());
    hash.update(no.0.to_be_bytes());
    hash.finalize().into()
}
