//! A desk with one league on it, for tests of what a league decides: people act, time passes, and everything that is accepted
//! must leave a sound book.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its own part of it
#![allow(clippy::needless_pass_by_value)] // `does(OLA, Action::Start)` reads like a sentence

use gatemaster_league::league::Phase;
use gatemaster_league::{
    Action, Book, EntrantId, Event, Fixture, FixtureId, Format, League, MatchResult, Moment,
    Played, Season, Settings, Side, State, Verdict,
};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};

/// Monday, 1 January 2024, 00:00 UTC.
pub const MONDAY: i64 = 1_704_067_200_000;
pub const HOUR: i64 = 60 * 60 * 1000;
pub const DAY: i64 = 24 * HOUR;
pub const FIRST: Verdict = Verdict::Win(Side::First);
pub const SECOND: Verdict = Verdict::Win(Side::Second);

/// The organiser, who does not play.
pub const OLA: u64 = 1_000;
pub const NAMES: [&str; 12] =
    ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"];

#[derive(Clone, Debug)]
pub struct Desk {
    pub league: League,
    pub now: i64,
    pub lot: u64,
}

pub fn player(id: u64) -> Player {
    let name = match id {
        0 => return Player::bot(),
        OLA => "Ola".to_owned(),
        id => usize::try_from(id - 1)
            .ok()
            .and_then(|at| NAMES.get(at))
            .map_or_else(|| format!("P{id}"), |name| (*name).to_owned()),
    };
    Player { id: UserId(id), name }
}

pub fn actor(id: u64) -> Actor {
    Actor { player: player(id), manager: false }
}

impl Desk {
    /// A league of Ola's with people 1, 2, 3 and so on, who stand in that order; it has not started.
    pub fn new(settings: Settings, people: u64) -> Desk {
        let mut settings = settings;
        settings.seeding = gatemaster_league::settings::Seeding::Entry;
        let open = Action::Open {
            name: "Spring".to_owned(),
            about: String::new(),
            played: Played::Elsewhere("Chess".to_owned()),
            settings: Box::new(settings),
        };
        let moment = Moment { now_ms: MONDAY, lot: 7, seed: [7; 32] };
        let opened = League::decide(None, &actor(OLA), &open, moment).unwrap();
        let mut desk = Desk { league: opened.book, now: MONDAY, lot: 7 };
        for id in 1..=people {
            desk.does(id, Action::Join { faction: None });
        }
        desk
    }

    /// The same, started.
    pub fn started(settings: Settings, people: u64) -> Desk {
        let mut desk = Desk::new(settings, people);
        desk.does(OLA, Action::Start);
        desk
    }

    pub fn of(format: Format, people: u64) -> Desk {
        Desk::started(Settings::new(format), people)
    }

    pub fn tries(&mut self, who: u64, action: Action) -> Result<Vec<Event>, String> {
        self.now += 1_000;
        self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let seed = std::array::from_fn(|at| {
            self.lot.rotate_left(u32::try_from(at).unwrap() * 7).to_be_bytes()[0]
        });
        let moment = Moment { now_ms: self.now, lot: self.lot, seed };
        let decided = League::decide(Some(&self.league), &actor(who), &action, moment);
        match decided {
            Ok(decided) => {
                self.league = decided.book;
                Ok(decided.events)
            }
            Err(refusal) => Err(refusal.sentence().to_owned()),
        }
    }

    /// What must be accepted.
    #[track_caller]
    pub fn does(&mut self, who: u64, action: Action) -> Vec<Event> {
        let told = format!("{action:?}");
        match self.tries(who, action) {
            Ok(events) => events,
            Err(sentence) => panic!("{told} was refused: {sentence}"),
        }
    }

    /// What must be refused with these words and change nothing.
    #[track_caller]
    pub fn refuses(&mut self, who: u64, action: Action, says: &str) {
        let (before, told) = (self.league.clone(), format!("{action:?}"));
        match self.tries(who, action) {
            Ok(events) => panic!("{told} was accepted: {events:?}"),
            Err(sentence) => assert!(sentence.contains(says), "{told}: {sentence}"),
        }
        assert_eq!(self.league, before, "{told}");
    }

    #[track_caller]
    pub fn settles(&mut self, fixture: FixtureId, verdict: Verdict) -> Vec<Event> {
        let result = MatchResult::plain(verdict);
        self.does(OLA, Action::Settle { fixture, result, why: String::new() })
    }

    /// Whoever is named first wins everything that is open.
    #[track_caller]
    pub fn firsts_win(&mut self) {
        let open: Vec<FixtureId> = self.season().unsettled().map(|fixture| fixture.no).collect();
        for fixture in open {
            self.settles(fixture, FIRST);
        }
    }

    pub fn season(&self) -> &Season {
        &self.league.season
    }

    pub fn fixture(&self, no: u32) -> &Fixture {
        self.season().fixture(FixtureId(no)).unwrap()
    }

    /// Who plays whom in this round, as numbers; 0 is a bye.
    pub fn pairs(&self, round: u16) -> Vec<(u32, u32)> {
        let fixtures = self.season().fixtures_of_round(round);
        fixtures.map(|f| (f.first.0, f.second.map_or(0, |second| second.0))).collect()
    }

    pub fn open(&self) -> Vec<&Fixture> {
        self.season().unsettled().collect()
    }

    /// Who is somebody by their number.
    pub fn user(&self, no: EntrantId) -> Option<u64> {
        self.season().entrant(no).and_then(|entrant| entrant.id).map(|id| id.0)
    }
}

pub fn report(fixture: u32, verdict: Verdict) -> Action {
    Action::Report { fixture: FixtureId(fixture), result: MatchResult::plain(verdict) }
}

pub fn settle(fixture: u32, verdict: Verdict) -> Action {
    let result = MatchResult::plain(verdict);
    Action::Settle { fixture: FixtureId(fixture), result, why: String::new() }
}

pub fn reopen(fixture: u32) -> Action {
    Action::Reopen { fixture: FixtureId(fixture), why: "it was not so".to_owned() }
}

pub fn cancel(fixture: u32) -> Action {
    Action::Cancel { fixture: FixtureId(fixture), why: "a flood".to_owned() }
}

/// Numbers that look random and are the same every time.
#[derive(Clone, Copy, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 up to and without this.
    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { (self.next() >> 11) % end }
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let at = self.below(u64::try_from(all.len()).unwrap());
        all.get(usize::try_from(at).unwrap()).copied()
    }

    pub fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// Whether results can be told to it.
pub fn is_on(phase: Phase) -> bool {
    match phase {
        Phase::Running | Phase::Finals => true,
        Phase::Entry | Phase::Closed => false,
    }
}

/// The result that stands there, whatever it is worth by now.
pub fn said(state: &State) -> Option<&MatchResult> {
    match state {
        State::Reported { result, .. }
        | State::Disputed { result, .. }
        | State::Decided { result, .. } => Some(result),
        State::Open | State::Bye | State::Cancelled { .. } => None,
    }
}
