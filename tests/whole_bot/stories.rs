//! The messages that tell a game: one for each activation, edited as it goes; the board near the newest of them; what was
//! taken back marked; and no button that would do nothing.

use gatemaster_sandbox::{Answer, Seen};

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::{Club, eventually};

const SQUAD: &str = "AI Squad";
const GANG: &str = "Gang Fighters";

async fn skirmish(club: &Club) -> Battlefield {
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters", "lavamites"]);
    let field = Battlefield::open(club, setup).await;
    field.board().await;
    field
}

/// What everybody sees that something can be done with, the board aside.
async fn live(club: &Club) -> Vec<Seen> {
    let store = club.store().await;
    let game = store.open_game_in(club.hall.id()).await.unwrap();
    store.close().await;
    let board = game.and_then(|game| game.board).map(|board| board.message_id);
    let can_be_pressed = |seen: &Seen| {
        let mut buttons = seen.buttons.iter();
        Some(seen.id) != board
            && (buttons.any(|button| button.url.is_none()) || !seen.selects.is_empty())
    };
    club.hall.everything_said().into_iter().filter(can_be_pressed).collect()
}

/// Waits until only this message, or none, can be pressed beside the board.
async fn only_live(club: &Club, message: Option<&Seen>) {
    let wanted: Vec<u64> = message.iter().map(|message| message.id).collect();
    eventually("nothing else can be pressed", async || {
        let ids: Vec<u64> = live(club).await.iter().map(|seen| seen.id).collect();
        (ids == wanted).then_some(())
    })
    .await;
}

async fn told(answer: Answer) -> Seen {
    answer.settled().await;
    answer.messages().into_iter().rfind(|seen| !seen.private).unwrap()
}

#[tokio::test]
async fn an_activation_is_one_message_from_the_draw_to_the_outcome() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    skirmish(&club).await;
    let drawn = told(club.does(bob, hall, "/draw dice:Red").await).await;
    assert!(drawn.pings(ann) && !drawn.pings(bob), "it rings for whoever acts");
    ann.selects(&drawn, "Which unit acts?", &[SQUAD]).await;
    ann.selects(&drawn.again().unwrap(), "Fire at…", &[GANG]).await;
    let aim = drawn.again().unwrap();
    let shoot = aim.buttons.iter().find(|button| button.label.starts_with("Shoot")).unwrap();
    // Bob drew and is still there, so nobody is rung for again
    let asked = told(ann.clicks(&aim, &shoot.custom_id).await).await;
    assert_eq!(asked.id, drawn.id, "{}", asked.all_text());
    assert!(asked.text.is_empty(), "the mention has served: {}", asked.text);
    assert!(asked.button("Stay up").is_some(), "{}", asked.all_text());
    let result = club.with_dice("9 9 9 9 9", bob.clicks(&asked, "Stay up")).await;
    let result = told(result).await;
    let result = told(ann.clicks(&result, "Roll nothing again").await).await;
    assert_eq!(result.id, drawn.id, "the same message tells the end");

    let next = club.with_dice("1", bob.clicks(&result, "Draw next")).await;
    let next = next.wait_for_messages(2).await.remove(1);
    assert_ne!(next.id, drawn.id, "the next activation is a new message");
    let outcome = drawn.again().unwrap();
    assert!(outcome.buttons.is_empty() && outcome.selects.is_empty(), "{outcome:?}");
    assert!(outcome.text.is_empty(), "the mention has served: {}", outcome.text);
    assert!(outcome.all_text().contains(GANG), "{}", outcome.all_text());
    only_live(&club, Some(&next)).await;
}

#[tokio::test]
async fn whoever_must_decide_is_mentioned_once_and_that_folds_into_the_message() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    skirmish(&club).await;
    let drawn = told(club.does(ann, hall, "/draw dice:Red").await).await;
    assert!(!drawn.pings(ann), "nobody is rung for by what they do themselves");
    let shot = ann.at(hall).slash(&format!("/shoot unit:{SQUAD} target:{GANG} range:10")).await;
    let asked = told(shot).await;
    assert!(asked.pings(bob) && !asked.pings(ann), "{}", asked.all_text());
    club.until(|| drawn.again().is_none()).await;
    let result = club.with_dice("9 9 9 9 9", bob.clicks(&asked, "Stay up")).await;
    let result = told(result).await;
    let result = told(ann.clicks(&result, "Roll nothing again").await).await;
    assert_eq!(result.id, asked.id);
    assert!(result.text.is_empty(), "what they were asked has served: {}", result.text);
    only_live(&club, Some(&result)).await;
    let tells = |seen: &Seen| seen.all_text().contains(SQUAD) && seen.embeds.len() == 1;
    let said = hall.everything_said();
    let told: Vec<_> = said.iter().filter(|seen| tells(seen) && seen.id != said[0].id).collect();
    assert_eq!(told.len(), 1, "one message for it all");
}

/// By post, whoever answered yesterday is told again today.
/// An answer may be lost before it is noted which steps it tells, and another delivery of the same press may go on from there.
#[tokio::test]
async fn a_chapter_whose_message_was_never_noted_is_found_in_the_log() {
    let mut club = Club::open().await;
    let (ann, bob, hall) = (club.ann.clone(), club.bob.clone(), club.hall.clone());
    skirmish(&club).await;
    club.does(&ann, &hall, "/draw dice:Red").await;
    told(ann.at(&hall).slash(&format!("/order unit:{SQUAD} order:Ambush")).await).await;
    let drawn = told(club.does(&bob, &hall, "/draw dice:Blue").await).await;
    only_live(&club, Some(&drawn)).await;
    club.stop_bot().await;
    let store = club.store().await;
    store.story_is_gone(drawn.id).await.unwrap();
    store.close().await;
    club.restart_bot().await;
    let ordered = bob.at(&hall).slash(&format!("/order unit:{GANG} order:Ambush")).await;
    let ordered = told(ordered).await.all_text();
    assert!(ordered.contains(&format!("{GANG} lie in ambush")), "{ordered}");
    assert!(!ordered.contains(SQUAD), "that was the chapter before: {ordered}");
}

#[tokio::test]
async fn whoever_has_been_away_is_rung_for_again() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    skirmish(&club).await;
    let drawn = told(club.does(bob, hall, "/draw dice:Red").await).await;
    assert!(drawn.pings(ann));
    club.hours_pass(9);
    let shot = ann.at(hall).slash(&format!("/shoot unit:{SQUAD} target:{GANG} range:10")).await;
    let asked = told(shot).await;
    assert!(asked.pings(bob), "{}", asked.all_text());
}

#[tokio::test]
async fn what_was_taken_back_is_struck_out_and_says_who_asked_and_who_agreed() {
    let mut club = Club::open().await;
    let (ann, bob, hall) = (club.ann.clone(), club.bob.clone(), club.hall.clone());
    let field = skirmish(&club).await;
    club.does(&ann, &hall, "/draw dice:Red").await;
    let rallied = ann.at(&hall).slash(&format!("/order unit:{SQUAD} order:Ambush")).await;
    let rallied = told(rallied).await;
    let drawn = told(club.does(&bob, &hall, "/draw dice:Blue").await).await;

    // the draw, which began the newest message
    let asked = bob.at(&hall).slash("/game undo").await.message();
    assert!(asked.pings(&ann), "{}", asked.all_text());
    let agreed = told(ann.clicks(&asked, "Agree").await).await;
    let marked = |seen: &Seen, step: &str| {
        let (id, step) = (seen.id, step.to_owned());
        let hall = hall.clone();
        async move {
            hall.wait_for(|seen| {
                let text = seen.all_text();
                seen.id == id && text.contains("~~") && text.contains(&step)
            })
            .await
        }
    };
    let gone = marked(&drawn, "Bob asked, Ann agreed").await;
    assert!(gone.all_text().contains("Taken back"), "{}", gone.all_text());
    assert!(gone.buttons.is_empty() && gone.selects.is_empty());
    assert!(agreed.button("Draw next").is_some(), "the new state: {}", agreed.all_text());
    let answered = |seen: Seen| seen.button("Agree").is_none();
    club.until(|| asked.again().is_none_or(answered)).await;

    // then the order, told by a message that had served; a stop in between changes nothing
    ann.at(&hall).slash("/game undo").await.settled().await;
    club.restart_bot().await;
    let gone = marked(&rallied, "by Ann; nothing had been rolled").await;
    assert!(gone.all_text().contains(SQUAD), "{}", gone.all_text());
    let squad = field.unit(SQUAD).await;
    assert_eq!(squad.order(), None);
    eventually("one message goes on", async || (live(&club).await.len() == 1).then_some(())).await;
}

#[tokio::test]
async fn taking_a_seat_or_setting_the_table_kills_nobody_s_open_question() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let field = skirmish(&club).await;
    let drawn = told(club.does(bob, hall, "/draw dice:Red").await).await;
    ann.selects(&drawn, "Which unit acts?", &[SQUAD]).await;
    let sheet = drawn.again().unwrap();
    bob.at(hall).slash("/game settings remind:after 6 hours").await.settled().await;
    bob.at(hall).slash("/game leave").await.settled().await;
    club.pat.at(hall).slash("/game join").await.settled().await;
    let still = drawn.again().unwrap();
    assert_eq!(still.buttons.len(), sheet.buttons.len(), "what she was choosing on is still there");
    let given = ann.clicks(&sheet, "Ambush").await;
    assert!(!given.is_private(), "{}", given.text());
    assert!(field.unit(SQUAD).await.order().is_some());
}

#[tokio::test]
async fn a_board_that_has_scrolled_away_comes_after_and_a_pinned_one_stays() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let field = skirmish(&club).await;
    let board = field.board().await;
    club.does(ann, hall, "/draw dice:Red").await;
    ann.at(hall).slash(&format!("/order unit:{SQUAD} order:Ambush")).await;
    assert!(board.again().is_some(), "it is still in sight");
    for word in 0..11 {
        club.pat.at(hall).says(&format!("chatter {word}")).await;
    }
    let drawn = told(club.does(ann, hall, "/draw dice:Blue").await).await;
    club.until(|| board.again().is_none()).await;
    let now = hall.wait_for(|seen| !seen.files.is_empty()).await;
    assert!(now.id > drawn.id, "it is the last message now");
    let leads = format!("/{})", now.id);
    hall.wait_for(|seen| seen.id == drawn.id && seen.all_text().contains(&leads)).await;

    let pinned = ann.at(hall).slash("/game board pin:True").await.message();
    hall.wait_for(|seen| seen.id == pinned.id && seen.pinned).await;
    for word in 0..12 {
        club.pat.at(hall).says(&format!("more chatter {word}")).await;
    }
    club.bob.at(hall).slash(&format!("/order unit:{GANG} order:Ambush")).await;
    hall.wait_for(|seen| seen.id == pinned.id && seen.all_text().contains("Ambush **Gang")).await;
}

#[tokio::test]
async fn after_the_end_nothing_but_the_board_can_be_pressed() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    skirmish(&club).await;
    club.does(ann, hall, "/draw dice:Red").await;
    let asked = ann.at(hall).slash("/game end").await.message();
    bob.clicks(&asked, "Agree").await.settled().await;
    eventually("all have served", async || {
        let live = live(&club).await;
        live.iter()
            .all(|seen| seen.button("Undo").is_none() && seen.selects.is_empty())
            .then_some(())
    })
    .await;
}
