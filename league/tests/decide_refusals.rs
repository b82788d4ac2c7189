//! What a league does not let people do, in which words, and that nothing has changed afterwards.

use crate::desk::{
    DAY, Desk, FIRST, HOUR, MONDAY, OLA, SECOND, actor, cancel, player, reopen, report, settle,
};
use gatemaster_league::action::Imported;
use gatemaster_league::league::Phase;
use gatemaster_league::{
    Action, Book as _, EntrantId, FixtureId, Format, League, MatchResult, Moment, Played, Settings,
    Side, State, Verdict,
};

const ROUND_ROBIN: Format = Format::RoundRobin { legs: 1 };
const SWISS: Format = Format::Swiss { rounds: 2 };
const KNOCKOUT: Format = Format::Knockout { third_place: false };
const LADDER: Format = Format::Ladder { reach: 2 };
const OPEN: Format = Format::Open { meetings: 1 };

/// The people of a match, as they are known on Discord.
fn two(desk: &Desk, fixture: u32) -> (u64, u64) {
    let fixture = desk.fixture(fixture);
    (desk.user(fixture.first).unwrap(), desk.user(fixture.second.unwrap()).unwrap())
}

fn confirm(desk: &Desk, fixture: u32) -> Action {
    let revision = desk.fixture(fixture).revision;
    Action::Confirm { fixture: FixtureId(fixture), revision }
}

fn dispute(desk: &Desk, fixture: u32) -> Action {
    let revision = desk.fixture(fixture).revision;
    Action::Dispute { fixture: FixtureId(fixture), revision, says: "it was not so".to_owned() }
}

fn withdraw(fixture: u32) -> Action {
    Action::Withdraw { fixture: FixtureId(fixture) }
}

fn challenge(opponent: u32) -> Action {
    Action::Challenge { opponent: EntrantId(opponent) }
}

fn join() -> Action {
    Action::Join { faction: None }
}

fn enter(name: &str) -> Action {
    Action::Enter { player: None, name: name.to_owned(), faction: None, division: None }
}

fn drop_out(entrant: u32, void: bool) -> Action {
    Action::Drop { entrant: EntrantId(entrant), void }
}

fn back(entrant: u32) -> Action {
    Action::Return { entrant: EntrantId(entrant) }
}

fn set(desk: &Desk, change: impl Fn(&mut Settings)) -> Action {
    let mut settings = desk.season().settings.clone();
    change(&mut settings);
    Action::Set { settings: Box::new(settings) }
}

fn season() -> Action {
    Action::NextSeason { name: String::new() }
}

fn opening(name: &str, played: &str, settings: Settings) -> Action {
    Action::Open {
        name: name.to_owned(),
        about: String::new(),
        played: Played::Elsewhere(played.to_owned()),
        settings: Box::new(settings),
    }
}

#[test]
fn a_league_opens_with_a_name_a_game_and_settings_that_hold_together() {
    let moment = Moment { now_ms: MONDAY, lot: 1, seed: [7; 32] };
    let mut wrong = Settings::new(KNOCKOUT);
    wrong.finals = 4;
    wrong.limit = 1;
    let mut unnamed = Settings::new(SWISS);
    unnamed.divisions = vec!["\u{200b}".to_owned(), "Silver".to_owned()];
    let long = Action::Open {
        name: "Spring".to_owned(),
        about: "x".repeat(301),
        played: Played::Elsewhere("Chess".to_owned()),
        settings: Box::new(Settings::new(SWISS)),
    };
    for (action, says) in [
        (Action::Start, "no such league yet"),
        (opening(" \u{202e} ", "Chess", Settings::new(SWISS)), "name of 1 to 64 letters"),
        (opening(&"x".repeat(65), "Chess", Settings::new(SWISS)), "name of 1 to 64 letters"),
        (opening("Spring", "", Settings::new(SWISS)), "Say what is played"),
        (opening("Spring", "Chess", unnamed), "A division needs a name"),
        (opening("Spring", "Chess", wrong.clone()), "Finals follow a round robin"),
        (opening("Spring", "Chess", wrong), "for 2 to 200 people"),
        (long, "Keep that text to 300 letters"),
    ] {
        let refused = League::decide(None, &actor(OLA), &action, moment).unwrap_err();
        assert!(refused.sentence().contains(says), "{}", refused.sentence());
    }
    let mut desk = Desk::new(Settings::new(SWISS), 2);
    desk.refuses(OLA, opening("Again", "Chess", Settings::new(SWISS)), "open already");
}

#[test]
fn only_organisers_organise_and_a_league_keeps_one() {
    let mut desk = Desk::of(SWISS, 4);
    let appoint = |id: u64| Action::Appoint { organiser: player(id) };
    let dismiss = |id: u64| Action::Dismiss { organiser: player(id) };
    let why = "so".to_owned();
    for action in [
        set(&desk, |settings| settings.days = 3),
        Action::Rename { name: Some("Mine".to_owned()), about: None },
        appoint(1),
        dismiss(OLA),
        enter("Zoe"),
        drop_out(2, false),
        back(2),
        Action::Place { entrant: EntrantId(1), division: None, seed: Some(1) },
        Action::Start,
        Action::NextRound,
        Action::Deadline { round: None, fixture: None, due_ms: None },
        settle(1, FIRST),
        cancel(1),
        reopen(1),
        Action::Import { matches: Vec::new(), people: Vec::new() },
        Action::Adjust { entrant: EntrantId(1), points: 5, why },
        Action::Revoke { adjustment: 0 },
        Action::Close { anyway: true },
        Action::Resume,
        season(),
    ] {
        desk.refuses(1, action, "Only an organiser");
    }
    desk.refuses(1, Action::Start, ": Ola, or somebody who manages this server.");
    desk.refuses(OLA, appoint(OLA), "Ola organises this league already");
    desk.refuses(OLA, dismiss(3), "Cid does not organise");
    desk.refuses(OLA, dismiss(OLA), "keeps one organiser");
    desk.does(OLA, appoint(3));
    desk.does(3, dismiss(OLA));
    desk.refuses(OLA, Action::NextRound, "Only an organiser pairs the next round: Cid,");
    for id in 4..23 {
        desk.does(3, appoint(id));
    }
    desk.refuses(3, appoint(23), "at most 20 organisers");
}

#[test]
fn nobody_enters_twice_or_where_there_is_no_room() {
    let mut desk = Desk::new(Settings::new(SWISS), 3);
    desk.refuses(1, join(), "You are in “Spring” already");
    desk.refuses(OLA, enter("ann"), "Ann is in “Spring” already");
    desk.refuses(OLA, enter("\u{200b}"), "A guest needs a name");
    desk.refuses(OLA, enter(&"x".repeat(65)), "A guest needs a name");
    let placed = |division| Action::Enter {
        player: None,
        name: "Zoe".to_owned(),
        faction: None,
        division: Some(division),
    };
    desk.refuses(OLA, placed(1), "no such division");
    desk.refuses(OLA, placed(u8::MAX), "no such division");
    desk.refuses(4, Action::Join { faction: Some("x".repeat(65)) }, "A faction has a name");
    desk.refuses(9, Action::Leave, "You are not in “Spring”");
    desk.refuses(OLA, set(&desk, |settings| settings.limit = 2), "3 people are in it already");
    desk.does(OLA, set(&desk, |settings| settings.limit = 3));
    desk.refuses(4, join(), "“Spring” is full: 3 people are in it");
    desk.does(OLA, set(&desk, |settings| (settings.limit, settings.late_entry) = (0, false)));
    desk.does(OLA, Action::Start);
    desk.refuses(4, join(), "takes nobody in any more");
    desk.does(OLA, enter("Zoe"));
    desk.does(1, Action::Leave);
    desk.refuses(1, Action::Leave, "You have left this season already");
    desk.refuses(1, join(), "only an organiser can bring you back");
    desk.refuses(OLA, drop_out(1, false), "Ann has left already");
    desk.refuses(OLA, drop_out(99, false), "Nobody of that name");
    desk.refuses(OLA, back(2), "Bob has not left");
    let again = Action::Enter {
        player: Some(player(1)),
        name: "Ann".to_owned(),
        faction: None,
        division: None,
    };
    desk.refuses(OLA, again, "`/organise return` brings them back");
    desk.does(OLA, back(1));
    let placed = Action::Place { entrant: EntrantId(1), division: None, seed: Some(1) };
    desk.refuses(OLA, placed, "everybody stays where they are");
    let mut desk = Desk::new(Settings::new(SWISS), 200);
    desk.refuses(201, join(), "A league holds at most 200 people");
    let placed = Action::Place { entrant: EntrantId(1), division: Some(1), seed: None };
    desk.refuses(OLA, placed, "no such division");
}

#[test]
fn a_bracket_takes_nobody_in_and_gives_nobody_back() {
    let mut desk = Desk::of(KNOCKOUT, 4);
    desk.refuses(9, join(), "The bracket is drawn");
    desk.refuses(OLA, drop_out(1, true), "Leave `void` out");
    desk.does(1, Action::Leave);
    desk.refuses(OLA, back(1), "The bracket has gone on without them");
    let mut settings = Settings::new(Format::Swiss { rounds: 1 });
    settings.finals = 2;
    let mut desk = Desk::started(settings, 4);
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.season().phase, Phase::Finals);
    desk.refuses(9, join(), "The finals are on");
    desk.refuses(OLA, drop_out(1, true), "Leave `void` out");
    desk.refuses(OLA, set(&desk, |settings| settings.finals = 4), "The finals are on");
    let last = desk.open()[0].no.0;
    let (a, _) = two(&desk, last);
    desk.refuses(a, report(last, Verdict::Draw), "A knockout match needs a winner");
}

#[test]
fn a_season_starts_once_and_with_two() {
    let mut desk = Desk::new(Settings::new(SWISS), 1);
    desk.refuses(OLA, Action::Start, "It takes two to play: “Spring” has 1 person");
    desk.refuses(1, report(1, FIRST), "has not started yet");
    desk.refuses(OLA, Action::NextRound, "has not started yet");
    desk.refuses(OLA, season(), "has not been played yet");
    desk.refuses(OLA, Action::Resume, "Season 1 is not closed");
    desk.does(2, join());
    desk.does(OLA, Action::Start);
    desk.refuses(OLA, Action::Start, "Season 1 has started already");
    let mut divided = Settings::new(SWISS);
    divided.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
    let mut desk = Desk::new(divided, 3);
    desk.does(OLA, Action::Place { entrant: EntrantId(1), division: Some(0), seed: None });
    desk.refuses(OLA, Action::Start, "“Gold” has 1 person");
    let mut desk = Desk::new(Settings::new(Format::RoundRobin { legs: 4 }), 60);
    desk.refuses(OLA, Action::Start, "That would be 7080 matches");
    desk.does(OLA, set(&desk, |settings| settings.format = Format::RoundRobin { legs: 2 }));
    desk.does(OLA, Action::Start);
    assert_eq!(desk.season().fixtures.len(), 3_540);
}

#[test]
fn a_season_that_is_full_of_matches_takes_no_more() {
    let mut desk = Desk::of(ROUND_ROBIN, 100);
    assert_eq!(desk.season().fixtures.len(), 4_950);
    desk.refuses(200, join(), "at most 5000 matches, and this one is full");
    let mut desk = Desk::of(Format::Open { meetings: 0 }, 3);
    let template = {
        desk.does(1, challenge(2));
        desk.settles(FixtureId(1), FIRST);
        desk.fixture(1).clone()
    };
    desk.league.season.fixtures = (1..=5_000)
        .map(|no| gatemaster_league::Fixture { no: FixtureId(no), ..template.clone() })
        .collect();
    desk.league.next_fixture = 5_001;
    desk.refuses(1, challenge(2), "at most 5000 matches");
    let result = MatchResult::plain(FIRST);
    let matches = vec![Imported::new("Ann", "Cid", result)];
    desk.refuses(OLA, Action::Import { matches, people: Vec::new() }, "at most 5000 matches");
}

#[test]
fn a_report_is_made_once_by_one_of_the_two() {
    let mut desk = Desk::of(ROUND_ROBIN, 4);
    let (a, b) = two(&desk, 1);
    let other = (1..=4).find(|id| ![a, b].contains(id)).unwrap();
    desk.refuses(9, report(1, FIRST), "You are not in “Spring”");
    desk.refuses(other, report(1, FIRST), "Match 1 is between others");
    desk.refuses(a, report(99, FIRST), "no match 99");
    desk.refuses(a, report(u32::MAX, FIRST), "no match 4294967295");
    for scores in [[1_000_001, 0], [i32::MAX, i32::MIN], [0, -1_000_001]] {
        let mut result = MatchResult::plain(FIRST);
        result.scores = Some(scores);
        let action = Action::Report { fixture: FixtureId(1), result };
        desk.refuses(a, action, "Scores go up to 1000000");
    }
    let mut result = MatchResult::plain(FIRST);
    result.scores = Some([2, 3]);
    let action = Action::Report { fixture: FixtureId(1), result };
    desk.refuses(a, action, "The winner would have the lower score");
    desk.refuses(a, confirm(&desk, 1), "Nothing has been reported that could be confirmed");
    desk.refuses(a, dispute(&desk, 1), "Nothing has been reported that could be disputed");
    desk.refuses(a, withdraw(1), "a pairing cannot be called off");

    desk.does(a, report(1, FIRST));
    desk.refuses(a, report(1, FIRST), "You have reported this match already");
    desk.refuses(b, report(1, SECOND), "has reported it already");
    desk.refuses(a, confirm(&desk, 1), "You reported this match yourself");
    desk.refuses(other, confirm(&desk, 1), "Match 1 is between others");
    desk.refuses(9, confirm(&desk, 1), "Match 1 is between others");
    desk.refuses(a, dispute(&desk, 1), "That is your own report");
    desk.refuses(b, withdraw(1), "Your opponent reported it");
    let wordless =
        Action::Dispute { fixture: FixtureId(1), revision: 1, says: " \u{200b} ".to_owned() };
    desk.refuses(b, wordless, "Say what happened instead in 1 to 300 letters");
    let seen = confirm(&desk, 1);
    let objection = dispute(&desk, 1);
    desk.does(a, withdraw(1));
    desk.does(a, report(1, SECOND));
    desk.refuses(b, seen, "The report has changed since you saw it");
    desk.refuses(b, objection, "The report has changed since you saw it");
    desk.does(b, dispute(&desk, 1));
    desk.refuses(b, dispute(&desk, 1), "disputed already");
    desk.refuses(a, report(1, FIRST), "This match is disputed");
    desk.refuses(a, confirm(&desk, 1), "You reported this match yourself");
    desk.refuses(a, withdraw(1), "disputed by now");
    desk.does(b, confirm(&desk, 1));
    for who in [a, b] {
        desk.refuses(who, report(1, FIRST), "This match counts already");
        desk.refuses(who, confirm(&desk, 1), "This match counts already");
        desk.refuses(who, dispute(&desk, 1), "counts already. Ask an organiser");
        desk.refuses(who, withdraw(1), "The match counts already");
    }
}

#[test]
fn an_organiser_who_plays_does_not_confirm_their_own_report() {
    let mut desk = Desk::of(ROUND_ROBIN, 2);
    desk.does(OLA, Action::Appoint { organiser: player(1) });
    desk.does(1, report(1, FIRST));
    desk.refuses(1, confirm(&desk, 1), "You reported this match yourself");
    desk.does(OLA, confirm(&desk, 1));
}

#[test]
fn organisers_settle_matches_and_nothing_else() {
    let mut desk = Desk::of(SWISS, 3);
    let bye = desk.season().fixtures.iter().find(|one| one.state == State::Bye).unwrap().no.0;
    let no = desk.open()[0].no.0;
    let resting = desk.user(desk.fixture(bye).first).unwrap();
    desk.refuses(resting, report(bye, FIRST), "That is a bye; there is nothing to report");
    desk.refuses(resting, withdraw(bye), "There is nothing to take back");
    desk.refuses(OLA, settle(bye, FIRST), "That is a bye; there is nothing to settle");
    desk.refuses(OLA, cancel(bye), "A bye cannot be cancelled");
    desk.refuses(OLA, reopen(bye), "A bye cannot be played");
    desk.refuses(OLA, reopen(no), "is still open");
    let wordless = Action::Cancel { fixture: FixtureId(no), why: String::new() };
    desk.refuses(OLA, wordless, "Say why the match is cancelled");
    desk.does(OLA, settle(no, FIRST));
    desk.refuses(OLA, settle(no, FIRST), "That is what counts already");
    let wordless = Action::Reopen { fixture: FixtureId(no), why: " ".to_owned() };
    desk.refuses(OLA, wordless, "Say why the match is open again");
    let late = Action::Deadline { round: None, fixture: Some(FixtureId(no)), due_ms: None };
    desk.refuses(OLA, late, "waits for nothing any more");
    desk.does(OLA, cancel(no));
    desk.refuses(OLA, cancel(no), "It is cancelled already");
    let (a, _) = two(&desk, no);
    desk.refuses(a, report(no, FIRST), "This match was cancelled: a flood.");
    let gone = desk.fixture(no).first;
    desk.does(OLA, drop_out(gone.0, false));
    desk.refuses(OLA, reopen(no), "has left. `/organise return` brings them back first");
    desk.does(OLA, set(&desk, |settings| settings.draws = false));
    desk.refuses(OLA, settle(no, Verdict::Draw), "This league has no draws");
}

#[test]
fn somebody_goes_on_from_a_knockout_match_and_stays_gone_on() {
    let mut desk = Desk::of(KNOCKOUT, 4);
    desk.refuses(OLA, cancel(1), "Somebody must go on from a knockout match");
    desk.refuses(OLA, settle(1, Verdict::Draw), "A knockout match needs a winner");
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    desk.refuses(OLA, reopen(1), "The next round is paired already");
    desk.refuses(OLA, settle(1, Verdict::NotPlayed), "so who went on from this match stays so");
    let (a, _) = two(&desk, 3);
    desk.does(a, report(3, FIRST));
    desk.refuses(OLA, settle(1, SECOND), "match 3 has begun. Reopen that one first");
    desk.does(a, withdraw(3));
    desk.does(OLA, settle(1, SECOND));
    assert_eq!(desk.fixture(3).first, desk.fixture(1).second.unwrap());
    desk.firsts_win();
    desk.refuses(OLA, Action::NextRound, "The final is played");
}

#[test]
fn rounds_come_one_after_the_other_and_come_to_an_end() {
    let mut desk = Desk::of(SWISS, 4);
    desk.refuses(OLA, Action::NextRound, "These are still open: match 1 (Ann – Cid) and match 2");
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    // an earlier match that is open again holds the rounds up as well
    desk.firsts_win();
    desk.does(OLA, reopen(1));
    desk.refuses(OLA, Action::NextRound, "These are still open: match 1 (Ann – Cid).");
    desk.firsts_win();
    desk.refuses(OLA, Action::NextRound, "All rounds are played");
    desk.refuses(1, challenge(2), "come with its rounds");
    let mut desk = Desk::of(SWISS, 2);
    desk.does(1, Action::Leave);
    desk.refuses(OLA, Action::NextRound, "Fewer than two people are left");
    let mut desk = Desk::of(ROUND_ROBIN, 6);
    desk.refuses(OLA, Action::NextRound, "and 10 more. Settle them");
    desk.refuses(OLA, Action::Close { anyway: false }, "15 matches are still open");
    let past = Action::Deadline { round: None, fixture: None, due_ms: Some(MONDAY) };
    desk.refuses(OLA, past, "That time has passed already");
    let beyond = Action::Deadline { round: Some(77), fixture: None, due_ms: None };
    desk.refuses(OLA, beyond, "There is no round 77 yet");
    let mut desk = Desk::of(LADDER, 2);
    desk.refuses(OLA, Action::NextRound, "This league has no rounds");
    let all = Action::Deadline { round: None, fixture: None, due_ms: None };
    desk.refuses(OLA, all, "This league has no rounds");
}

#[test]
fn on_a_ladder_one_climbs_a_few_rungs_and_one_challenge_at_a_time() {
    let mut desk = Desk::of(LADDER, 6);
    desk.refuses(1, challenge(1), "You cannot play against yourself");
    desk.refuses(1, challenge(77), "Nobody of that name");
    desk.refuses(2, challenge(3), "Cid stands below you (rung 3 to your 2)");
    desk.refuses(5, challenge(2), "Bob is 3 rungs above you; you may challenge up to 2");
    desk.refuses(9, challenge(1), "You are not in “Spring”");
    desk.does(5, challenge(3));
    desk.refuses(5, challenge(3), "an open match already: match 1");
    desk.refuses(5, challenge(4), "You have a challenge open already: match 1");
    desk.refuses(3, withdraw(1), "On a ladder a challenge is played or lost");
    let points = Action::Adjust { entrant: EntrantId(1), points: 3, why: "so".to_owned() };
    desk.refuses(OLA, points, "A ladder and a knockout have no points");
    desk.does(6, Action::Leave);
    desk.refuses(6, challenge(4), "You have left this season");
    desk.refuses(4, challenge(6), "Fay has left this season");
    desk.settles(FixtureId(1), FIRST);
    // Eve has taken Cid's rung by now
    desk.refuses(5, challenge(3), "Cid stands below you (rung 4 to your 3)");
    desk.does(3, challenge(5));
}

#[test]
fn the_same_two_meet_no_more_often_than_agreed() {
    let mut desk = Desk::of(OPEN, 3);
    desk.does(1, challenge(2));
    desk.does(2, withdraw(1));
    desk.does(2, challenge(1));
    desk.settles(FixtureId(2), FIRST);
    desk.refuses(1, challenge(2), "You and Bob have met 1 time this season");
    let result = MatchResult::plain(FIRST);
    desk.refuses(2, Action::Played { opponent: EntrantId(1), result }, "have met 1 time");
    desk.does(1, challenge(3));
    let mut divided = Settings::new(OPEN);
    divided.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
    let mut desk = Desk::new(divided, 4);
    for (who, division) in [(1, 0), (2, 0)] {
        let division = Some(division);
        desk.does(OLA, Action::Place { entrant: EntrantId(who), division, seed: None });
    }
    desk.does(OLA, Action::Start);
    desk.refuses(1, challenge(3), "Cid plays in another division");
    let result = MatchResult::plain(FIRST);
    let matches = vec![Imported::new("Ann", "Cid", result)];
    desk.refuses(
        OLA,
        Action::Import { matches, people: Vec::new() },
        "these two play in different divisions",
    );
}

#[test]
fn a_file_with_one_fault_brings_nothing_in() {
    let mut desk = Desk::of(ROUND_ROBIN, 3);
    let game = |first: &str, second: &str, verdict: Verdict| {
        Imported::new(first, second, MatchResult::plain(verdict))
    };
    let all = |matches: Vec<Imported>| Action::Import { matches, people: Vec::new() };
    let good = game("Ann", "bob", FIRST);
    desk.refuses(OLA, all(vec![good.clone(), game("Ann", "ANN", FIRST)]), "the same person twice");
    desk.refuses(
        OLA,
        all(vec![good.clone(), game("Bob", "Ann", FIRST)]),
        "2. Bob – Ann: The 1. match of the file has told the end of match",
    );
    desk.refuses(OLA, all(vec![game("Ann", "Gus", FIRST)]), "nobody called Gus is in this season");
    desk.refuses(OLA, all(vec![game("", "Bob", FIRST)]), "a name is missing");
    desk.refuses(OLA, all(vec![game("", "Bob", FIRST); 12]), "… and 2 more.");
    desk.does(OLA, all(vec![good]));
    assert!(desk.season().fixtures.iter().any(|one| one.result().is_some()));
}

#[test]
fn points_are_given_with_a_reason_and_taken_back_once() {
    let mut desk = Desk::of(SWISS, 2);
    let give = |entrant: u32, points: i32, why: &str| Action::Adjust {
        entrant: EntrantId(entrant),
        points,
        why: why.to_owned(),
    };
    for points in [0, 1_001, -1_001, i32::MAX, i32::MIN] {
        desk.refuses(OLA, give(1, points, "so"), "Give or take 1 to 1000 points");
    }
    desk.refuses(OLA, give(1, 1, ""), "Say what the points are for");
    desk.refuses(OLA, give(9, 1, "so"), "Nobody of that name");
    desk.refuses(OLA, Action::Revoke { adjustment: 0 }, "no such bonus or penalty");
    desk.does(OLA, give(1, 1_000, "so"));
    desk.does(OLA, Action::Revoke { adjustment: 0 });
    desk.refuses(OLA, Action::Revoke { adjustment: 0 }, "taken back already");
    desk.refuses(OLA, Action::Revoke { adjustment: u32::MAX }, "no such bonus or penalty");
}

#[test]
fn games_and_time_speak_for_themselves() {
    let mut desk = Desk::of(ROUND_ROBIN, 3);
    let (a, _) = two(&desk, 1);
    let ended = |game: &str| Action::GameEnded {
        fixture: FixtureId(1),
        game: game.to_owned(),
        result: MatchResult::plain(FIRST),
    };
    let link = |game: &str| Action::Link { fixture: FixtureId(1), game: game.to_owned() };
    desk.refuses(0, Action::Tick, "Nothing has come due");
    desk.refuses(OLA, Action::Tick, "Time passes by itself");
    desk.does(a, link("AAAA"));
    desk.does(a, link("BBBB"));
    desk.refuses(OLA, ended("BBBB"), "Only a game itself can say");
    desk.refuses(0, ended("AAAA"), "Another game was opened for this match since");
    desk.does(0, ended("BBBB"));
    desk.refuses(0, ended("BBBB"), "This match is decided already");
    desk.refuses(a, link("CCCC"), "Match 1 is not open any more");

    // its end is taken back at the table, and comes again
    let goes_on =
        |game: &str| Action::GameReopened { fixture: FixtureId(1), game: game.to_owned() };
    desk.refuses(OLA, goes_on("BBBB"), "Only a game itself can say");
    desk.refuses(0, goes_on("AAAA"), "was not decided by that game");
    desk.does(0, goes_on("BBBB"));
    desk.refuses(0, goes_on("BBBB"), "was not decided by that game");
    desk.does(0, ended("BBBB"));
    desk.does(OLA, settle(1, SECOND));
    desk.refuses(0, goes_on("BBBB"), "was not decided by that game");
}

#[test]
fn a_closed_season_stands_until_it_is_resumed() {
    let mut desk = Desk::of(ROUND_ROBIN, 3);
    let (one, _) = two(&desk, 1);
    desk.does(one, report(1, FIRST));
    desk.does(OLA, Action::Close { anyway: true });
    let why = "so".to_owned();
    for (who, action) in [
        (1, join()),
        (1, Action::Leave),
        (1, report(2, FIRST)),
        (1, confirm(&desk, 1)),
        (1, withdraw(1)),
        (OLA, settle(1, FIRST)),
        (OLA, reopen(1)),
        (OLA, cancel(2)),
        (OLA, enter("Zoe")),
        (OLA, drop_out(1, false)),
        (OLA, Action::NextRound),
        (OLA, Action::Start),
        (OLA, Action::Close { anyway: true }),
        (OLA, set(&desk, |settings| settings.days = 3)),
        (OLA, Action::Adjust { entrant: EntrantId(1), points: 5, why }),
    ] {
        let says = if action == join() { "already" } else { "is closed, and its results stand" };
        desk.refuses(who, action, says);
    }
    desk.refuses(9, join(), "is closed, and its results stand");
    desk.refuses(0, Action::Tick, "Nothing has come due");
    desk.does(OLA, Action::Resume);
    desk.refuses(OLA, Action::Resume, "Season 1 is not closed");
    desk.does(OLA, Action::Close { anyway: false });
    let long = Action::NextSeason { name: "x".repeat(65) };
    desk.refuses(OLA, long, "A season's name has 1 to 64 letters");
    desk.does(OLA, season());
}

#[test]
fn format_and_divisions_stand_once_people_play_by_them() {
    let mut desk = Desk::of(Format::Swiss { rounds: 3 }, 4);
    let format = |desk: &Desk, format: Format| set(desk, |settings| settings.format = format);
    desk.refuses(OLA, set(&desk, |_| ()), "That is how the league is set already");
    for other in [ROUND_ROBIN, KNOCKOUT, LADDER, OPEN] {
        desk.refuses(OLA, format(&desk, other), "The season has started, so its format stands");
    }
    let divided = set(&desk, |settings| settings.divisions = vec!["A".to_owned(), "B".to_owned()]);
    desk.refuses(OLA, divided, "The season has started, so its divisions stand");
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    desk.refuses(OLA, format(&desk, Format::Swiss { rounds: 1 }), "2 rounds are paired already");
    desk.does(OLA, format(&desk, SWISS));
    for faulty in [
        set(&desk, |settings| settings.points.win = 1_001),
        set(&desk, |settings| settings.points.draw = 9),
        set(&desk, |settings| settings.limit = u16::MAX),
        set(&desk, |settings| settings.days = u16::MAX),
        set(&desk, |settings| settings.finals = 1),
        set(&desk, |settings| settings.ties = vec![gatemaster_league::TieBreaker::Lot; 2]),
    ] {
        assert!(desk.tries(OLA, faulty).is_err());
    }
}

#[test]
fn old_leagues_have_an_end_too() {
    let mut desk = Desk::of(SWISS, 2);
    for _ in 0..100 {
        desk.firsts_win();
        desk.does(OLA, season());
        desk.does(OLA, Action::Start);
    }
    desk.firsts_win();
    desk.refuses(OLA, season(), "This league is very old by now");
    desk.now += 400 * DAY + HOUR;
    assert_eq!(desk.league.past.len(), 100);
    assert_eq!(desk.fixture(101).side_of(EntrantId(1)), Some(Side::First));
}

#[test]
fn names_in_a_refusal_are_made_safe_and_nothing_else_is() {
    use gatemaster_league::{Action, Book as _, Format, League, Moment, Played, Settings};
    use gatemaster_rules::ids::UserId;
    use gatemaster_rules::table::{Actor, Player};
    let ann = Actor { player: Player { id: UserId(7), name: "*A*".to_owned() }, manager: false };
    let open = Action::Open {
        name: "*A*_x".to_owned(),
        about: String::new(),
        played: Played::Elsewhere("Chess".to_owned()),
        settings: Box::new(Settings::new(Format::Open { meetings: 0 })),
    };
    let league = League::decide(None, &ann, &open, Moment { now_ms: 1, lot: 1, seed: [7; 32] })
        .unwrap()
        .book;
    let escape = |name: &str| name.replace('*', "\\*").replace('_', "\\_");
    let sentence = "*A* is in “*A*_x”. `/league join` *now*.";
    assert_eq!(
        league.safe(sentence, &escape),
        "\\*A\\* is in “\\*A\\*\\_x”. `/league join` *now*."
    );
}
