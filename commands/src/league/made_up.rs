//! Leagues for tests of what is shown.

use gatemaster_league::league::{How, Phase};
use gatemaster_league::{
    Action, Book as _, Format, League, MatchResult, Moment, Played, Settings, Side, Verdict,
};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};

use crate::ledger::StoredBook;

/// Monday, 1 January 2024, 00:00 UTC.
pub const MONDAY: i64 = 1_704_067_200_000;

pub fn organiser() -> Actor {
    Actor { player: Player { id: UserId(1 << 50), name: "Olga".to_owned() }, manager: true }
}

pub fn after(league: Option<&League>, action: &Action) -> League {
    let moment = Moment { now_ms: MONDAY, lot: 7, seed: [7; 32] };
    League::decide(league, &organiser(), action, moment).unwrap().book
}

pub fn opened(settings: Settings) -> League {
    after(
        None,
        &Action::Open {
            name: "Club".to_owned(),
            about: String::new(),
            played: Played::Elsewhere("Bolt Action".to_owned()),
            settings: Box::new(settings),
        },
    )
}

pub fn entered(league: &League, name: &str, division: Option<u8>) -> League {
    let name = name.to_owned();
    after(Some(league), &Action::Enter { player: None, name, faction: None, division })
}

/// An open league in which everybody has beaten everybody with a higher number 3–1, up to the fourth.
pub fn league(people: u32, name: impl Fn(u32) -> String) -> League {
    let mut league = opened(Settings::new(Format::Open { meetings: 0 }));
    for no in 1..=people {
        league = entered(&league, &format!("#{no}"), None);
    }
    for entrant in &mut league.season.entrants {
        entrant.name = name(entrant.no.0);
    }
    league.season.phase = Phase::Running;
    let best: Vec<_> = league.season.entrants.iter().take(4).map(|entrant| entrant.no).collect();
    for (at, first) in best.iter().enumerate() {
        for second in &best[at + 1..] {
            let no = league.next_fixture;
            league.next_fixture += 1;
            let fixture = serde_json::json!({
                "no": no, "round": null, "stage": "main", "division": 0, "slot": 0, "first": first,
                "second": second, "state": { "is": "open" }, "due_ms": null, "made_ms": MONDAY,
                "revision": 1, "games": [], "history": [],
            });
            let mut fixture: gatemaster_league::Fixture = serde_json::from_value(fixture).unwrap();
            let scores = Some([3, 1]);
            let result = MatchResult { scores, ..MatchResult::plain(Verdict::Win(Side::First)) };
            fixture.state =
                gatemaster_league::State::Decided { result, how: How::Opponent, at_ms: MONDAY };
            league.season.fixtures.push(fixture);
        }
    }
    league
}

pub fn kept(book: League) -> StoredBook<League> {
    StoredBook { id: "0123456789".to_owned(), guild: 1 << 50, seq: 1, book }
}
