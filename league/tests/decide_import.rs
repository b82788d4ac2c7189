//! Files that are read into a league: which match a line means, what it changes, and what it leaves alone.

use std::fmt::Write as _;

use crate::desk::{DAY, Desk, FIRST, MONDAY, OLA, SECOND, actor, player};
use gatemaster_league::action::{Imported, Newcomer, Who};
use gatemaster_league::books::{csv, results};
use gatemaster_league::decide::{ImportTrial, LineFate, try_import};
use gatemaster_league::league::How;
use gatemaster_league::{
    Action, EntrantId, Event, FixtureId, Format, MatchResult, Moment, State, Verdict,
};

const OPEN: Format = Format::Open { meetings: 0 };

fn read(text: &str) -> Vec<Imported> {
    results::read(text.as_bytes()).unwrap().matches
}

fn import(matches: Vec<Imported>) -> Action {
    Action::Import { matches, people: Vec::new() }
}

fn tried(desk: &Desk, matches: &[Imported]) -> ImportTrial {
    let moment = Moment { now_ms: desk.now + DAY, lot: 1, seed: [0; 32] };
    try_import(&desk.league, &actor(OLA), matches, &[], moment).unwrap()
}

/// In words that are easy to compare: entered, changed, known, doubled.
fn fates(desk: &Desk, text: &str) -> Vec<(u32, &'static str)> {
    let trial = tried(desk, &read(text));
    assert_eq!(trial.faults, [""; 0]);
    let word = |fate: &LineFate| match fate {
        LineFate::Entered => "entered",
        LineFate::Changed { .. } => "changed",
        LineFate::Known => "known",
        LineFate::Doubled => "doubled",
    };
    trial.lines.iter().map(|line| (line.fixture.0, word(&line.fate))).collect()
}

fn faults(desk: &Desk, text: &str) -> Vec<String> {
    tried(desk, &read(text)).faults
}

/// The numbers of the matches of Ann and Bob, in the order of their rounds.
fn of_ann_and_bob(desk: &Desk) -> Vec<u32> {
    let two = [EntrantId(1), EntrantId(2)];
    let all = desk.season().fixtures.iter();
    all.filter(|one| two.iter().all(|no| one.has(*no))).map(|one| one.no.0).collect()
}

#[test]
fn a_line_means_the_match_of_its_number_its_round_or_its_leg() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 2 }, 3);
    let [one, other] = of_ann_and_bob(&desk)[..] else { panic!("two legs") };
    let round = desk.fixture(other).round.unwrap();
    let (first, second) = ("Ann", "Bob");
    for (column, value) in [("match", other), ("round", round.into()), ("leg", 2)] {
        let text = format!("first,second,result,{column}\n{first},{second},first,{value}");
        assert_eq!(fates(&desk, &text), [(other, "entered")], "{text}");
    }
    // without a word it is the first that is still open
    assert_eq!(fates(&desk, "first,second,result\nAnn,Bob,draw"), [(one, "entered")]);
    assert_eq!(
        fates(&desk, "first,second,result\nAnn,Bob,draw\nBob,Ann,draw"),
        [(one, "entered"), (other, "entered")],
        "two lines of the same two are two matches where they meet twice"
    );
    let ann = EntrantId(1);
    desk.does(OLA, import(read(&format!("first,second,result,match\nAnn,Bob,first,{other}"))));
    assert_eq!(desk.fixture(other).winner(), Some(ann));
    assert_eq!(desk.fixture(one).state, State::Open);
    // it stands there already, so the line says nothing about the other one
    assert_eq!(fates(&desk, "first,second,result\nBob,Ann,second"), [(other, "known")]);
}

#[test]
fn a_line_that_does_not_fit_its_match_is_told_and_nothing_comes_in() {
    let desk = Desk::of(Format::RoundRobin { legs: 2 }, 4);
    let [one, _] = of_ann_and_bob(&desk)[..] else { panic!("two legs") };
    let round = desk.fixture(one).round.unwrap();
    let elsewhere = desk.season().fixtures.iter().find(|fixture| !fixture.has(EntrantId(1)));
    let elsewhere = elsewhere.unwrap().no;
    for (column, value, says) in [
        ("match", "999", "this season has no match 999."),
        ("match", &elsewhere.to_string(), "against"),
        ("round", "99", "these two do not meet in round 99."),
        ("leg", "3", "these two meet 2 times; there is no leg 3."),
        ("season", "7", "there is no season 7 in this league."),
    ] {
        let told = faults(&desk, &format!("first,second,result,{column}\nAnn,Bob,draw,{value}"));
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("Line 2, Ann – Bob: "), "{told:?}");
        assert!(told[0].contains(says), "{says}: {told:?}");
    }
    let text = format!("first,second,result,match,round\nAnn,Bob,draw,{one},{}", round + 1);
    assert!(faults(&desk, &text)[0].contains(&format!("match {one} is of round {round}, not")));
    let text = format!("first,second,result,match,leg\nAnn,Bob,draw,{one},2");
    assert!(faults(&desk, &text)[0].contains("is not leg 2 of these two"));
}

#[test]
fn reading_ones_own_export_again_changes_nothing() {
    for format in [
        Format::RoundRobin { legs: 2 },
        Format::Swiss { rounds: 2 },
        Format::Knockout { third_place: true },
        OPEN,
    ] {
        let mut desk = Desk::of(format, 6);
        if format == OPEN {
            let again = "Ann,Bob,first\n".repeat(3);
            desk.does(OLA, import(read(&format!("first,second,result\n{again}Cid,Dan,draw"))));
        }
        desk.firsts_win();
        desk.does(OLA, Action::Close { anyway: true });
        desk.does(OLA, Action::NextSeason { name: String::new() });
        desk.does(OLA, Action::Start);
        if format == OPEN {
            desk.does(OLA, import(read("first,second,score first,score second\nAnn,Bob,7,3")));
        } else {
            let fixture = desk.season().unsettled().next().unwrap().no;
            let result = MatchResult {
                scores: Some([7, 3]),
                factions: [Some("=Ghar".to_owned()), None],
                game: Some("0123456789".to_owned()),
                ..MatchResult::plain(FIRST)
            };
            desk.does(OLA, Action::Settle { fixture, result, why: String::new() });
        }
        let text = csv::results(&desk.league);
        let told = fates(&desk, &text);
        assert!(told.len() > 1 && told.iter().all(|(_, fate)| *fate == "known"), "{told:?}");
        desk.refuses(OLA, import(read(&text)), "There is nothing to change");
        // also when everything is over
        desk.does(OLA, Action::Close { anyway: true });
        desk.refuses(OLA, import(read(&csv::results(&desk.league))), "There is nothing to change");
    }
}

#[test]
fn what_a_file_does_not_name_stays_and_what_it_changes_is_remembered() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 2);
    let result = MatchResult {
        scores: Some([7, 3]),
        factions: [Some("Ghar".to_owned()), Some("Algoryn".to_owned())],
        game: Some("0123456789".to_owned()),
        ..MatchResult::plain(FIRST)
    };
    desk.does(OLA, Action::Settle { fixture: FixtureId(1), result, why: String::new() });
    let before = desk.fixture(1).state.clone();
    let decided = desk.fixture(1).decided_ms();
    desk.now += 3 * DAY;
    let events = desk.does(
        OLA,
        import(read("first,second,score first,score second,faction first\nAnn,Bob,7,5,Boromite")),
    );
    assert!(events.contains(&Event::Imported { matches: 1, corrected: 1 }), "{events:?}");
    let fixture = desk.fixture(1);
    let result = fixture.result().unwrap();
    assert_eq!(result.scores, Some([7, 5]));
    assert_eq!(result.factions, [Some("Boromite".to_owned()), Some("Algoryn".to_owned())]);
    assert_eq!(result.game.as_deref(), Some("0123456789"));
    assert_eq!(fixture.decided_ms(), decided, "it was played when it was played");
    let change = fixture.history.last().unwrap();
    assert_eq!((&change.before, change.why.as_str()), (&before, "a file says otherwise"));
    // the day alone can be corrected as well
    let text = "first,second,result,date\nAnn,Bob,first,2024-01-01";
    assert_eq!(fates(&desk, text), [(1, "known")]);
    let text = "first,second,result,date\nAnn,Bob,first,2024-01-02";
    assert_eq!(fates(&desk, text), [(1, "changed")]);
    desk.does(OLA, import(read(text)));
    assert_eq!(desk.fixture(1).decided_ms(), Some(MONDAY + DAY));
    assert_eq!(desk.fixture(1).result().unwrap().scores, Some([7, 5]));
}

#[test]
fn doubled_lines_count_once_and_lines_that_differ_are_told() {
    let desk = Desk::of(Format::RoundRobin { legs: 1 }, 3);
    let [only] = of_ann_and_bob(&desk)[..] else { panic!("one leg") };
    assert_eq!(
        fates(&desk, "first,second,result\nAnn,Bob,first\nBob,Ann,second\nann,bob,first"),
        [(only, "entered"), (only, "doubled"), (only, "doubled")]
    );
    assert_eq!(
        faults(&desk, "first,second,result\nAnn,Bob,first\n\nAnn,Bob,draw"),
        [format!("Line 4, Ann – Bob: Line 2 has told the end of match {only} otherwise.")]
    );
}

#[test]
fn where_anybody_plays_anybody_another_day_is_another_match() {
    let mut desk = Desk::of(OPEN, 2);
    desk.now += 30 * DAY;
    let text = "first,second,result,date\nAnn,Bob,first,2024-01-02\nAnn,Bob,first,2024-01-03";
    desk.does(OLA, import(read(text)));
    assert_eq!(fates(&desk, text), [(1, "known"), (2, "known")]);
    let next = "first,second,result,date\nBob,Ann,second,2024-01-03\nAnn,Bob,first,2024-01-04";
    assert_eq!(fates(&desk, next), [(2, "known"), (3, "entered")]);
    let third = "first,second,result,leg\nAnn,Bob,second,3";
    assert_eq!(fates(&desk, third), [(3, "entered")]);
    assert_eq!(fates(&desk, "first,second,result,leg\nAnn,Bob,second,2"), [(2, "changed")]);
}

#[test]
fn a_file_carries_a_whole_knockout_through_where_its_rounds_follow_by_themselves() {
    let mut settings = gatemaster_league::Settings::new(Format::Knockout { third_place: false });
    settings.auto_rounds = true;
    let mut desk = Desk::started(settings, 4);
    desk.does(
        OLA,
        import(read("first,second,result\nAnn,Dan,first\nBob,Cid,first\nBob,Ann,first")),
    );
    let last = desk.season().fixtures.last().unwrap();
    assert_eq!(last.winner(), Some(EntrantId(2)));
    // a correction that would send somebody else on is refused as it is by hand
    let told = faults(&desk, "first,second,result\nAnn,Dan,second");
    assert!(told[0].contains("Reopen that one first"), "{told:?}");
}

#[test]
fn names_mean_whom_the_organiser_says_and_nobody_becomes_a_guest_unasked() {
    let mut desk = Desk::of(OPEN, 2);
    let draw = || MatchResult::plain(Verdict::Draw);
    desk.refuses(OLA, import(vec![Imported::new("Ann", "Anne", draw())]), "nobody called Anne");
    let zed = Newcomer { player: Some(player(26)), ..Newcomer::guest("Zed") };
    let people = vec![Newcomer::guest("Bob the Elder"), zed];
    let matches = vec![
        Imported {
            first_is: Some(Who::Entrant(EntrantId(1))),
            second_is: Some(Who::Newcomer(0)),
            ..Imported::new("Annie", "Bob the Elder", draw())
        },
        Imported { second_is: Some(Who::Newcomer(1)), ..Imported::new("Bob", "Zed", draw()) },
    ];
    desk.does(OLA, Action::Import { matches, people });
    let season = desk.season();
    let pairs: Vec<[&str; 2]> = season
        .fixtures
        .iter()
        .map(|one| [season.name_of(one.first), season.name_of(one.second.unwrap())])
        .collect();
    assert_eq!(pairs, [["Ann", "Bob the Elder"], ["Bob", "Zed"]]);
    assert_eq!(season.entrants[2].id, None);
    assert_eq!(season.entrants[3].id, Some(player(26).id));
    let again = Action::Import { matches: Vec::new(), people: vec![Newcomer::guest("bob")] };
    desk.refuses(OLA, again, "Bob is in it already");
}

#[test]
fn thousands_of_lines_are_compared_in_a_moment() {
    let mut desk = Desk::of(OPEN, 12);
    let mut text = "first,second,result,date\n".to_owned();
    for at in 0..4_000_usize {
        let (first, second) = (at % 12, (at / 12 + at % 12 + 1) % 12);
        if first != second {
            let names = crate::desk::NAMES;
            let _ = writeln!(text, "{},{},draw,2024-01-01", names[first], names[second]);
        }
    }
    desk.does(OLA, import(read(&text)));
    let number = desk.season().fixtures.len();
    assert!(number > 3_500);
    let own = csv::results(&desk.league);
    assert_eq!(fates(&desk, &own).len(), number);
    assert!(
        desk.season()
            .fixtures
            .iter()
            .all(|one| matches!(one.state, State::Decided { how: How::Import, .. }))
    );
}

#[test]
fn a_correction_keeps_what_it_does_not_name() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 2);
    let settle = |result: MatchResult| Action::Settle {
        fixture: FixtureId(1),
        result,
        why: "a slip".to_owned(),
    };
    let told = MatchResult {
        scores: Some([7, 3]),
        factions: [Some("Ghar".to_owned()), Some("Algoryn".to_owned())],
        game: Some("0123456789".to_owned()),
        ..MatchResult::plain(FIRST)
    };
    let first = desk.fixture(1).first;
    desk.does(first.0.into(), Action::Report { fixture: FixtureId(1), result: told.clone() });
    // the organiser only says who won
    desk.does(OLA, settle(MatchResult::plain(FIRST)));
    assert_eq!(desk.fixture(1).result(), Some(&told));
    // scores that say otherwise do not stay
    desk.does(OLA, settle(MatchResult::plain(SECOND)));
    let turned = MatchResult { scores: None, ..told.clone() };
    let turned = MatchResult { verdict: SECOND, ..turned };
    assert_eq!(desk.fixture(1).result(), Some(&turned));
    // one faction is named, and only that one changes
    let factions = [None, Some("Boromite".to_owned())];
    let scores = Some([1, 4]);
    desk.does(OLA, settle(MatchResult { scores, factions, ..MatchResult::plain(SECOND) }));
    let expected = MatchResult {
        scores,
        factions: [Some("Ghar".to_owned()), Some("Boromite".to_owned())],
        ..turned
    };
    assert_eq!(desk.fixture(1).result(), Some(&expected));
    desk.refuses(OLA, settle(MatchResult::plain(SECOND)), "what counts already");
    // a cancelled match is settled from what was known of it
    desk.does(OLA, crate::desk::cancel(1));
    desk.does(OLA, settle(MatchResult::plain(SECOND)));
    assert_eq!(desk.fixture(1).result(), Some(&expected));
}

#[test]
fn why_an_open_match_was_settled_stays_in_its_history() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 2);
    let result = MatchResult::plain(Verdict::NotPlayed);
    let why = "both fell ill".to_owned();
    desk.does(OLA, Action::Settle { fixture: FixtureId(1), result, why });
    let change = &desk.fixture(1).history[0];
    assert_eq!((&change.before, change.why.as_str()), (&State::Open, "both fell ill"));
}
