//! AT-43: presses that come late or twice, and answers given beforehand that reach only as far as they were meant.

use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::mission::Mission;

/// The cards of a private plan, in order.
fn order(seen: &Seen) -> Vec<String> {
    let list = seen.select("Move a card…").unwrap();
    let name = |label: &str| label.split_once(". ").map(|(_, name)| name.to_owned()).unwrap();
    list.options.iter().map(|option| name(&option.label)).collect()
}

/// T-TAC-3: nobody locks a plan that they have not seen.
#[tokio::test]
async fn lock_means_the_plan_that_its_message_shows() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let board = mission.board().await;
    let one = club.ann.clicks(&board, "My plan…").await.message();
    let other = club.ann.clicks(&board, "My plan…").await.message();
    club.ann.selects(&other, "Wager…", &["Wager 1 LP"]).await;
    let told = club.ann.clicks(&one, "Lock").await.message();
    assert!(told.all_text().contains("It has changed since"), "{}", told.all_text());
    assert!(told.all_text().contains("Wager **1**"), "{}", told.all_text());
    assert!(!mission.state().await.sides[0].planned);
    let locked = club.ann.clicks(&told, "Lock").await;
    assert!(locked.text().contains("Wager 1 LP"), "{}", locked.text());
    let steps = mission.steps().await;
    // the way without a word is none any more once something else is locked
    let shown = club.ann.clicks(&board.again().unwrap(), "Lock: order of my sheet, wager 0").await;
    assert!(shown.is_private() && shown.text().contains("Wager **1**"), "{}", shown.text());
    assert_eq!(mission.steps().await, steps);
}

#[tokio::test]
async fn a_card_goes_up_once_when_the_press_is_delivered_twice() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let board = mission.board().await;
    let mine = club.ann.clicks(&board, "My plan…").await.message();
    let before = order(&mine);
    let last = before.len() - 1;
    let label = format!("{}. {}", last + 1, before[last]);
    let picked = club.ann.selects(&mine, "Move a card…", &[&label]).await.message();
    club.discord.expect_fault("40060");
    club.discord.misbehave().deliver_always_twice(true);
    club.ann.clicks(&picked, "Up").await;
    club.discord.misbehave().deliver_always_twice(false);
    let after = order(&club.ann.clicks(&board, "My plan…").await.message());
    assert_eq!(after[last - 1], before[last]);
    assert_eq!(after[last], before[last - 1]);
}

/// Shown wagers cannot be forgotten: they are taken back by a word given in person alone.
#[tokio::test]
async fn what_came_to_light_is_not_taken_back_by_a_standing_answer() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let board = mission.board().await;
    club.ann.clicks(&board, "Lock: order of my sheet, wager 0").await.settled().await;
    let said = club.ann.at(&club.hall).slash("/at43 standing").await.message();
    let list = said.selects.iter().find(|list| list.placeholder.contains("Undo")).unwrap();
    club.ann.selects(&said, &list.custom_id.clone(), &["Undo this round: allow it"]).await;
    let last = club.bob.clicks(&board.again().unwrap(), "Lock: order of my sheet, wager 0");
    club.with_dice("6 1", last).await;
    let steps = mission.steps().await;
    let asked = club.bob.at(&club.hall).slash("/game undo").await;
    assert!(asked.text().contains("do you agree?"), "{}", asked.text());
    club.ann.at(&club.hall).says("hem").await;
    let state = mission.state().await;
    assert_eq!(state.phase, Phase::Tactical);
    assert!(state.sides.iter().all(|side| side.planned), "still shown at step {steps}");
}
