//! The plans of a round: made in private, changed until the last one is in, seen by nobody else before their time.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::state::{Phase, UnitId};
use gatemaster_rules::table::Settings;
use gatemaster_sandbox::{Person, Seen};

use crate::club::Club;
use crate::mission::{Mission, ready};

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

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
        let files: Vec<_> = seen.files.iter().map(|file| (&file.name, &file.bytes)).collect();
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
        for line in ["/game log", "/game recap", "/explain", "/game mine"] {
            club.bob.at(&club.hall).slash(line).await.settled().await;
        }
        let refused = club.bob.at(&club.hall).slash("/game export").await.text();
        assert!(refused.contains("still hidden"), "{refused}");
        let offered = club.bob.at(&club.hall).completes("/at43 plan order:").await;
        assert!(offered.iter().all(|offer| offer.name.contains('g')), "Bob's own: {offered:?}");
        // the board has caught up
        let step = format!("Step {} ", mission.steps().await);
        club.hall.wait_for(|seen| seen.embeds.iter().any(|it| it.footer.contains(&step))).await;
        told.push((seen_by(&club.bob, &club, &mission.id), seen_by(&club.pat, &club, &mission.id)));
    }
    for (one, other) in [(&told[0].0, &told[1].0), (&told[0].1, &told[1].1)] {
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(other) {
            assert_eq!(one, other);
        }
    }
    assert!(!told[0].0.is_empty() && !told[0].1.is_empty());
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
    assert!(state.flow.tasks.len() == 1 || state.phase == Phase::Activation);
    let told =
        club.hall.wait_for(|seen| !seen.private && seen.button("Blue begins").is_some()).await;
    assert!(told.all_text().contains('2'), "the wager is shown: {}", told.all_text());
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
    assert!(state.sides.iter().all(|side| !side.cards.is_empty()) || !state.flow.tasks.is_empty());
    let cards: Vec<Option<UnitId>> = state.sides[0].cards.clone();
    assert!(cards.iter().all(Option::is_none), "nobody sees cards by the way");
}
