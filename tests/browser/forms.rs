use fantoccini::key::Key;
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_form_opens_and_its_answers_arrive() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    ann.types("/game new system:Order-dice bag").await;
    bob.sees("In the bag: Red 6, Blue 6").await;
    let before = ann.message("In the bag:").await;

    // Whoever thinks better of it changes nothing.
    for way_out in ["Cancel", "Escape"] {
        ann.presses("Change the dice…").await;
        ann.sees_in("dialog[open]", "Dice in the bag").await;
        ann.sees_in("dialog[open]", "Sides: a name and how many dice, each").await;
        ann.sees_in("dialog[open]", "Extra dice of no side").await;
        let values = "return ['sides', 'extras'].map((name) => document.querySelector(`dialog[open] [name=${name}]`).value)";
        assert_eq!(ann.asks(values, json!([])).await, json!(["Red 6, Blue 6", ""]), "as it stands");
        ann.fills("sides", "Green 9").await;
        if way_out == "Cancel" {
            ann.presses_in("dialog[open]", "Cancel").await;
        } else {
            ann.key(Key::Escape).await;
        }
        ann.sees_no("dialog").await;
    }

    // What must be filled cannot be sent empty.
    ann.presses("Change the dice…").await;
    ann.fills("sides", "").await;
    ann.presses_in("dialog[open]", "Submit").await;
    ann.sees_in("dialog[open]", "Dice in the bag").await;
    assert_eq!(ann.message("In the bag:").await, before);
    bob.never_received("Green 9");

    ann.fills("sides", "Red 2, Blue 1").await;
    ann.fills("extras", "Distort 1").await;
    ann.presses_in("dialog[open]", "Submit").await;
    ann.sees_no("dialog").await;
    for tab in [&ann, &bob] {
        tab.sees("In the bag: Red 2, Blue 1 · extra: Distort (green) 1").await;
    }

    // What the bot does not accept is told to the one who wrote it.
    ann.presses("Change the dice…").await;
    ann.fills("sides", "Red minus three").await;
    ann.presses_in("dialog[open]", "Submit").await;
    ann.sees("Only you can see this").await;
    ann.sees("Red minus three").await;
    bob.types("Are we set?").await;
    ann.sees("Are we set?").await;
    bob.never_received("minus three");
    bob.sees("In the bag: Red 2, Blue 1 · extra: Distort (green) 1").await;

    // The table takes its seats and begins.
    ann.presses("Play Red").await;
    bob.sees("Red (Ann)").await;
    bob.presses("Play Blue").await;
    ann.sees("Blue (Bob)").await;
    ann.presses("Start").await;
    for tab in [&ann, &bob] {
        tab.sees("Turn 1 · 4 dice left in the bag").await;
    }

    ann.closes().await;
    bob.closes().await;
}
