//! The plans of a round: made in private, changed until the last one is in, seen by nobody else before their time.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::table::Settings;
use gatemaster_sandbox::{Person, Seen};

use crate::club::Club;
use crate::mission::{BLUE, Mission, RED, labels, ready};

/// The names of the cards as a private form shows them.
fn order(seen: &Seen) -> Vec<String> {
    let list = seen.select("Move a card…").unwrap();
    let name = |label: &str| label.split_once(". ").map(|(_, name)| name.to_owned()).unwrap();
    list.options.iter().map(|option| name(&option.label)).collect()
}

/// What somebody sees of the channel, down to the custom ids, without what differs from game to game.
fn seen_by(person: &Person, club: &Club, id: &str) -> Vec<String> {
    let plain = |text: String| {
        let text = text.replace(id, "GAME");
        // each game has dice of its own
        let words = text.split_inclusive(|c: char| !c.is_ascii_hexdigit());
        let text: String = words.filter(|word| word.len() < 12).collect();
        let mut out = String::new();
        let mut digits = String::new();
        for c in text.chars().chain(['\0']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            // ids of Discord are long numbers
            out.push_str(if digits.len() > 9 { "ID" } else { &digits });
            digits.clear();
            out.push(c);
        }
        out
    };
    let all = person.at(&club.hall).sees().into_iter();
    all.map(|seen| {
        let files = seen.files.iter().map(|file| (&file.name, &file.description, &file.bytes));
        let files: Vec<_> = files.collect();
        plain(format!(
            "{} {:?} {:?} {:?} {files:?}",
            seen.all_text(),
            seen.buttons,
            seen.selects,
            seen.embeds.iter().map(|embed| &embed.image).collect::<Vec<_>>()
        ))
    })
    .collect()
}

/// Bob and Pat look round, and Bob types; this is what each of them has seen then.
async fn others_look(club: &Club, mission: &Mission) -> [Vec<String>; 2] {
    for person in [&club.bob, &club.pat] {
        for line in ["/game log", "/game recap", "/explain", "/game mine", "/unit", "/standing"] {
            person.at(&club.hall).slash(line).await.settled().await;
        }
        let refused = person.at(&club.hall).slash("/game export").await;
        assert!(refused.text().contains("still hidden"), "{}", refused.text());
    }
    let state = mission.state().await;
    let own: Vec<&str> = state.units_of(RED).map(|(_, unit)| unit.name.as_str()).collect();
    let offered = club.bob.at(&club.hall).completes("/at43 plan order:").await;
    let offered: Vec<&str> = offered.iter().map(|offer| offer.name.as_str()).collect();
    assert_eq!(offered, own, "Bob's own, as they stand on his sheet");
    assert!(club.pat.at(&club.hall).completes("/at43 plan order:").await.is_empty());
    // the board has caught up
    let step = format!("Step {} ", mission.steps().await);
    club.hall.wait_for(|seen| seen.embeds.iter().any(|it| it.footer.contains(&step))).await;
    [&club.bob, &club.pat].map(|person| seen_by(person, club, &mission.id))
}

fn look_the_same(told: &[[Vec<String>; 2]]) {
    for person in [0, 1] {
        let (one, other) = (&told[0][person], &told[1][person]);
        assert!(!one.is_empty());
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(other) {
            assert_eq!(one, other);
        }
    }
}

/// T-TAC-3, T-TAC-5: two games that differ in Ann's plan alone look the same to everybody else until all are in.
#[tokio::test]
async fn whatever_ann_plans_the_others_see_the_same() {
    let mut told = Vec::new();
    for plan in ["/at43 plan order:1 2 3 4 wager:0", "/at43 plan order:4 3 2 1 wager:3"] {
        let club = Club::open().await;
        let mission = Mission::begun(&club).await;
        mission.board().await;
        let answer = club.ann.at(&club.hall).slash(plan).await;
        assert!(answer.is_private(), "{}", answer.text());
        answer.settled().await;
        club.hall.wait_for(|seen| seen.all_text().contains("🔒") && !seen.private).await;
        told.push(others_look(&club, &mission).await);
    }
    look_the_same(&told);
}

/// T-TAC-3: what lies below the first card stays secret when it is turned.
#[tokio::test]
async fn whatever_lies_below_the_first_card_the_others_see_the_same() {
    let mut told = Vec::new();
    for plan in ["/at43 plan order:1 2 3 4 wager:1", "/at43 plan order:1 4 3 2 wager:1"] {
        let club = Club::open().await;
        let mission = Mission::begun(&club).await;
        mission.board().await;
        club.ann.at(&club.hall).slash(plan).await;
        let locks = club.bob.at(&club.hall).slash("/at43 plan wager:0");
        club.with_dice("6 1", locks).await.settled().await;
        club.ann.at(&club.hall).slash("/at43 answer answer:1").await.settled().await;
        club.ann.at(&club.hall).slash("/at43 card").await.settled().await;
        let state = mission.state().await;
        assert_eq!(state.side(BLUE).unwrap().cards, [None, None, None], "one of four is turned");
        let mine = club.ann.at(&club.hall).slash("/at43 mine").await;
        assert!(mine.is_private() && mine.text().contains("3. "), "{}", mine.text());
        told.push(others_look(&club, &mission).await);
    }
    look_the_same(&told);
}

/// T-TAC-3, T-TAC-5
#[tokio::test]
async fn a_plan_may_be_changed_until_the_last_one_is_in() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let board = mission.board().await;
    let refused = club.pat.clicks(&board, "My plan…").await;
    assert!(refused.is_private() && refused.text().contains("no side"), "{}", refused.text());
    mission.hands_off_plan(&club.pat, &board).await;

    // half a plan outlives the process
    let mine = club.ann.clicks(&board, "My plan…").await.message();
    assert!(mine.private && labels(&mine).contains(&"Lock"), "{:?}", labels(&mine));
    assert!(mine.all_text().contains("Against a wager of 0 you win"), "{}", mine.all_text());
    let first = order(&mine);
    let picked = club.ann.selects(&mine, "Move a card…", &[&format!("4. {}", first[3])]).await;
    club.restart_bot().await;
    let moved = club.ann.clicks(&picked.message(), "First").await.message();
    assert_eq!(order(&moved)[0], first[3]);
    club.restart_bot().await;
    let again = club.ann.clicks(&board.again().unwrap(), "My plan…").await.message();
    assert_eq!(order(&again)[0], first[3], "it was kept");

    // delivered twice, locked once
    let before = mission.steps().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    let locked = club.ann.clicks(&again, "Lock").await;
    assert!(locked.is_private(), "{}", locked.text());
    club.hall.wait_for(|seen| !seen.private && seen.all_text().contains("🔒")).await;
    assert_eq!(mission.steps().await, before + 1);

    // it is changed, in one line, and what is left out stays
    let line = format!("/at43 plan order:{}, {} wager:2", first[1], first[0]);
    let changed = club.ann.at(&club.hall).slash(&line).await;
    assert!(changed.text().contains("Wager 2 LP"), "{}", changed.text());
    let kept = club.ann.at(&club.hall).slash("/at43 plan order:2 1").await.text();
    assert!(kept.contains("Wager 2 LP"), "{kept}");
    assert!(kept.contains(&format!("Locked: {}, {}, {}", first[0], first[1], first[3])), "{kept}");
    for (line, why) in [
        ("/at43 plan wager:20", "You can wager up to"),
        ("/at43 plan order:Nobody", "is none of your cards"),
        ("/at43 plan order:2 2", "named twice"),
    ] {
        let refused = club.ann.at(&club.hall).slash(line).await;
        assert!(refused.is_private() && refused.text().contains(why), "{line}: {}", refused.text());
    }
    // a change that is not locked does not count
    let open = club.ann.at(&club.hall).slash("/at43 mine").await.message();
    assert!(open.all_text().contains("🔒 Locked"), "{}", open.all_text());
    let form = club.ann.clicks(&open, "My plan…").await.message();
    let other = club.ann.selects(&form, "Wager…", &["Wager 0 LP"]).await.message();
    assert!(other.all_text().contains("Another plan is locked"), "{}", other.all_text());

    let board = mission.board().await;
    club.with_dice("6 1", club.bob.clicks(&board, "Lock: order of my sheet, wager 0")).await;
    let late = club.ann.clicks(&other, "Lock it like this").await;
    assert!(late.text().contains("planned already"), "{}", late.text());
    let state = mission.state().await;
    assert_eq!(state.phase, Phase::Tactical);
    assert_eq!(*state.flow.tasks, [Task::ChooseFirst { winner: BLUE }]);
    let told =
        club.hall.wait_for(|seen| !seen.private && seen.button("Blue begins").is_some()).await;
    assert!(told.all_text().contains("+ wager 2 = "), "{}", told.all_text());
    mission.hands_off(&club.pat, &told).await;

    // shown wagers are taken back by consent alone
    let asked = club.bob.at(&club.hall).slash("/game undo").await.text();
    assert!(asked.contains("do you agree?"), "{asked}");
}

/// Nothing was shown, so whoever has locked takes it back freely.
#[tokio::test]
async fn a_lock_that_nobody_has_followed_is_undone_freely() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    club.ann.at(&club.hall).slash("/at43 plan").await;
    let undone = club.ann.at(&club.hall).slash("/game undo").await.text();
    assert!(!undone.contains("do you agree?"), "{undone}");
    assert!(!mission.state().await.sides[0].planned);
}

#[tokio::test]
async fn the_organiser_fills_in_for_whoever_is_missing_and_reminders_name_them() {
    let club = Club::open().await;
    let mission =
        Mission::open_under(&club, Setup::default(), Settings::default(), Some(&club.mia)).await;
    mission.bring(ready("white-stars-ready"), ready("therians-ready")).await;
    mission.board().await;
    club.mia.at(&club.hall).slash("/game settings remind:after a day").await;
    club.ann.at(&club.hall).slash("/at43 plan wager:1").await;
    club.hours_pass(25);
    let reminds = |seen: &Seen| seen.all_text().contains("-# Reminder");
    let reminder = club.hall.wait_for(reminds).await;
    assert!(reminder.pings(&club.bob) && !reminder.pings(&club.ann), "{}", reminder.all_text());

    let board = mission.board().await;
    let refused = club.ann.clicks(&board, "Organiser: fill in for Red").await;
    assert!(refused.is_private() && refused.text().contains("organiser"), "{}", refused.text());
    assert!(board.button("Organiser: fill in for Blue").is_none(), "Blue has locked");
    let filled = club.with_dice("1 6", club.mia.clicks(&board, "Organiser: fill in for Red")).await;
    assert!(!filled.is_private(), "{}", filled.text());
    let state = mission.state().await;
    assert_eq!(*state.flow.tasks, [Task::ChooseFirst { winner: RED }]);
    assert!(state.sides.iter().all(|side| side.planned && side.plan.is_none()));
    club.bob.at(&club.hall).slash("/at43 answer answer:1").await;
    let state = mission.state().await;
    assert!(state.sides.iter().all(|side| !side.cards.is_empty()));
    let mut cards = state.sides.iter().flat_map(|side| &side.cards);
    assert!(cards.all(Option::is_none), "nobody sees cards by the way");
}

/// The flow, section 12: with the organiser's word a game goes on without Bob, and Ann cannot speak for him.
#[tokio::test]
async fn the_organiser_answers_for_whoever_is_missing_in_the_middle_of_a_turn() {
    let club = Club::open().await;
    let mission =
        Mission::open_under(&club, Setup::default(), Settings::default(), Some(&club.mia)).await;
    mission.bring(ready("white-stars-ready"), ready("therians-ready")).await;
    mission.planned().await;
    let cards = mission.state().await.sides[0].cards.len();
    let board = mission.board().await;
    let refused = club.ann.clicks(&board, "Organiser: answer for Blue").await;
    assert!(
        refused.is_private() && refused.text().contains("Only the organiser"),
        "{}",
        refused.text()
    );
    let played = club.mia.clicks(&board, "Organiser: answer for Blue").await;
    assert!(!played.is_private(), "{}", played.text());
    let text = mission.newest().await.all_text();
    assert!(text.contains("The organiser acts in Blue's place"), "{text}");
    assert_eq!(mission.state().await.sides[0].cards.len(), cards - 1);
    let mut lines = 0;
    while mission.state().await.flow.active == Some(BLUE) {
        let typed = club.mia.at(&club.hall).slash("/at43 answer for:Blue").await;
        assert!(!typed.is_private(), "{}", typed.text());
        lines += 1;
        assert!(lines < 9, "Blue's turn does not end");
    }
    let not_hers = club.pat.at(&club.hall).slash("/at43 answer for:Red").await;
    assert!(not_hers.is_private(), "{}", not_hers.text());
    let neither = club.ann.at(&club.hall).slash("/at43 answer").await;
    assert!(neither.text().contains("Say your `answer`"), "{}", neither.text());
}

/// Tables of leagues have no organiser: whoever manages the server and does not play goes on for the missing.
#[tokio::test]
async fn without_an_organiser_a_manager_of_the_server_brings_what_is_missing() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    let board = mission.board().await;
    assert!(board.button("Organiser: a company for Red").is_none(), "nobody here could press it");
    let refused = club.ann.at(&club.hall).slash("/at43 company fill:Red").await;
    assert!(
        refused.is_private() && refused.text().contains("manager of this server"),
        "{}",
        refused.text()
    );
    let early = club.mia.at(&club.hall).slash("/at43 table fill:Red").await;
    assert!(
        early.is_private() && early.text().contains("No word on the table"),
        "{}",
        early.text()
    );
    let filled = club.mia.at(&club.hall).slash("/at43 company fill:Red").await;
    assert!(!filled.is_private(), "{}", filled.text());
    let state = mission.state().await;
    assert!(state.sides.iter().all(|side| side.locked));
    mission.play(&club.ann, Command::AgreeField { seat: BLUE }).await;
    let agree = club.mia.at(&club.hall);
    let agreed = club.with_dice("1", agree.slash("/at43 table fill:Red")).await;
    assert!(!agreed.is_private(), "{}", agreed.text());
    club.ann.at(&club.hall).slash("/at43 plan wager:0").await;
    let fill = club.mia.at(&club.hall);
    let filled = club.with_dice("1 6", fill.slash("/at43 plan fill:Red")).await;
    assert!(!filled.is_private(), "{}", filled.text());
}
