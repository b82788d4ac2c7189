//! What people have done, over all leagues and seasons: from the books to lists, and from lists to totals.

use std::collections::BTreeMap;

use crate::ids::FixtureId;
use crate::league::{Fixture, How, League, Season, Side, Stage, State, Verdict};
use crate::person::Person;
use crate::rating::{Game, Outcome};

/// How many of the latest matches make up somebody's form.
pub const FORM: usize = 5;

/// A match that counts, with everything that a list of matches shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub league: String,
    pub season: u16,
    pub stage: Stage,
    pub fixture: FixtureId,
    /// [`crate::settings::Played::key`]: ratings and totals of different games are kept apart by it.
    pub system: String,
    pub system_title: String,
    pub persons: [Person; 2],
    /// What they were called in that season.
    pub names: [String; 2],
    pub verdict: Verdict,
    pub scores: Option<[i32; 2]>,
    /// As reported with the result, or else as they entered the season.
    pub factions: [Option<String>; 2],
    pub game: Option<String>,
    pub decided_ms: i64,
    pub how: How,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// At a table; walkovers stand apart.
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub walkovers_won: u32,
    /// Matches for which they were not there, whether the opponent was or not.
    pub walkovers_lost: u32,
}

/// What a match was for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Won,
    Drawn,
    Lost,
}

/// Two people against each other, seen from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadToHead<'a> {
    pub totals: Totals,
    /// Over the matches of which the scores are known.
    pub scores: [i64; 2],
    pub newest_first: Vec<&'a Record>,
}

/// Every decided match of every season, the oldest first. Byes are not matches.
pub fn games<'a>(leagues: impl Iterator<Item = &'a League>) -> Vec<Record> {
    let mut records: Vec<Record> = leagues
        .flat_map(|league| {
            league.seasons().flat_map(move |season| {
                season.fixtures.iter().filter_map(move |fixture| record(league, season, fixture))
            })
        })
        .collect();
    records.sort_by(|a, b| {
        (a.decided_ms, &a.league, a.season, a.fixture).cmp(&(
            b.decided_ms,
            &b.league,
            b.season,
            b.fixture,
        ))
    });
    records
}

fn record(league: &League, season: &Season, fixture: &Fixture) -> Option<Record> {
    let (result, how, decided_ms) = match &fixture.state {
        State::Decided { result, how, at_ms } => (result, *how, *at_ms),
        State::Open
        | State::Reported { .. }
        | State::Disputed { .. }
        | State::Bye
        | State::Cancelled { .. } => return None,
    };
    let both = [season.entrant(fixture.first)?, season.entrant(fixture.second?)?];
    let faction = |side: Side| {
        let told = result.factions[side.index()].as_ref();
        told.or(both[side.index()].faction.as_ref()).cloned()
    };
    Some(Record {
        league: league.name.clone(),
        season: season.number,
        stage: fixture.stage,
        fixture: fixture.no,
        system: league.played.key(),
        system_title: league.played.title().to_owned(),
        persons: both.map(Person::of),
        names: both.map(|entrant| entrant.name.clone()),
        verdict: result.verdict,
        scores: result.scores,
        factions: [faction(Side::First), faction(Side::Second)],
        game: result.game.clone(),
        decided_ms,
        how,
    })
}

impl Record {
    pub fn side_of(&self, person: &Person) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.persons[side.index()] == *person)
    }

    /// What it was for this person, if they played it and it was played at a table.
    pub fn mark_of(&self, person: &Person) -> Option<Mark> {
        let side = self.side_of(person)?;
        match self.verdict {
            Verdict::Win(winner) if winner == side => Some(Mark::Won),
            Verdict::Win(_) => Some(Mark::Lost),
            Verdict::Draw => Some(Mark::Drawn),
            Verdict::Walkover(_) | Verdict::NotPlayed => None,
        }
    }

    /// For ratings: nothing where nobody played.
    pub fn rated(&self) -> Option<Game> {
        let outcome = match self.verdict {
            Verdict::Win(Side::First) => Outcome::Win,
            Verdict::Win(Side::Second) => Outcome::Loss,
            Verdict::Draw => Outcome::Draw,
            Verdict::Walkover(_) | Verdict::NotPlayed => return None,
        };
        let [first, second] = self.persons.clone();
        Some(Game { at_ms: self.decided_ms, first, second, outcome })
    }
}

impl Mark {
    /// W, D or L.
    pub fn letter(self) -> char {
        match self {
            Mark::Won => 'W',
            Mark::Drawn => 'D',
            Mark::Lost => 'L',
        }
    }
}

impl Totals {
    /// Matches at a table.
    pub fn played(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    pub fn is_empty(&self) -> bool {
        *self == Totals::default()
    }

    fn add(&mut self, verdict: Verdict, side: Side) {
        let count = match verdict {
            Verdict::Win(winner) if winner == side => &mut self.won,
            Verdict::Win(_) => &mut self.lost,
            Verdict::Draw => &mut self.drawn,
            Verdict::Walkover(there) if there == side => &mut self.walkovers_won,
            Verdict::Walkover(_) | Verdict::NotPlayed => &mut self.walkovers_lost,
        };
        *count = count.saturating_add(1);
    }
}

/// The matches of one person, the oldest first, each with the side they were on.
pub fn of<'a>(
    records: &'a [Record],
    person: &'a Person,
) -> impl DoubleEndedIterator<Item = (&'a Record, Side)> {
    records.iter().filter_map(move |record| Some((record, record.side_of(person)?)))
}

pub fn totals(records: &[Record], person: &Person) -> Totals {
    let mut totals = Totals::default();
    for (record, side) in of(records, person) {
        totals.add(record.verdict, side);
    }
    totals
}

/// By the key of the game system, with its title.
pub fn by_system(records: &[Record], person: &Person) -> BTreeMap<String, (String, Totals)> {
    let mut systems: BTreeMap<String, (String, Totals)> = BTreeMap::new();
    for (record, side) in of(records, person) {
        systems
            .entry(record.system.clone())
            .or_insert_with(|| (record.system_title.clone(), Totals::default()))
            .1
            .add(record.verdict, side);
    }
    systems
}

/// By what they led themselves; matches of an unknown faction are left out.
pub fn by_faction(records: &[Record], person: &Person) -> BTreeMap<String, Totals> {
    factions(records, person, |side| side)
}

/// By what stood against them.
pub fn against_faction(records: &[Record], person: &Person) -> BTreeMap<String, Totals> {
    factions(records, person, Side::other)
}

/// Factions are told apart without regard to capitals, and shown as they were first written.
fn factions(
    records: &[Record],
    person: &Person,
    whose: impl Fn(Side) -> Side,
) -> BTreeMap<String, Totals> {
    let mut found: BTreeMap<String, (&str, Totals)> = BTreeMap::new();
    for (record, side) in of(records, person) {
        if let Some(faction) = &record.factions[whose(side).index()] {
            found
                .entry(faction.to_lowercase())
                .or_insert_with(|| (faction, Totals::default()))
                .1
                .add(record.verdict, side);
        }
    }
    found.into_values().map(|(faction, totals)| (faction.to_owned(), totals)).collect()
}

pub fn head_to_head<'a>(
    records: &'a [Record],
    first: &'a Person,
    second: &Person,
) -> HeadToHead<'a> {
    let mut meeting =
        HeadToHead { totals: Totals::default(), scores: [0, 0], newest_first: Vec::new() };
    for (record, side) in of(records, first).rev() {
        if record.persons[side.other().index()] != *second {
            continue;
        }
        meeting.totals.add(record.verdict, side);
        if let Some(scores) = record.scores {
            meeting.scores[0] += i64::from(scores[side.index()]);
            meeting.scores[1] += i64::from(scores[side.other().index()]);
        }
        meeting.newest_first.push(record);
    }
    meeting
}

/// The most wins in a row. Walkovers neither lengthen nor break it: nobody played.
pub fn longest_winning_streak(records: &[Record], person: &Person) -> u32 {
    let (mut longest, mut streak) = (0_u32, 0_u32);
    for (record, _) in of(records, person) {
        match record.mark_of(person) {
            Some(Mark::Won) => streak = streak.saturating_add(1),
            Some(Mark::Drawn | Mark::Lost) => streak = 0,
            None => {}
        }
        longest = longest.max(streak);
    }
    longest
}

/// The latest matches at a table, the newest first, at most [`FORM`].
pub fn form(records: &[Record], person: &Person) -> Vec<Mark> {
    of(records, person).rev().filter_map(|(record, _)| record.mark_of(person)).take(FORM).collect()
}
