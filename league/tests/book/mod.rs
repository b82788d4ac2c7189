//! Seasons for tests of the table, written down by hand.
#![allow(dead_code)] // each test file uses its own part of it

use gatemaster_league::league::{Adjustment, How, Level, Phase, Stage};
use gatemaster_league::{
    Entrant, EntrantId, Fixture, FixtureId, Format, MatchResult, Season, Settings, Side, State,
    TieBreaker, Verdict,
};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;

pub const FIRST: Verdict = Verdict::Win(Side::First);
pub const SECOND: Verdict = Verdict::Win(Side::Second);

/// The first four or so have the names of old friends; the rest are numbered.
const NAMES: [&str; 8] = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"];

/// A running season with people 1, 2, 3 and so on, seeded in that order.
pub fn season(format: Format, people: u32) -> Season {
    let entrants = (1..=people)
        .map(|no| {
            let name =
                NAMES.get(no as usize - 1).map_or(format!("P{no}"), |name| (*name).to_owned());
            entrant(no, &name)
        })
        .collect();
    Season {
        number: 1,
        name: String::new(),
        phase: Phase::Running,
        settings: Settings::new(format),
        entrants,
        rounds: Vec::new(),
        fixtures: Vec::new(),
        adjustments: Vec::new(),
        lot: 17,
        level: Level::default(),
        opened_ms: 0,
        started_ms: Some(10),
        closed_ms: None,
    }
}

/// A Swiss season with these tie-breakers and no others.
pub fn with_ties(people: u32, ties: &[TieBreaker]) -> Season {
    let mut season = season(Format::Swiss { rounds: 0 }, people);
    season.settings.ties = ties.to_vec();
    season
}

pub fn entrant(no: u32, name: &str) -> Entrant {
    Entrant {
        no: EntrantId(no),
        id: None,
        name: name.to_owned(),
        faction: None,
        division: 0,
        seed: no,
        out: false,
        from_round: 0,
        entered_ms: 5,
    }
}

/// The next match, decided at 100, 101, 102 and so on.
pub fn play(season: &mut Season, first: u32, second: u32, verdict: Verdict) -> &mut Fixture {
    let at_ms = 100 + i64::try_from(season.fixtures.len()).unwrap();
    let result = MatchResult::plain(verdict);
    add(season, first, Some(second), State::Decided { result, how: How::Opponent, at_ms })
}

pub fn score(season: &mut Season, first: u32, second: u32, scores: [i32; 2]) -> &mut Fixture {
    let verdict = match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => FIRST,
        std::cmp::Ordering::Less => SECOND,
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    let fixture = play(season, first, second, verdict);
    if let State::Decided { result, .. } = &mut fixture.state {
        result.scores = Some(scores);
    }
    fixture
}

pub fn bye(season: &mut Season, first: u32) -> &mut Fixture {
    add(season, first, None, State::Bye)
}

pub fn add(season: &mut Season, first: u32, second: Option<u32>, state: State) -> &mut Fixture {
    let no = u32::try_from(season.fixtures.len()).unwrap() + 1;
    season.fixtures.push(Fixture {
        no: FixtureId(no),
        round: None,
        stage: Stage::Main,
        division: 0,
        slot: 0,
        third_place: false,
        first: EntrantId(first),
        second: second.map(EntrantId),
        state,
        due_ms: None,
        told_soon: false,
        told_late: false,
        made_ms: 0,
        revision: 0,
        games: Vec::new(),
        history: Vec::new(),
    });
    season.fixtures.last_mut().unwrap()
}

/// The last match belongs to this round and slot of a bracket.
pub fn in_slot(fixture: &mut Fixture, stage: Stage, round: u16, slot: u16) -> &mut Fixture {
    fixture.stage = stage;
    fixture.round = Some(round);
    fixture.slot = slot;
    fixture
}

pub fn adjust(season: &mut Season, entrant: u32, points: i32, why: &str) {
    season.adjustments.push(Adjustment {
        entrant: EntrantId(entrant),
        points,
        why: why.to_owned(),
        by: Player { id: UserId(99), name: "Organiser".to_owned() },
        at_ms: 50,
        revoked: false,
    });
}

pub fn leave(season: &mut Season, no: u32) {
    season.entrants.iter_mut().find(|entrant| entrant.no.0 == no).unwrap().out = true;
}
