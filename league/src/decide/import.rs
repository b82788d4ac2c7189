//! What stands in a file: who enters with it, which match each of its lines is about, and what comes of it. A line says
//! that by the number of the match, by its round or by the leg; else by who plays. Lines that tell what the league knows
//! already change nothing, so that a file can be read again.

use std::collections::HashMap;

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::Actor;
use gatemaster_rules::text::clean_title;

use super::Draft;
use super::results::turned;
use super::rounds::DAY_MS;
use crate::action::{Imported, MatchPlace, Newcomer, Who};
use crate::book::Moment;
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{Fixture, How, League, MatchResult, Phase, Season, Stage, State};

/// Faults that a refusal names one by one.
const MOST_TOLD: usize = 10;

/// What would come of a file.
#[derive(Clone, Debug)]
pub struct ImportTrial {
    /// The league as it would stand then.
    pub league: League,
    /// In the order of the file; faulty lines are not among them.
    pub lines: Vec<TriedLine>,
    pub newcomers: Vec<EntrantId>,
    /// What stands against it, each with its line. Nothing is brought in while there is anything.
    pub faults: Vec<String>,
}

/// What would come of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedLine {
    /// Its place among the matches, counted from 0.
    pub at: usize,
    pub fixture: FixtureId,
    pub fate: LineFate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFate {
    /// The match was open, or comes about with it.
    Entered,
    /// It had counted otherwise, or was cancelled.
    Changed { before: State },
    /// The league has it already.
    Known,
    /// An earlier line says the same about the same match.
    Doubled,
}

/// Tries what a file would do, without doing it.
pub fn try_import(
    league: &League,
    actor: &Actor,
    matches: &[Imported],
    people: &[Newcomer],
    moment: Moment,
) -> Result<ImportTrial, Refusal> {
    let mut draft = Draft { league: league.clone(), actor, moment, events: Vec::new() };
    let done = draft.bring_in(matches, people)?;
    let Brought { lines, newcomers, faults } = done;
    Ok(ImportTrial { league: draft.league, lines, newcomers, faults })
}

/// What has been done with a file so far.
#[derive(Debug, Default)]
struct Brought {
    lines: Vec<TriedLine>,
    newcomers: Vec<EntrantId>,
    faults: Vec<String>,
}

/// Which match a line means.
enum Meant {
    Fixture(FixtureId),
    New,
    Doubled(FixtureId),
}

/// Which matches lines have spoken of, and where two people meet.
#[derive(Debug, Default)]
struct Index {
    /// The line that a match was claimed by.
    claimed: HashMap<FixtureId, usize>,
    meetings: HashMap<(EntrantId, EntrantId), Vec<FixtureId>>,
    /// So many matches are in it.
    counted: usize,
}

impl Index {
    fn of(&mut self, season: &Season, first: EntrantId, second: EntrantId) -> &[FixtureId] {
        for fixture in season.fixtures.iter().skip(self.counted) {
            if let Some(other) = fixture.second {
                let two = (fixture.first.min(other), fixture.first.max(other));
                self.meetings.entry(two).or_default().push(fixture.no);
            }
        }
        self.counted = season.fixtures.len();
        self.meetings.get(&(first.min(second), first.max(second))).map_or(&[], Vec::as_slice)
    }

    /// A correction may move people within a bracket.
    fn count_again(&mut self) {
        self.meetings.clear();
        self.counted = 0;
    }
}

impl Draft<'_> {
    pub(super) fn import(
        &mut self,
        matches: &[Imported],
        people: &[Newcomer],
    ) -> Result<(), Refusal> {
        let Brought { lines, newcomers, mut faults } = self.bring_in(matches, people)?;
        if !faults.is_empty() {
            let more = faults.len().saturating_sub(MOST_TOLD);
            faults.truncate(MOST_TOLD);
            if more > 0 {
                faults.push(format!("… and {more} more."));
            }
            return Err(Refusal::new(format!("Nothing was brought in:\n{}", faults.join("\n"))));
        }
        let number = |wanted: fn(&LineFate) -> bool| {
            let many = lines.iter().filter(|line| wanted(&line.fate)).count();
            u32::try_from(many).unwrap_or(u32::MAX)
        };
        let entered = number(|fate| *fate == LineFate::Entered);
        let corrected = number(|fate| matches!(fate, LineFate::Changed { .. }));
        let brought = entered.saturating_add(corrected);
        if brought == 0 && newcomers.is_empty() {
            return Err(Refusal::new(
                "There is nothing to change: the league has all of it already.",
            ));
        }
        if brought > 0 {
            self.events.push(Event::Imported { matches: brought, corrected });
        }
        Ok(())
    }

    fn bring_in(&mut self, matches: &[Imported], people: &[Newcomer]) -> Result<Brought, Refusal> {
        self.organiser_only("brings in files")?;
        let mut done = Brought::default();
        for newcomer in people {
            match self.newcomer(newcomer) {
                Ok(no) => done.newcomers.push(no),
                Err(refusal) => {
                    done.faults.push(format!("{}: {}", newcomer.name, refusal.sentence()));
                }
            }
        }
        if !done.faults.is_empty() {
            // whoever plays against them would only be told the same again
            return Ok(done);
        }
        let mut index = Index::default();
        let mut changes = false;
        for (at, imported) in matches.iter().enumerate() {
            match self.import_one(at, imported, matches, &done.newcomers, &mut index) {
                Ok(line) => {
                    changes |= matches!(line.fate, LineFate::Entered | LineFate::Changed { .. });
                    done.lines.push(line);
                }
                Err(refusal) => {
                    done.faults.push(format!("{}: {}", title(at, imported), refusal.sentence()));
                }
            }
        }
        let open = self.running();
        if (changes || !done.faults.is_empty()) && !matches.is_empty() {
            // a season that is over can be compared with a file, but not changed by it
            open?;
        }
        Ok(done)
    }

    fn newcomer(&mut self, newcomer: &Newcomer) -> Result<EntrantId, Refusal> {
        let Newcomer { name, player, faction, division } = newcomer;
        let known = match player {
            Some(player) => self.league.season.entrant_of(player.id),
            None => self.guest(name),
        };
        if let Some(known) = known {
            return Err(Refusal::new(format!("{} is in it already.", known.name)));
        }
        self.take_in(player.as_ref(), name, faction.as_deref(), *division)
    }

    fn import_one(
        &mut self,
        at: usize,
        imported: &Imported,
        all: &[Imported],
        newcomers: &[EntrantId],
        index: &mut Index,
    ) -> Result<TriedLine, Refusal> {
        if let Some(fixture) = self.in_earlier_season(imported)? {
            return Ok(TriedLine { at, fixture, fate: LineFate::Known });
        }
        let season = &self.league.season;
        let first = person(season, &imported.first, imported.first_is, newcomers)?;
        let second = person(season, &imported.second, imported.second_is, newcomers)?;
        if first == second {
            return Err(Refusal::new("that is the same person twice."));
        }
        if self.entrant(first)?.division != self.entrant(second)?.division {
            return Err(Refusal::new("these two play in different divisions."));
        }
        let no = match self.meant(first, second, at, all, index)? {
            Meant::Doubled(fixture) => {
                return Ok(TriedLine { at, fixture, fate: LineFate::Doubled });
            }
            Meant::Fixture(no) => no,
            Meant::New => {
                self.running()?;
                self.room_for(1)?;
                self.add_challenge(first, second)
            }
        };
        index.claimed.insert(no, at);
        let fate = self.take_result(no, first, imported)?;
        if matches!(fate, LineFate::Changed { .. }) {
            index.count_again();
        }
        Ok(TriedLine { at, fixture: no, fate })
    }

    /// The match of a season that is over, if the line is about one and says what it says.
    fn in_earlier_season(&self, imported: &Imported) -> Result<Option<FixtureId>, Refusal> {
        let MatchPlace { season: number, fixture, .. } = imported.place;
        let Some(number) = number.filter(|number| *number != self.league.season.number) else {
            return Ok(None);
        };
        let Some(season) = self.league.season(number) else {
            return Err(Refusal::new(format!("there is no season {number} in this league.")));
        };
        let names = |fixture: &Fixture| {
            let second = fixture.second.map_or("", |no| season.name_of(no)).to_lowercase();
            (season.name_of(fixture.first).to_lowercase(), second)
        };
        let told = (imported.first.to_lowercase(), imported.second.to_lowercase());
        let says_the_same = |fixture: &&Fixture| {
            let (first, second) = names(fixture);
            let result = if (&first, &second) == (&told.0, &told.1) {
                imported.result.clone()
            } else if (&second, &first) == (&told.0, &told.1) {
                turned(&imported.result)
            } else {
                return false;
            };
            let known = fixture.result().is_some_and(|known| result.is_told_by(known));
            known && same_day(fixture.decided_ms(), imported.at_ms)
        };
        let found = match fixture {
            Some(no) => season.fixture(no).filter(says_the_same),
            None => season.fixtures.iter().find(says_the_same),
        };
        found.map(|fixture| Some(fixture.no)).ok_or_else(|| {
            Refusal::new(format!("{} is over, and its results stand.", season.title()))
        })
    }

    fn meant(
        &self,
        first: EntrantId,
        second: EntrantId,
        at: usize,
        all: &[Imported],
        index: &mut Index,
    ) -> Result<Meant, Refusal> {
        let season = &self.league.season;
        let imported = &all[at];
        let place = imported.place;
        let by_challenge = season.settings.format.by_challenge();
        let meetings: Vec<&Fixture> = index
            .of(season, first, second)
            .iter()
            .filter_map(|no| season.fixture(*no))
            .filter(|fixture| place.stage.is_none_or(|stage| stage == fixture.stage))
            .collect();
        let claim = |no: FixtureId, claimed: &HashMap<FixtureId, usize>| match claimed.get(&no) {
            None => Ok(Meant::Fixture(no)),
            Some(before) if says_the_same(&all[*before], imported) => Ok(Meant::Doubled(no)),
            Some(before) => Err(Refusal::new(format!(
                "{} has told the end of match {no} otherwise.",
                line_of(*before, &all[*before])
            ))),
        };
        if let Some(no) = place.fixture {
            let fixture = self.numbered(no, first, second)?;
            fits_place(fixture, place, &meetings)?;
            return claim(no, &index.claimed);
        }
        let mut here: Vec<&Fixture> = meetings
            .iter()
            .copied()
            .filter(|fixture| !matches!(fixture.state, State::Cancelled { .. }))
            .collect();
        // where people challenge each other there are no rounds that a file could mean
        if let Some(round) = place.round.filter(|_| !by_challenge) {
            here.retain(|fixture| fixture.round == Some(round));
            if here.is_empty() {
                return Err(Refusal::new(format!("these two do not meet in round {round}.")));
            }
        }
        if let Some(leg) = place.leg {
            let legs = legs(&meetings);
            match legs.get(usize::from(leg).saturating_sub(1)) {
                Some(fixture) => {
                    fits_place(fixture, place, &meetings)?;
                    return claim(fixture.no, &index.claimed);
                }
                None if by_challenge && usize::from(leg) == legs.len() + 1 => {
                    return Ok(Meant::New);
                }
                None => {
                    return Err(Refusal::new(format!(
                        "these two meet {}; there is no leg {leg}.",
                        times(legs.len())
                    )));
                }
            }
        }
        let free: Vec<&Fixture> =
            here.iter().copied().filter(|one| !index.claimed.contains_key(&one.no)).collect();
        let known = free.iter().find(|fixture| {
            let told = seen_from(fixture, first, &imported.result);
            // where anybody plays anybody, another day is another match
            let day = !by_challenge || same_day(fixture.decided_ms(), self.day_of(imported));
            day && fixture.result().is_some_and(|known| told.is_told_by(known))
        });
        let open = || free.iter().find(|fixture| fixture.is_unsettled());
        if let Some(fixture) = known.or_else(open) {
            return Ok(Meant::Fixture(fixture.no));
        }
        match (&free[..], &here[..]) {
            _ if by_challenge => Ok(Meant::New),
            ([only], _) => Ok(Meant::Fixture(only.no)),
            ([], [.., last]) => claim(last.no, &index.claimed),
            ([], []) => Err(Refusal::new("these two have no match in this league.")),
            _ => Err(Refusal::new(
                "these two meet several times; say which one with a column match, round or leg.",
            )),
        }
    }

    /// The match of this number, if it is one of these two.
    fn numbered(
        &self,
        no: FixtureId,
        first: EntrantId,
        second: EntrantId,
    ) -> Result<&Fixture, Refusal> {
        let season = &self.league.season;
        let Some(fixture) = season.fixture(no) else {
            return Err(Refusal::new(format!("this season has no match {no}.")));
        };
        let other = fixture.second.map(|no| season.name_of(no));
        match other {
            None => Err(Refusal::new(format!("match {no} is a bye."))),
            Some(other) if !(fixture.has(first) && fixture.has(second)) => Err(Refusal::new(
                format!("match {no} is {} against {other}.", season.name_of(fixture.first)),
            )),
            Some(_) => Ok(fixture),
        }
    }

    /// When it was played, if the line says so. Nothing is decided tomorrow, so a day that is still to come says nothing.
    fn day_of(&self, imported: &Imported) -> Option<i64> {
        imported.at_ms.filter(|day| (0..=self.moment.now_ms).contains(day))
    }

    /// Writes what a line says about this match, seen from the one named first.
    fn take_result(
        &mut self,
        no: FixtureId,
        first: EntrantId,
        imported: &Imported,
    ) -> Result<LineFate, Refusal> {
        let fixture = self.fixture(no)?;
        let told = seen_from(fixture, first, &imported.result);
        let now = self.moment.now_ms;
        let day = self.day_of(imported);
        let said_before = matches!(&fixture.state, State::Decided { result, at_ms, .. }
            if told.is_told_by(result) && same_day(Some(*at_ms), day));
        if said_before {
            return Ok(LineFate::Known);
        }
        if !matches!(self.league.season.phase, Phase::Running | Phase::Finals) {
            // told once, and not for each line
            let before = fixture.state.clone();
            return Ok(LineFate::Changed { before });
        }
        let result = self.checked_result(fixture, &told.or_as_before(fixture.told()))?;
        let before = fixture.state.clone();
        let counted = matches!(before, State::Decided { .. } | State::Cancelled { .. });
        let at_ms = match &before {
            State::Decided { at_ms, .. } => day.unwrap_or(*at_ms),
            _ => day.unwrap_or(now),
        };
        if counted {
            self.goes_on_instead(no, result.verdict)?;
        }
        if before != State::Open {
            let why = if counted { "a file says otherwise" } else { "a file says how it ended" };
            self.keep_history(no, why)?;
        }
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Decided { result, how: How::Import, at_ms };
        fixture.revision = fixture.revision.saturating_add(1);
        if counted {
            return Ok(LineFate::Changed { before });
        }
        // many come at once; they are told as one
        self.round_may_be_done(no);
        Ok(LineFate::Entered)
    }
}

/// Whom a name means in a season.
fn person(
    season: &Season,
    name: &str,
    is: Option<Who>,
    newcomers: &[EntrantId],
) -> Result<EntrantId, Refusal> {
    if clean_title(name).is_none() {
        return Err(Refusal::new("a name is missing or too long."));
    }
    let unknown = || Refusal::new(format!("nobody called {name} is in this season."));
    match is {
        Some(Who::Entrant(no)) => season.entrant(no).map(|one| one.no).ok_or_else(unknown),
        Some(Who::Newcomer(at)) => {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            newcomers.get(at).copied().ok_or_else(unknown)
        }
        None => match &named(season, name)[..] {
            [only] => Ok(*only),
            [] => Err(unknown()),
            _ => Err(Refusal::new(format!("several people here are called {name}."))),
        },
    }
}

/// Everybody of this name, however it is written.
pub fn named(season: &Season, name: &str) -> Vec<EntrantId> {
    let folded = name.trim().to_lowercase();
    let like = season.entrants.iter().filter(|entrant| entrant.name.to_lowercase() == folded);
    like.map(|entrant| entrant.no).collect()
}

/// The meetings of two in their order. Challenges that were called off were none.
fn legs<'f>(meetings: &[&'f Fixture]) -> Vec<&'f Fixture> {
    let mut legs: Vec<&Fixture> = meetings
        .iter()
        .copied()
        .filter(|fixture| fixture.stage == Stage::Main)
        .filter(|fixture| {
            fixture.round.is_some() || !matches!(fixture.state, State::Cancelled { .. })
        })
        .collect();
    legs.sort_by_key(|fixture| (fixture.round, fixture.no));
    legs
}

/// Refuses where the file says two things about one match that do not go together.
fn fits_place(fixture: &Fixture, place: MatchPlace, meetings: &[&Fixture]) -> Result<(), Refusal> {
    let no = fixture.no;
    let wrong = |what: String| Err(Refusal::new(format!("match {no} {what}.")));
    if place.stage.is_some_and(|stage| stage != fixture.stage) {
        return wrong("is of another stage".to_owned());
    }
    match (place.round, fixture.round) {
        (Some(told), Some(round)) if told != round => {
            return wrong(format!("is of round {round}, not {told}"));
        }
        _ => {}
    }
    if let Some(told) = place.leg {
        let leg = legs(meetings).iter().position(|one| one.no == no).map_or(0, |at| at + 1);
        if leg != usize::from(told) {
            return wrong(format!("is not leg {told} of these two"));
        }
    }
    Ok(())
}

fn seen_from(fixture: &Fixture, first: EntrantId, result: &MatchResult) -> MatchResult {
    if fixture.first == first { result.clone() } else { turned(result) }
}

/// Whether a file means the day that the league knows. Files know no hours.
fn same_day(known_ms: Option<i64>, told_ms: Option<i64>) -> bool {
    let day = |at_ms: i64| at_ms.div_euclid(DAY_MS);
    told_ms.is_none_or(|told| known_ms.is_some_and(|known| day(known) == day(told)))
}

/// Whether two lines of a file are about the same match in the same words, whoever is named first.
fn says_the_same(one: &Imported, other: &Imported) -> bool {
    let fold = |name: &str| name.to_lowercase();
    let turned_over = fold(&one.first) != fold(&other.first);
    let result = if turned_over { turned(&other.result) } else { other.result.clone() };
    one.result == result && one.at_ms == other.at_ms
}

fn line_of(at: usize, imported: &Imported) -> String {
    match imported.line {
        0 => format!("The {}. match of the file", at + 1),
        line => format!("Line {line}"),
    }
}

fn title(at: usize, imported: &Imported) -> String {
    let Imported { first, second, line, .. } = imported;
    match line {
        0 => format!("{}. {first} – {second}", at + 1),
        line => format!("Line {line}, {first} – {second}"),
    }
}

fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        number => format!("{number} times"),
    }
}
