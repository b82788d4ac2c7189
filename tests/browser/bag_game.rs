use fantoccini::key::Key;

use crate::stage::Stage;

/// Only the board itself says it in these words.
const BOARD: &str = "left in the bag";

#[tokio::test]
async fn two_people_play_a_bag_game_with_buttons_and_typed_commands() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    ann.is_sized(1280, 800, false).await;
    ann.sees_bot("connected").await;

    // A stranger needs nothing but the mouse.
    ann.tries("bag").await;
    bob.sees("Turn 1 · 11 dice left in the bag").await;
    bob.presses_on(BOARD, "Play Blue").await;
    for tab in [&ann, &bob] {
        tab.sees("Red (Ann)").await;
        tab.sees("Blue (Bob)").await;
    }
    ann.presses_in("#next", "Got it").await;
    ann.presses_on(BOARD, "Draw").await;
    for tab in [&ann, &bob] {
        tab.sees("Ann drew it").await;
        tab.sees("Turn 1 · 10 dice left in the bag").await;
    }
    ann.presses_on(BOARD, "Take a die out…").await;
    ann.sees("Which die leaves the game?").await;
    ann.sees("Only you can see this").await;
    ann.poses("sandbox-light.png").await;
    ann.presses_on("Which die leaves the game?", "Dismiss").await;

    // Somebody who knows the commands types them.
    bob.types("/bag draw").await;
    for tab in [&ann, &bob] {
        tab.sees("Bob drew it").await;
        tab.sees("Turn 1 · 9 dice left in the bag").await;
    }
    let (club, general) = (&stage.club, stage.club.discord.channel("general"));
    club.next_draw(&general, "Red").await;
    bob.types("/bag draw").await;
    bob.sees("Turn 1 · 8 dice left in the bag").await;
    club.next_draw(&general, "Blue").await;
    ann.types("/bag draw").await;
    bob.sees("Turn 1 · 7 dice left in the bag").await;

    // The bot knows which dice lie on the table.
    bob.writes("/bag return die:").await;
    bob.is_offered(&["Red", "Blue"]).await;
    bob.writes("b").await;
    bob.is_offered(&["Blue"]).await;
    bob.key(Key::Backspace).await;
    bob.is_offered(&["Red", "Blue"]).await;
    bob.goes_down_to("Blue").await;
    bob.key(Key::Tab).await;
    bob.has_written("/bag return die:Blue").await;
    bob.key(Key::Enter).await;
    for tab in [&ann, &bob] {
        tab.sees("Bob put a drawn 🔵 Blue die back into the bag.").await;
        tab.sees("Turn 1 · 8 dice left in the bag").await;
    }

    // A reload in the middle loses nothing.
    let before = bob.message(BOARD).await;
    bob.reloads().await;
    bob.sees("Bob put a drawn 🔵 Blue die back into the bag.").await;
    assert_eq!(bob.message(BOARD).await, before);
    assert!(before.contains("Red (Ann)") && before.contains("Blue (Bob)"), "{before}");

    // Nor does a restart of the bot; the buttons from before still work.
    let board = ann.message_id(BOARD).await;
    stage.club.stop_bot().await;
    for tab in [&ann, &bob] {
        tab.sees_bot("away").await;
    }
    stage.club.start_bot().await;
    for tab in [&ann, &bob] {
        tab.sees_bot("connected").await;
    }
    ann.presses_on(BOARD, "Draw").await;
    bob.sees("Turn 1 · 7 dice left in the bag").await;
    assert_eq!(bob.message_id(BOARD).await, board, "the board is the message it was");
    bob.types("/bag draw").await;
    ann.sees("Turn 1 · 6 dice left in the bag").await;

    ann.presses_on(BOARD, "Take a die out…").await;
    ann.sees("Which die leaves the game?").await;
    ann.presses_on("Which die leaves the game?", "Red").await;
    bob.sees("Ann took a 🔴 Red die out of the game").await;
    bob.never_received("Which die leaves the game?");

    ann.closes().await;
    bob.closes().await;
}
