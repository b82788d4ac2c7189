//! AT-43 in a voice call and among friends: compact and spoken tables, dice by hand, a chair that falls free, a game that is
//! given up.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::table::Settings;
use gatemaster_sandbox::{Answer, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, ready};

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

fn refused(answer: &Answer, says: &str) {
    assert!(answer.is_private() && answer.text().contains(says), "{}", answer.text());
}

async fn begun_with(club: &Club, settings: Settings) -> Mission {
    let mission = Mission::open_with(club, Setup::default(), settings).await;
    mission.bring(ready("white-stars-ready"), ready("therians-ready")).await;
    mission
}

/// The board is the only message there is, so everything can be done on it.
#[tokio::test]
async fn a_compact_board_has_undo_explain_put_right_and_ones_own_cards() {
    let club = Club::open().await;
    let mission = begun_with(&club, Settings { compact: true, ..Settings::default() }).await;
    let board = mission.board().await;
    for label in ["My plan…", "Undo", "Sheets", "My cards…", "Units…", "Put right…"] {
        assert!(labels(&board).contains(&label), "{label}: {:?}", labels(&board));
    }
    mission.planned().await;
    let board = mission.board().await;
    let before = club.hall.everything().len();
    club.ann.clicks(&board, "Play the next card").await;
    let rolled =
        club.hall.wait_for(|seen| seen.id == board.id && seen.all_text().contains("**▸**")).await;
    assert!(club.hall.everything().len() <= before, "nothing but the board");
    let all = labels(&rolled);
    for label in ["Undo", "Explain", "My cards…", "Units…", "Always…", "Result…"] {
        assert_eq!(all.iter().filter(|one| **one == label).count(), 1, "{label}: {all:?}");
    }
    let told = club.ann.clicks(&rolled, "Explain").await;
    assert!(told.is_private(), "{}", told.text());
    let cards = club.ann.clicks(&rolled, "My cards…").await;
    assert!(cards.is_private() && cards.text().contains("Only you see their order"));
    refused(&club.pat.clicks(&rolled, "My cards…").await, "no seat");
    let units = club.pat.clicks(&rolled, "Units…").await.message();
    assert!(units.private && !units.selects.is_empty(), "{}", units.all_text());
    let always = club.ann.clicks(&rolled, "Always…").await.message();
    assert!(always.all_text().contains("**First card**: ask me"), "{}", always.all_text());
    let list = "First card · Undo this round…";
    let changed = club.ann.selects(&always, list, &["First card: I begin"]).await.message();
    assert!(changed.all_text().contains("**First card**: I begin"), "{}", changed.all_text());
    // a card that everybody has seen is taken back by consent
    club.ann.clicks(&rolled, "Undo").await;
    club.hall.wait_for(|seen| seen.all_text().contains("asks to take back")).await;
}

/// T-TAC-7: said once, the winner of the Authority test is not waited for.
#[tokio::test]
async fn whoever_has_said_so_begins_the_round_without_being_asked() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.board().await;
    let card = club.bob.at(&club.hall).slash("/at43 standing first:I begin").await;
    assert!(card.is_private() && card.text().contains("**First card**: I begin"));
    club.ann.at(&club.hall).slash("/at43 plan").await;
    club.with_dice("1 6", club.bob.at(&club.hall).slash("/at43 plan")).await;
    let state = mission.state().await;
    assert_eq!(
        (state.flow.tasks.last(), state.flow.active),
        (Some(&Task::Turn), Some(crate::mission::RED))
    );
}

/// Whoever wants the results read aloud hears the count and the plans as well as the turns.
#[tokio::test]
async fn a_spoken_table_hears_who_won_the_authority_test() {
    let club = Club::open().await;
    let mission = begun_with(&club, Settings { spoken: true, ..Settings::default() }).await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/at43 plan").await;
    club.with_dice("6 1", club.bob.at(&club.hall).slash("/at43 plan")).await;
    let says = |seen: &Seen| seen.raw["tts"] == true && seen.text.contains("Authority");
    let aloud = club.hall.wait_for(says).await;
    assert!(!aloud.text.contains(['(', '\\', '*']), "nothing that cannot be said: {}", aloud.text);
}

/// Whose dice are rolled by hand from now on keeps nobody waiting.
#[tokio::test]
async fn a_question_about_dice_by_hand_leaves_the_board_usable() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/game by-hand dice_of:everybody").await;
    let board = mission.board().await;
    let all = labels(&board);
    assert!(all.contains(&"Play the next card") && all.contains(&"Refuse"), "{all:?}");
    let asked = mission.steps().await;
    club.ann.clicks(&board, "Play the next card").await;
    assert_eq!(mission.steps().await, asked + 1, "the card is played meanwhile");
}

/// A die that nothing is rolled for is not swallowed.
#[tokio::test]
async fn a_die_that_is_typed_with_a_draw_reaches_the_card() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    mission.board().await;
    let before = mission.steps().await;
    let drawn = club.ann.at(&club.hall).slash("/draw dice:4").await;
    assert!(drawn.is_private(), "no die is rolled for this card: {}", drawn.text());
    assert_eq!(mission.steps().await, before, "{}", drawn.text());
    club.ann.at(&club.hall).slash("/draw").await;
    assert_eq!(mission.last_command().await, Command::PlayCard);
}

/// A chair that somebody has left does not hold up the others.
#[tokio::test]
async fn the_bot_plays_on_for_somebody_who_left_in_the_middle() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.board().await;
    club.bob.at(&club.hall).slash("/game leave").await;
    let board = mission.board().await;
    assert!(labels(&board).contains(&"Play Red"), "{:?}", labels(&board));
    refused(&club.pat.clicks(&board, "Let me play it").await, "Only people at this table");
    club.ann.clicks(&board, "Let me play it").await;
    eventually("the bot has planned", async || {
        mission.state().await.sides[1].planned.then_some(())
    })
    .await;
    let board = mission.board().await;
    assert!(!labels(&board).contains(&"Let me play it"), "{:?}", labels(&board));
}

/// T-MIS-2: alone against the program one looks at the table once more before it begins.
#[tokio::test]
async fn a_described_table_does_not_begin_the_battle_against_the_bot() {
    let club = Club::open().await;
    let mission = Mission::alone(&club).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    let told = ann.slash("/at43 table add:3 low walls").await.text();
    assert!(told.contains("it begins once it agrees"), "{told}");
    let waits = "✏️ 🔵 Ann has yet to agree · ✅ 🔴 Gatemaster agrees";
    let asked = club.hall.wait_for(|seen| seen.all_text().contains(waits)).await;
    assert_eq!(mission.state().await.phase, Phase::Laying);
    // once more, on the private page
    let page = club.ann.clicks(&asked, "Describe it…").await.message();
    club.ann.selects(&page, "Take one off", &["3 × Low wall"]).await;
    let page = club.ann.clicks(&mission.newest().await, "Describe it…").await.message();
    let laid = club.ann.clicks(&page, "Describe it like this").await;
    assert!(laid.text().contains("Press *Agreed*"), "{}", laid.text());
    assert_eq!(mission.state().await.phase, Phase::Laying);
    // one line says both
    ann.slash("/at43 table words:Snow agree:True").await;
    let state = mission.state().await;
    assert_eq!((state.phase, state.field.words.as_str()), (Phase::Tactical, "Snow"));
}

/// A count of points in the middle of a game is no result.
#[tokio::test]
async fn a_game_that_is_given_up_was_left_off() {
    let club = Club::open().await;
    let mission = Mission::alone(&club).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    mission.play(&club.ann, Command::AgreeField { seat: BLUE }).await;
    mission.board().await;
    let ended = club.ann.at(&club.hall).slash("/game end").await.text();
    assert!(
        ended.contains("It was left off in round 1, undecided, at Blue 0 VP, Red 0 VP."),
        "{ended}"
    );
}
