//! A whole league as a file: what goes out comes back, and what somebody has tampered with does not.

use crate::club;
use crate::club::{ANN, BOB, CID, league};
use gatemaster_league::books::json::{from_json, to_json};
use gatemaster_league::league::{Phase, Stage};
use gatemaster_league::{EntrantId, Format, League, Played, State};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use serde_json::Value;

type Tampering = fn(&mut League);

fn everybody(_: UserId) -> bool {
    true
}

fn nobody(_: UserId) -> bool {
    false
}

/// What is told about the club's league after somebody has changed it.
fn faults(change: impl FnOnce(&mut League)) -> Vec<String> {
    let mut league = league();
    change(&mut league);
    from_json(&to_json(&league).unwrap(), &everybody).unwrap_err()
}

/// The league as it is kept elsewhere: without the games of its server.
fn without_games() -> League {
    let mut league = league();
    let fourth = &mut league.season.fixtures[0];
    fourth.games.clear();
    if let State::Decided { result, .. } = &mut fourth.state {
        result.game = None;
    }
    league
}

#[test]
fn a_league_comes_back_as_it_was_but_for_its_games() {
    let text = to_json(&league()).unwrap();
    assert!(text.starts_with("{\n  \"format\": \"gatemaster-league-1\""));
    assert_eq!(from_json(&text, &everybody).unwrap(), without_games());
    let marked = format!("\u{feff}{text}");
    assert_eq!(from_json(&marked, &everybody).unwrap(), without_games());
}

#[test]
fn a_league_of_another_game_comes_back_too() {
    let mut other = without_games();
    other.played = Played::Elsewhere("Chess".to_owned());
    other.season.settings.format = Format::Swiss { rounds: 3 };
    other.season.settings.finals = 2;
    other.season.phase = Phase::Finals;
    other.season.rounds[0].stage = Stage::Finals;
    for fixture in &mut other.season.fixtures {
        fixture.stage = Stage::Finals;
    }
    other.season.fixtures[0].round = None;
    other.season.fixtures[0].history[0].before = State::Open;
    let text = to_json(&other).unwrap();
    assert_eq!(from_json(&text, &everybody).unwrap(), other);
}

#[test]
fn people_who_are_not_here_become_guests_and_organise_nothing() {
    let mut before = league();
    before.organisers.push(Player { id: UserId(12), name: "Bob".to_owned() });
    before.season.settings.announce = Some(77);
    let text = to_json(&before).unwrap();
    let read = from_json(&text, &|id| id == UserId(12)).unwrap();
    assert_eq!(read.organisers, [Player { id: UserId(12), name: "Bob".to_owned() }]);
    for season in read.seasons() {
        assert_eq!(season.entrant(ANN).unwrap().id, None);
        assert_eq!(season.entrant(ANN).unwrap().name, "Ann");
        assert_eq!(season.entrant(BOB).unwrap().id, Some(UserId(12)));
        assert_eq!(season.settings.announce, None, "the channel of another server");
    }
    let by = &read.season.adjustments[0].by;
    assert_eq!((by.id, by.name.as_str()), (UserId(1), "Ann"), "a former player by name");
    assert_eq!(read.season.fixtures[0].history[0].by.id, UserId(1));

    let strangers = from_json(&text, &nobody).unwrap();
    assert!(strangers.organisers.is_empty());
    assert!(!to_json(&strangers).unwrap().contains("\"11\""), "no trace of Ann's id");
}

#[test]
fn the_program_itself_is_nobody_in_a_file() {
    let mut before = league();
    before.organisers = vec![Player::bot()];
    before.season.entrants[0].id = Some(UserId::BOT);
    let read = from_json(&to_json(&before).unwrap(), &everybody).unwrap();
    assert!(read.organisers.is_empty());
    assert_eq!(read.season.entrants[0].id, None);
}

#[test]
fn people_whom_only_their_ids_told_apart_get_a_number() {
    let mut before = league();
    before.season.entrants[1].name = "ann\u{200b}".to_owned();
    before.past[0].entrants[1].name = "ann".to_owned();
    let read = from_json(&to_json(&before).unwrap(), &nobody).unwrap();
    for season in read.seasons() {
        assert_eq!(season.name_of(ANN), "Ann");
        assert_eq!(season.name_of(BOB), "ann (2)", "in every season the same");
    }
    let known = from_json(&to_json(&before).unwrap(), &everybody).unwrap();
    assert_eq!(known.season.name_of(BOB), "ann", "ids still tell them apart, and names are clean");
}

#[test]
fn what_refers_to_nothing_is_refused() {
    assert_eq!(
        faults(|league| league.season.fixtures[0].first = EntrantId(99)),
        ["Match 4 is between people who are not in season 2."; 1]
    );
    assert_eq!(
        faults(|league| league.season.fixtures[0].round = Some(7)),
        ["Match 4 belongs to a round that is not there."]
    );
    assert_eq!(
        faults(|league| league.season.fixtures[0].stage = Stage::Finals),
        ["Match 4 belongs to a round that is not there."]
    );
    assert_eq!(
        faults(|league| league.season.fixtures[0].division = 1),
        ["Match 4 is in a division that is not there."]
    );
    assert_eq!(
        faults(|league| league.season.entrants[0].division = 200),
        ["Season 2, player 1 is in a division that is not there."]
    );
    assert_eq!(
        faults(|league| league.season.adjustments[0].entrant = EntrantId(9)),
        ["Season 2: a bonus or penalty is for somebody who is not there, or beyond 1000 points."]
    );
    assert_eq!(
        faults(|league| {
            if let State::Reported { by, .. } = &mut league.season.fixtures[4].state {
                *by = ANN;
            }
        }),
        ["Match 8: somebody who did not play has told the result."]
    );
    // a correction in a bracket lets somebody else play a match that had been reported before
    let mut moved = without_games();
    if let State::Disputed { by, .. } = &mut moved.season.fixtures[0].history[0].before {
        *by = CID;
    }
    assert_eq!(from_json(&to_json(&moved).unwrap(), &everybody), Ok(moved));
}

#[test]
fn matches_against_oneself_and_byes_for_two_are_refused() {
    assert_eq!(
        faults(|league| league.season.fixtures[1].second = Some(CID)),
        ["Match 5: nobody plays against themselves."]
    );
    let alone = "a bye is for one, and a match is for two.";
    assert_eq!(
        faults(|league| league.season.fixtures[2].second = Some(CID)),
        [format!("Match 6: {alone}")]
    );
    assert_eq!(
        faults(|league| league.season.fixtures[3].second = None),
        [format!("Match 7: {alone}")]
    );
}

#[test]
fn numbers_are_unique_and_leave_room_for_the_next() {
    assert_eq!(
        faults(|league| league.season.fixtures[0].no = league.past[0].fixtures[0].no),
        ["There are two matches with the number 1."]
    );
    assert_eq!(
        faults(|league| league.next_fixture = 10),
        ["Match 10 is numbered beyond the next match."]
    );
    assert_eq!(
        faults(|league| league.next_entrant = 4),
        ["Player 4 is numbered beyond the next player."; 2]
    );
    assert_eq!(
        faults(|league| league.next_entrant = u32::MAX),
        ["Numbers of matches and players go up to 1000000."]
    );
    assert_eq!(
        faults(|league| league.season.entrants[1].id = Some(UserId(11))),
        ["Season 2, player 2 is there twice."]
    );
    assert_eq!(faults(|league| league.season.number = 1), ["Season 1 stands in the wrong place."]);
    assert_eq!(
        faults(|league| league.past[0].phase = Phase::Running),
        ["Season 1 is over but not closed."]
    );
    assert_eq!(
        faults(|league| league.season.rounds[0].number = 0).first().unwrap(),
        "Season 2: round 0 stands in the wrong place."
    );
    assert_eq!(
        faults(|league| league.season.fixtures[0].revision = u16::MAX),
        ["Match 4 was changed too often."]
    );
}

#[test]
fn settings_points_scores_and_times_are_within_their_bounds() {
    assert_eq!(
        faults(|league| league.season.settings.points.loss = i32::MIN),
        ["Season 2: Points go from −1000 to 1000."]
    );
    assert_eq!(
        faults(|league| league.season.settings.format = Format::RoundRobin { legs: 0 }),
        ["Season 2: A round robin has 1 to 4 legs."]
    );
    assert_eq!(
        faults(|league| league.season.phase = Phase::Finals),
        ["Season 2 is in its finals but has none."]
    );
    assert_eq!(
        faults(|league| {
            if let State::Decided { result, .. } = &mut league.season.fixtures[0].state {
                result.scores = Some([i32::MIN, 0]);
            }
        }),
        ["Match 4: scores go from −1000000 to 1000000."]
    );
    assert_eq!(
        faults(|league| league.season.adjustments[0].points = i32::MIN),
        ["Season 2: a bonus or penalty is for somebody who is not there, or beyond 1000 points."]
    );
    let times: [(&str, Tampering); 5] = [
        ("Season 2", |league| league.season.opened_ms = i64::MIN),
        ("Season 2", |league| league.season.closed_ms = Some(i64::MAX)),
        ("Match 4", |league| league.season.fixtures[0].due_ms = Some(-1)),
        ("Round 1", |league| league.season.rounds[0].due_ms = Some(i64::MAX)),
        ("Match 4", |league| league.season.fixtures[0].history[0].at_ms = i64::MAX),
    ];
    for (whose, change) in times {
        assert_eq!(faults(change), [format!("{whose}: a time is before 1970 or after 9999.")]);
    }
}

#[test]
fn names_are_cleaned_and_texts_are_short() {
    let mut before = league();
    before.name = " Winter\u{202e}  league\n".to_owned();
    before.season.rounds[0].name = "Round\t1".to_owned();
    let read = from_json(&to_json(&before).unwrap(), &everybody).unwrap();
    assert_eq!(read, without_games());

    assert_eq!(
        faults(|league| {
            league.name = "\u{200b}".to_owned();
            league.season.entrants[2].name = "x".repeat(65);
            league.season.entrants[2].faction = Some(String::new());
        }),
        [
            "The name of the league must have 1 to 64 characters.",
            "The name of Season 2, player 3 must have 1 to 64 characters.",
            "The name of the faction of Season 2, player 3 must have 1 to 64 characters.",
        ]
    );
    let most = "must have at most 500 characters, and none that nobody can see.";
    assert_eq!(
        faults(|league| {
            league.season.adjustments[0].why = "why ".repeat(126);
            league.season.fixtures[0].history[0].why = "\u{202e}odd".to_owned();
            league.season.fixtures[6].state = State::Cancelled { why: "y".repeat(501) };
        }),
        [
            format!("Match 4: the reason of a change {most}"),
            format!("Match 10: the reason {most}"),
            format!("The reason of a bonus or penalty {most}"),
        ]
    );
}

#[test]
fn files_that_are_too_large_are_refused() {
    assert_eq!(
        faults(|league| {
            let one = league.season.entrants[0].clone();
            league.next_entrant = 1_000;
            league.season.entrants.extend((100..297).map(|no| gatemaster_league::Entrant {
                no: EntrantId(no),
                id: None,
                ..one.clone()
            }));
        }),
        ["Season 2: a league is for 200 people."]
    );
    let size = ["A file can have 100 past seasons and 20000 matches."];
    assert_eq!(
        faults(|league| {
            let one = league.season.fixtures[2].clone();
            league.season.fixtures.resize(20_001, one);
        }),
        size
    );
    assert_eq!(
        faults(|league| {
            let mut past = league.past[0].clone();
            past.fixtures.clear();
            league.past.resize(101, past);
        }),
        size
    );
    assert_eq!(
        faults(|league| league.organisers = vec![club::ann(); 21]),
        ["A league has at most 20 organisers."]
    );
    let huge = " ".repeat(32 * 1024 * 1024 + 1);
    assert_eq!(
        from_json(&huge, &everybody).unwrap_err(),
        ["The file is too large; a league fits into 32 MB."]
    );
    let told = faults(|league| {
        for fixture in &mut league.season.fixtures {
            for _ in 0..5 {
                fixture.history.push(gatemaster_league::league::Change {
                    at_ms: -1,
                    by: club::ann(),
                    before: fixture.state.clone(),
                    why: String::new(),
                });
            }
        }
    });
    assert_eq!((told.len(), told[20].as_str()), (21, "And 15 more."));
}

#[test]
fn what_is_no_league_says_so() {
    let no_league = ["This is not the file of a league: it has no mark “gatemaster-league-1”."];
    for text in ["", "{}", "[]", "null", r#"{"format":"gatemaster-campaign-1"}"#, "\u{1}", "{{{{"] {
        assert_eq!(from_json(text, &everybody).unwrap_err(), no_league, "{text:?}");
    }
    assert_eq!(
        from_json(r#"{"format":"gatemaster-league-1","league":7}"#, &everybody).unwrap_err(),
        ["The file is damaged at line 1, column 42; please export the league again."]
    );
    let deep = "[".repeat(100_000);
    assert_eq!(from_json(&deep, &everybody).unwrap_err(), no_league);
}

#[test]
fn truncated_files_are_never_taken_for_leagues() {
    let text = to_json(&league()).unwrap();
    for cut in (0..text.len()).step_by(7) {
        if let Some(part) = text.get(..cut) {
            assert!(from_json(part, &everybody).is_err(), "cut at {cut}");
        }
    }
}

#[test]
fn any_number_may_be_replaced_by_an_odd_one_and_nothing_breaks() {
    let whole: Value = serde_json::from_str(&to_json(&league()).unwrap()).unwrap();
    let count = numbers(&mut whole.clone(), usize::MAX, &Value::Null);
    assert!(count > 100);
    let (mut taken, mut refused) = (0, 0);
    for at in 0..count {
        for odd in [
            Value::from(-1),
            Value::from(0),
            Value::from(u32::MAX),
            Value::from(i64::MIN),
            Value::from(u64::MAX),
            Value::from(1e300),
            Value::Null,
        ] {
            let mut changed = whole.clone();
            numbers(&mut changed, at, &odd);
            match from_json(&changed.to_string(), &everybody) {
                // what is taken must be sound enough to be written and taken again
                Ok(league) => {
                    taken += 1;
                    let again = from_json(&to_json(&league).unwrap(), &everybody);
                    assert_eq!(again, Ok(league));
                }
                Err(faults) => {
                    refused += 1;
                    assert!(!faults.is_empty());
                }
            }
        }
    }
    assert!(taken > 0 && refused > taken, "{taken} taken, {refused} refused");
}

/// Replaces the number at this place, counted through the whole file, and says how many there are.
fn numbers(value: &mut Value, at: usize, odd: &Value) -> usize {
    fn walk(value: &mut Value, at: usize, odd: &Value, seen: &mut usize) {
        match value {
            Value::Number(_) => {
                if *seen == at {
                    *value = odd.clone();
                }
                *seen += 1;
            }
            Value::Array(items) => {
                for item in items {
                    walk(item, at, odd, seen);
                }
            }
            Value::Object(fields) => {
                for item in fields.values_mut() {
                    walk(item, at, odd, seen);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    let mut seen = 0;
    walk(value, at, odd, &mut seen);
    seen
}
