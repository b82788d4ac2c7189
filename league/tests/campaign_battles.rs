//! What sides say about their battles, who may doubt it, and what a correction changes.

use crate::campaigners::*;
use gatemaster_league::campaign::{
    Action, BattleNo, Campaign, Happening, How, ReportedOutcome, SideNo, State, chronicle,
};

const SECOND: BattleNo = BattleNo(2);

fn confirm(club: &Club, battle: BattleNo) -> Action {
    Action::Confirm { battle, revision: club.revision(battle) }
}

fn contest(club: &Club, battle: BattleNo) -> Action {
    Action::Contest { battle, revision: club.revision(battle), says: "It was a draw".into() }
}

fn cancel(battle: BattleNo) -> Action {
    Action::Cancel { battle, why: "Snowed in".into() }
}

#[test]
fn a_members_report_counts_when_another_side_confirms_it() {
    let mut club = Club::ready();
    let events = club.does(&ann(), report(FIRST, with_place(RED)));
    assert!(matches!(events.as_slice(), [Happening::Reported { side: RED, .. }]), "{events:?}");
    assert_eq!((club.result(FIRST), club.points(RED), club.owner(MILL)), (None, 0, None));
    let events = club.does(&ben(), confirm(&club, FIRST));
    assert!(
        matches!(
            events.as_slice(),
            [Happening::Fought { how: How::Opponent, .. }, Happening::PlaceTaken { .. }]
        ),
        "{events:?}"
    );
    assert_eq!((club.points(RED), club.points(BLUE), club.owner(MILL)), (3, 0, Some(RED)));
    // what was said first stays to be seen
    let history = &club.book.battle(FIRST).unwrap().history;
    assert_eq!(history.len(), 1);
    assert!(matches!(history[0].before, State::Reported { side: RED, .. }));
    assert_eq!(history[0].by, ben().player);
}

#[test]
fn an_organisers_report_counts_at_once_with_the_points_they_give() {
    let mut club = Club::ready();
    let told = ReportedOutcome { points: vec![count(RED, 7)], ..won_by(RED) };
    club.does(&olga(), report(FIRST, told));
    assert_eq!((club.points(RED), club.points(BLUE)), (7, 0));
    assert!(matches!(
        club.book.battle(FIRST).unwrap().state,
        State::Fought { how: How::Organiser, .. }
    ));
}

#[test]
fn a_contested_report_waits_for_an_organiser() {
    let mut club = Club::ready();
    club.does(&ann(), report(FIRST, won_by(RED)));
    club.does(&ben(), contest(&club, FIRST));
    assert!(matches!(
        &club.book.battle(FIRST).unwrap().state,
        State::Contested { side: RED, says, .. } if says == "It was a draw"
    ));
    assert_eq!(club.points(RED), 0);
    assert_eq!(
        club.refuses(&ben(), &confirm(&club, FIRST)),
        "The report of battle 1 is contested; an organiser decides now."
    );
    let mut upheld = Club { book: club.book.clone(), log: club.log.clone() };
    upheld.does(&olga(), confirm(&club, FIRST));
    assert_eq!(upheld.points(RED), 3);
    club.does(&olga(), correct(FIRST, ReportedOutcome::default()));
    assert_eq!((club.points(RED), club.points(BLUE)), (1, 1));
    assert_eq!(club.book.battle(FIRST).unwrap().history.len(), 2);
}

#[test]
fn whoever_reported_may_say_it_better_and_old_buttons_no_longer_count() {
    let mut club = Club::ready();
    club.does(&ann(), report(FIRST, won_by(RED)));
    let seen = confirm(&club, FIRST);
    club.does(&ann(), report(FIRST, ReportedOutcome::default()));
    let sentence = "Battle 1 has been told anew since; look at it again first.";
    assert_eq!(club.refuses(&ben(), &seen), sentence);
    let doubt = Action::Contest { battle: FIRST, revision: 1, says: "No".into() };
    assert_eq!(club.refuses(&ben(), &doubt), sentence);
    club.does(&ben(), contest(&club, FIRST));
    // a contested report can be told again too
    club.does(&ann(), report(FIRST, won_by(BLUE)));
    club.does(&ben(), confirm(&club, FIRST));
    assert_eq!((club.points(RED), club.points(BLUE)), (0, 3));
    assert_eq!(club.book.battle(FIRST).unwrap().history.len(), 4);
}

#[test]
fn a_correction_counts_everywhere_and_the_earlier_result_stays_in_the_history() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Take { place: MILL, side: Some(GREEN) });
    club.does(&olga(), report(FIRST, with_place(RED)));
    let before = club.result(FIRST).unwrap().clone();
    club.does(&olga(), correct(FIRST, won_by(BLUE)));
    assert_eq!((club.points(RED), club.points(BLUE)), (0, 3));
    assert_eq!(club.owner(MILL), Some(GREEN));
    let battle = club.book.battle(FIRST).unwrap();
    let [change] = battle.history.as_slice() else { panic!("one change") };
    assert_eq!((change.why.as_str(), &change.by), ("Misheard", &olga().player));
    assert_eq!(change.before.outcome(), Some(&before));
    // and the chronicle tells both, each as it was told then
    let text = chronicle::text(&club.book);
    assert!(
        text.contains("Battle 1, Red Host against Blue Legion: Red Host wins, points"),
        "{text}"
    );
    assert!(
        text.contains(
            "is corrected: Blue Legion wins, points: Red Host 0, Blue Legion 3. Misheard."
        )
    );
    assert!(text.contains(
        "  - Until 2026-05-15: Red Host wins, points: Red Host 3, Blue Legion 0 (Misheard)"
    ));
    assert!(text.contains("Old Mill goes back to Green Band."), "{text}");
}

#[test]
fn a_correction_hands_the_place_to_whom_it_names() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Take { place: MILL, side: Some(RED) });
    // the defender keeps it
    let events = club.does(&olga(), report(FIRST, with_place(RED)));
    assert_eq!(events.len(), 1, "nothing changed hands: {events:?}");
    club.does(&olga(), correct(FIRST, with_place(BLUE)));
    assert_eq!(club.owner(MILL), Some(BLUE));
    club.does(&olga(), cancel(FIRST));
    assert_eq!((club.owner(MILL), club.points(BLUE)), (Some(RED), 0));
    assert!(matches!(club.book.battle(FIRST).unwrap().state, State::Cancelled { .. }));
    // even a cancelled battle can be set right
    club.does(&olga(), correct(FIRST, with_place(BLUE)));
    assert_eq!((club.owner(MILL), club.points(BLUE)), (Some(BLUE), 3));
    assert_eq!(club.book.battle(FIRST).unwrap().history.len(), 3);
}

#[test]
fn what_happened_to_a_place_since_is_not_undone_by_a_correction() {
    let mut club = Club::ready();
    club.does(&olga(), report(FIRST, with_place(RED)));
    club.does(&olga(), plan(&[BLUE, GREEN], Some(MILL)));
    club.does(&olga(), report(SECOND, with_place(GREEN)));
    club.does(&olga(), correct(FIRST, with_place(BLUE)));
    assert_eq!(club.owner(MILL), Some(GREEN));
    club.does(&olga(), cancel(FIRST));
    assert_eq!(club.owner(MILL), Some(GREEN));
    club.does(&olga(), cancel(SECOND));
    assert_eq!(club.owner(MILL), Some(RED));
}

#[test]
fn a_game_at_the_table_reports_its_battle_by_itself() {
    let mut club = Club::ready();
    let game = "7k2m9q4x1z".to_owned();
    club.does(&ann(), Action::LinkGame { battle: FIRST, game: game.clone() });
    assert_eq!(club.book.battle_of_game(&game).unwrap().no, FIRST);
    let ended =
        |game: &str| Action::GameEnded { battle: FIRST, game: game.to_owned(), told: won_by(BLUE) };
    assert_eq!(
        club.refuses(&olga(), &ended(&game)),
        "The bot writes down by itself how its games end; report the battle instead."
    );
    assert_eq!(club.refuses(&bot(), &ended("other")), "Battle 1 is not fought in that game.");
    let events = club.does(&bot(), ended(&game));
    assert!(matches!(events.as_slice(), [Happening::Fought { how: How::Game, .. }]));
    assert_eq!(club.points(BLUE), 3);
    assert_eq!(
        club.refuses(&bot(), &ended(&game)),
        "Battle 1 is settled already; an organiser can correct it."
    );
}

const GAME: &str = "7k2m9q4x1z";

/// The first battle was fought at the table, and Red has taken the mill by it.
fn fought_at_the_table() -> Club {
    let mut club = Club::ready();
    let game = GAME.to_owned();
    club.does(&olga(), Action::Take { place: MILL, side: Some(BLUE) });
    club.does(&ann(), Action::LinkGame { battle: FIRST, game: game.clone() });
    club.does(&bot(), Action::GameEnded { battle: FIRST, game, told: with_place(RED) });
    club
}

fn reopened() -> Action {
    Action::GameReopened { battle: FIRST, game: GAME.to_owned() }
}

#[test]
fn a_result_that_is_taken_back_at_the_table_leaves_the_book_and_the_map() {
    let mut club = fought_at_the_table();
    assert_eq!((club.points(RED), club.owner(MILL)), (3, Some(RED)));
    assert_eq!(
        club.refuses(&olga(), &reopened()),
        "The bot writes down by itself how its games end; report the battle instead."
    );
    let other = Action::GameReopened { battle: FIRST, game: "other".into() };
    assert_eq!(club.refuses(&bot(), &other), "Battle 1 is not fought in that game.");

    let events = club.does(&bot(), reopened());
    assert!(
        matches!(
            events.as_slice(),
            [
                Happening::Reopened { battle: FIRST },
                Happening::PlaceTaken { side: Some(BLUE), from: Some(RED), back: true, .. }
            ]
        ),
        "{events:?}"
    );
    assert_eq!((club.points(RED), club.owner(MILL)), (0, Some(BLUE)));
    let battle = club.book.battle(FIRST).unwrap();
    assert_eq!((&battle.state, battle.game.as_deref()), (&State::Planned, Some(GAME)));
    assert!(matches!(battle.history.last().unwrap().before, State::Fought { .. }));
    let told = chronicle::lines(&club.book, 0, usize::MAX);
    let line =
        "Battle 1, Red Host against Blue Legion goes on: its end was taken back at the table.";
    assert!(told.iter().any(|told| told.sentence == line), "{told:?}");
    assert_eq!(told.last().unwrap().sentence, "Old Mill goes back to Blue Legion.");
    assert_eq!(
        club.refuses(&bot(), &reopened()),
        "Battle 1 has no result that could be taken back."
    );

    let ended = Action::GameEnded { battle: FIRST, game: GAME.to_owned(), told: with_place(BLUE) };
    club.does(&bot(), ended);
    assert_eq!((club.points(BLUE), club.owner(MILL)), (3, Some(BLUE)));
}

#[test]
fn a_result_that_something_was_built_upon_stays_until_an_organiser_decides() {
    let kept = |why: &str, then: &dyn Fn(&mut Club)| {
        let mut club = fought_at_the_table();
        then(&mut club);
        assert_eq!(club.refuses(&bot(), &reopened()), why);
    };
    kept("Round 1 (First Snow) is over.", &|club| {
        club.does(&olga(), Action::CloseRound);
    });
    kept("Round 1 (First Snow) is over.", &|club| {
        club.does(&olga(), Action::CloseRound);
        club.does(&olga(), open_round("Thaw"));
    });
    kept("The Long Winter is closed; an organiser can resume it.", &|club| {
        club.does(&olga(), Action::Close);
    });
    kept("Old Mill has changed hands since.", &|club| {
        club.does(&olga(), Action::Take { place: MILL, side: Some(GREEN) });
    });
    kept("Battle 2 was fought over Old Mill since.", &|club| {
        club.does(&olga(), plan(&[RED, GREEN], Some(MILL)));
        club.does(&olga(), report(SECOND, won_by(RED)));
    });
    kept("Units carry what battle 1 did to them.", &|club| {
        let mut change = UnitChange { losses: 1, ..same_unit(GUARD) }.action();
        if let Action::UnitChange { battle, .. } = &mut change {
            *battle = Some(FIRST);
        }
        club.does(&olga(), change);
    });
    kept("The result of battle 1 is an organiser's word, not what the game said.", &|club| {
        club.does(&olga(), correct(FIRST, won_by(BLUE)));
    });
    // plans, notes and awards stand by themselves
    let mut club = fought_at_the_table();
    club.does(&olga(), plan(&[RED, GREEN], Some(MILL)));
    club.does(&olga(), Action::Award { side: RED, points: 1, why: String::new() });
    club.does(&ann(), note("We held the mill!"));
    club.does(&bot(), reopened());
    assert_eq!(club.owner(MILL), Some(BLUE));
}

#[test]
fn the_bot_links_the_games_it_opens() {
    let mut club = Club::ready();
    club.does(&bot(), Action::LinkGame { battle: FIRST, game: "first".into() });
    club.does(&olga(), Action::LinkGame { battle: FIRST, game: "second".into() });
    assert_eq!(club.book.battle(FIRST).unwrap().game.as_deref(), Some("second"));
}

#[test]
fn three_sides_can_meet_and_one_of_the_others_confirms() {
    let mut club = Club::ready();
    club.does(&olga(), plan(&[RED, BLUE, GREEN], None));
    let told = ReportedOutcome { scores: vec![count(GREEN, 9)], ..won_by(GREEN) };
    club.does(&cleo(), report(SECOND, told));
    club.does(&ann(), confirm(&club, SECOND));
    let sides: Vec<SideNo> = club.result(SECOND).unwrap().tallies.iter().map(|t| t.side).collect();
    assert_eq!(sides, [RED, BLUE, GREEN]);
    assert_eq!((club.points(GREEN), club.points(RED), club.points(BLUE)), (3, 0, 0));
}

#[test]
fn those_who_may_not_speak_about_a_battle_are_told_who_may() {
    let mut club = Club::ready();
    let reporters = "Battle 1 is reported by those who fought it, or by an organiser.";
    assert_eq!(club.refuses(&guest(), &report(FIRST, won_by(RED))), reporters);
    assert_eq!(club.refuses(&cleo(), &report(FIRST, won_by(RED))), reporters);
    assert_eq!(club.refuses(&bot(), &report(FIRST, won_by(RED))), reporters);
    assert_eq!(
        club.refuses(&cleo(), &Action::LinkGame { battle: FIRST, game: "g".into() }),
        "The game of battle 1 is opened by those who fight it, or by an organiser."
    );
    let bold = ReportedOutcome { points: vec![count(RED, 900)], ..won_by(RED) };
    assert_eq!(
        club.refuses(&ann(), &report(FIRST, bold)),
        "Only an organiser gives other points than the campaign's own; leave them out."
    );
    let nothing = "Battle 1 has no report that waits for anybody's word.";
    assert_eq!(club.refuses(&ben(), &confirm(&club, FIRST)), nothing);
    assert_eq!(club.refuses(&ben(), &contest(&club, FIRST)), nothing);
    club.does(&ann(), report(FIRST, won_by(RED)));
    assert_eq!(
        club.refuses(&ann(), &confirm(&club, FIRST)),
        "Red Host reported battle 1; another side that fought it confirms that, or an organiser."
    );
    assert_eq!(
        club.refuses(&ann(), &contest(&club, FIRST)),
        "Red Host reported battle 1; another side that fought it contests that, or an organiser."
    );
    for who in [cleo(), guest(), bot()] {
        assert_eq!(
            club.refuses(&who, &confirm(&club, FIRST)),
            "Somebody of another side that fought battle 1 confirms that, or an organiser."
        );
    }
    assert_eq!(
        club.refuses(&ben(), &report(FIRST, won_by(BLUE))),
        "Battle 1 has been reported already; confirm that, or contest it."
    );
    assert_eq!(
        club.refuses(&olga(), &report(FIRST, won_by(BLUE))),
        "Battle 1 has been reported already; confirm that, or contest it."
    );
    assert_eq!(
        club.refuses(&ann(), &report(FIRST, won_by(RED))),
        "You have reported battle 1 just so; it waits for another side's word."
    );
    let silent = Action::Contest { battle: FIRST, revision: 1, says: " ".into() };
    assert_eq!(club.refuses(&ben(), &silent), "What was different needs a few words.");
    club.does(&ben(), contest(&club, FIRST));
    assert_eq!(
        club.refuses(&ben(), &contest(&club, FIRST)),
        "The report of battle 1 is contested already; an organiser decides now."
    );
    assert_eq!(
        club.refuses(&ben(), &report(FIRST, won_by(BLUE))),
        "The report of battle 1 is contested; an organiser corrects or confirms it."
    );
}

#[test]
fn a_result_that_cannot_be_is_refused_with_the_reason() {
    let mut club = Club::ready();
    let told = |told: ReportedOutcome| report(FIRST, told);
    assert_eq!(
        club.refuses(&olga(), &told(won_by(GREEN))),
        "Green Band took no part in battle 1; name one of those who did."
    );
    assert_eq!(
        club.refuses(&olga(), &told(won_by(SideNo(9)))),
        "This campaign has no side 9; choose one of its sides or add one."
    );
    let scores = |scores| told(ReportedOutcome { scores, ..won_by(RED) });
    assert_eq!(
        club.refuses(&olga(), &scores(vec![count(RED, 1), count(RED, 2)])),
        "Red Host is named twice; say one number for each side."
    );
    for odd in [i32::MAX, i32::MIN] {
        assert_eq!(
            club.refuses(&olga(), &scores(vec![count(RED, odd)])),
            "A score lies between −1000000 and 1000000."
        );
        let points = ReportedOutcome { points: vec![count(BLUE, odd)], ..won_by(RED) };
        assert_eq!(
            club.refuses(&olga(), &told(points)),
            "Points for a battle lie between −1000 and 1000."
        );
    }
    let takes = ReportedOutcome { takes: Some(GREEN), ..won_by(RED) };
    assert!(club.refuses(&olga(), &told(takes)).starts_with("Green Band took no part"));
    club.does(&olga(), plan(&[RED, BLUE], None));
    assert_eq!(
        club.refuses(&olga(), &report(SECOND, with_place(RED))),
        "Battle 2 is fought over no place on the map, so none changes hands with it."
    );
    assert_eq!(
        club.refuses(&olga(), &report(BattleNo(77), won_by(RED))),
        "This campaign has no battle 77; choose one of its battles."
    );
}

#[test]
fn a_battle_that_is_settled_is_left_to_the_organisers() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &correct(FIRST, won_by(RED))),
        "Battle 1 has no result to correct; report it instead."
    );
    club.does(&olga(), report(FIRST, won_by(RED)));
    assert_eq!(
        club.refuses(&ann(), &report(FIRST, won_by(RED))),
        "Battle 1 has its result; an organiser can correct it."
    );
    assert_eq!(
        club.refuses(&olga(), &correct(FIRST, won_by(RED))),
        "That is the result of battle 1 already."
    );
    assert_eq!(
        club.refuses(&ann(), &Action::LinkGame { battle: FIRST, game: "g".into() }),
        "Battle 1 is no longer to be fought; plan another one for this game."
    );
    club.does(&olga(), cancel(FIRST));
    assert_eq!(
        club.refuses(&ann(), &report(FIRST, won_by(RED))),
        "Battle 1 is cancelled; an organiser can correct that."
    );
    assert_eq!(club.refuses(&olga(), &cancel(FIRST)), "Battle 1 is cancelled already.");
}

#[test]
fn a_game_belongs_to_one_battle_and_has_a_plain_id() {
    let mut club = Club::ready();
    club.does(&ann(), Action::LinkGame { battle: FIRST, game: "abc".into() });
    club.does(&olga(), plan(&[RED, BLUE], None));
    let link = |game: &str| Action::LinkGame { battle: SECOND, game: game.to_owned() };
    assert_eq!(
        club.refuses(&ann(), &link("abc")),
        "That game belongs to battle 1 already; open another one."
    );
    for odd in ["", "a b", "<@77>", &"x".repeat(41)] {
        assert_eq!(
            club.refuses(&ann(), &link(odd)),
            "That is not the id of a game; choose one from the list."
        );
    }
}

#[test]
fn the_same_actions_make_the_same_campaign() {
    use gatemaster_league::book::Book;
    let mut club = Club::ready();
    club.does(&ann(), report(FIRST, with_place(RED)));
    club.does(&ben(), contest(&club, FIRST));
    club.does(&olga(), correct(FIRST, with_place(BLUE)));
    club.does(&olga(), Action::Award { side: RED, points: -2, why: String::new() });
    club.does(&olga(), cancel(FIRST));
    club.does(&ann(), note("Alas"));
    let mut again: Option<Campaign> = None;
    for (who, action, moment) in &club.log {
        let json = serde_json::to_string(action).unwrap();
        let action: Action = serde_json::from_str(&json).unwrap();
        again = Some(Campaign::decide(again.as_ref(), who, &action, *moment).unwrap().book);
    }
    assert_eq!(again.unwrap(), club.book);
}
