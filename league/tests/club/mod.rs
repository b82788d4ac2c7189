//! A small club for tests: Ann and Bob are on Discord, Cid and "=Dan" are guests. One season is over, one is on.
#![allow(dead_code, clippy::expect_used)]

use gatemaster_league::league::{Adjustment, Change, How, Level, Phase, Round, Stage};
use gatemaster_league::{
    Entrant, EntrantId, Fixture, Format, League, MatchResult, Played, Season, Settings, Side,
    State, Verdict,
};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;

pub const ANN: EntrantId = EntrantId(1);
pub const BOB: EntrantId = EntrantId(2);
pub const CID: EntrantId = EntrantId(3);
pub const DAN: EntrantId = EntrantId(4);
/// Monday, 1 January 2024, 00:00 UTC.
pub const MONDAY: i64 = 1_704_067_200_000;
pub const DAY: i64 = 24 * 60 * 60 * 1000;

pub fn entrant(no: EntrantId, id: Option<u64>, name: &str, faction: Option<&str>) -> Entrant {
    Entrant {
        no,
        id: id.map(UserId),
        name: name.to_owned(),
        faction: faction.map(str::to_owned),
        division: 0,
        seed: no.0,
        out: false,
        from_round: 0,
        entered_ms: MONDAY,
    }
}

pub fn everybody() -> Vec<Entrant> {
    vec![
        entrant(ANN, Some(11), "Ann", Some("Freeborn")),
        entrant(BOB, Some(12), "Bob", None),
        entrant(CID, None, "Cid", Some("Ghar")),
        entrant(DAN, None, "=Dan", None),
    ]
}

/// Read from JSON, so that what a match has besides may grow without everybody here knowing.
pub fn fixture(no: u32, first: EntrantId, second: Option<EntrantId>, state: State) -> Fixture {
    let fixture = serde_json::json!({
        "no": no, "round": 1, "stage": "main", "division": 0, "slot": 0, "first": first,
        "second": second, "state": State::Open, "due_ms": null, "made_ms": MONDAY, "revision": 1,
        "games": [], "history": [],
    });
    Fixture { state, ..serde_json::from_value(fixture).expect("a match") }
}

pub fn decided(verdict: Verdict, scores: Option<[i32; 2]>, at_ms: i64) -> State {
    let result = MatchResult { scores, ..MatchResult::plain(verdict) };
    State::Decided { result, how: How::Opponent, at_ms }
}

pub fn season(number: u16, fixtures: Vec<Fixture>) -> Season {
    Season {
        number,
        name: String::new(),
        phase: Phase::Running,
        settings: Settings::new(Format::RoundRobin { legs: 1 }),
        entrants: everybody(),
        rounds: vec![Round {
            number: 1,
            stage: Stage::Main,
            name: "Round 1".to_owned(),
            paired_ms: MONDAY,
            due_ms: Some(MONDAY + 14 * DAY),
        }],
        fixtures,
        adjustments: Vec::new(),
        lot: u64::MAX - 1,
        level: Level::default(),
        opened_ms: MONDAY,
        started_ms: Some(MONDAY),
        closed_ms: None,
    }
}

pub fn ann() -> Player {
    Player { id: UserId(11), name: "Ann".to_owned() }
}

pub fn league() -> League {
    let mut past = season(
        1,
        vec![
            fixture(1, ANN, Some(BOB), decided(Verdict::Win(Side::First), Some([7, 3]), MONDAY)),
            fixture(2, CID, Some(DAN), decided(Verdict::Draw, None, MONDAY + DAY)),
            fixture(
                3,
                ANN,
                Some(CID),
                decided(Verdict::Walkover(Side::Second), None, MONDAY + 2 * DAY),
            ),
        ],
    );
    past.phase = Phase::Closed;
    past.closed_ms = Some(MONDAY + 9 * DAY);

    let mut told = MatchResult::plain(Verdict::Win(Side::Second));
    told.scores = Some([-2, 5]);
    told.factions = [Some("Algoryn".to_owned()), Some("freeborn".to_owned())];
    told.game = Some("ABCDE".to_owned());
    let mut fourth = fixture(
        4,
        BOB,
        Some(ANN),
        State::Decided { result: told, how: How::Game, at_ms: MONDAY + 10 * DAY },
    );
    fourth.games = vec!["ABCDE".to_owned()];
    fourth.history = vec![Change {
        at_ms: MONDAY + 9 * DAY,
        by: ann(),
        before: State::Disputed {
            result: MatchResult::plain(Verdict::Win(Side::First)),
            by: ANN,
            says: "It was the other way round.".to_owned(),
            at_ms: MONDAY + 9 * DAY,
        },
        why: "Seen on the table.".to_owned(),
    }];
    let mut now = season(
        2,
        vec![
            fourth,
            fixture(
                5,
                CID,
                Some(ANN),
                decided(Verdict::Win(Side::Second), None, MONDAY + 11 * DAY),
            ),
            fixture(6, DAN, None, State::Bye),
            fixture(7, DAN, Some(ANN), State::Open),
            fixture(
                8,
                BOB,
                Some(CID),
                State::Reported {
                    result: MatchResult::plain(Verdict::Draw),
                    by: BOB,
                    at_ms: MONDAY + 12 * DAY,
                },
            ),
            fixture(9, BOB, Some(DAN), decided(Verdict::NotPlayed, None, MONDAY + 13 * DAY)),
            fixture(10, CID, Some(DAN), State::Cancelled { why: "A flood.".to_owned() }),
        ],
    );
    now.adjustments = vec![Adjustment {
        entrant: BOB,
        points: -2,
        why: "Late list".to_owned(),
        by: ann(),
        at_ms: MONDAY + 11 * DAY,
        revoked: false,
    }];
    League {
        name: "Winter league".to_owned(),
        about: "Everybody against everybody.\nBring dice.".to_owned(),
        played: Played::System(SystemId::Antares),
        organisers: vec![ann()],
        season: now,
        past: vec![past],
        next_entrant: 5,
        next_fixture: 11,
    }
}
