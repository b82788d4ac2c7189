use fantoccini::key::Key;
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn commands_are_found_by_typing() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;

    // A slash shows what there is, each with a description.
    ann.writes("/").await;
    let all = ann.offers().await;
    for known in ["/bag setup", "/bag draw", "/game new", "/game log", "/game settings"] {
        assert!(all.iter().any(|offer| offer == known), "{known} is not in {all:?}");
    }
    ann.sees_in("#completion", "Draw a die from the bag.").await;

    // Typing narrows it down; Escape closes it, and typing on opens it again.
    ann.writes("bag ").await;
    let bag = "const offers = offered().map(([name]) => name);
        return offers.length > 0 && offers.every((offer) => offer.startsWith('/bag')) ? offers.length : null";
    let bag = ann.until("only the bag's commands are offered", bag, json!([])).await;
    assert_eq!(bag, 8, "every subcommand of /bag is an entry");
    ann.key(Key::Escape).await;
    ann.sees_no("#completion").await;
    let closed = "return document.querySelector('#entry').getAttribute('aria-expanded')";
    assert_eq!(ann.asks(closed, json!([])).await, "false");
    ann.has_written("/bag").await;
    ann.writes("se").await;
    ann.is_offered(&["/bag setup"]).await;

    // The keyboard picks it, and what is required stands there at once with its description.
    ann.is_on("/bag setup").await;
    ann.key(Key::Enter).await;
    ann.has_written("/bag setup sides:").await;
    ann.is_hinted("sides").await;
    ann.is_hinted("Each side and its dice, such as: Red 6, Blue 5").await;
    ann.is_hinted("required").await;

    // Nothing is sent while something is missing, and it says what.
    ann.key(Key::Enter).await;
    let alert = "const hint = document.querySelector('#hint');
        return hint.getAttribute('role') === 'alert' && said(hint).includes('sides')";
    ann.until("the missing option is told", alert, json!([])).await;
    ann.has_written("/bag setup sides:").await;
    assert_eq!(stage.club.discord.channel("general").everything().len(), 0, "nothing was sent");
    ann.writes("Red 2, Blue 2 ").await;
    // What is optional is on offer with its description.
    ann.is_offered(&["extras", "name", "thread"]).await;
    ann.sees_in("#completion", "Dice of no side, such as: Distort 1").await;
    ann.goes_down_to("name").await;
    ann.key(Key::Tab).await;
    ann.has_written("/bag setup sides:Red 2, Blue 2 name:").await;
    ann.is_hinted("A name for the game").await;
    ann.is_hinted("optional").await;
    ann.writes("Friday").await;
    ann.key(Key::Enter).await;
    ann.has_written("").await;
    ann.sees("4 dice left in the bag").await;
    ann.sees("Friday").await;

    // Choices the command itself brings, filtered by what is typed.
    ann.writes("/game new system:").await;
    ann.is_offered(&[
        "Beyond the Gates of Antares",
        "Antares: a guided first battle",
        "Gates of Antares: The Dice Game",
        "Order-dice bag",
        "AT-43",
    ])
    .await;
    ann.is_hinted("What is played").await;
    ann.writes("bag").await;
    ann.is_offered(&["Order-dice bag"]).await;
    ann.key(Key::Enter).await;
    ann.has_written("/game new system:Order-dice bag").await;
    // People, for an option that names somebody.
    ann.writes(" organiser:mi").await;
    ann.is_offered(&["@Mia"]).await;
    ann.wipes().await;
    // Yes or no.
    ann.writes("/game settings mentions:").await;
    ann.is_offered(&["True", "False"]).await;
    ann.goes_down_to("False").await;
    ann.key(Key::Enter).await;
    ann.has_written("/game settings mentions:False").await;
    ann.key(Key::Enter).await;
    ann.sees("Ann set the table: mentions off").await;

    // The mouse picks too, and a pasted line is as good as a typed one.
    ann.writes("/bag sh").await;
    ann.is_offered(&["/bag show"]).await;
    ann.clicks("#completion [role=option]").await;
    ann.has_written("/bag show").await;
    ann.wipes().await;
    let line = json!({"text": "/bag take-out die:Red"});
    ann.browser.devtools("Input.insertText", line).await;
    ann.has_written("/bag take-out die:Red").await;
    ann.key(Key::Enter).await;
    ann.sees("Ann took a 🔴 Red die out of the game").await;

    // A command there is not is not sent as a message either.
    ann.writes("/bag fly").await;
    ann.key(Key::Enter).await;
    ann.until("it is told", "return said(document.querySelector('#hint')).length > 0", json!([]))
        .await;
    ann.has_written("/bag fly").await;
    let said = stage.club.discord.channel("general").everything();
    assert!(said.iter().all(|seen| seen.by_bot), "{said:?}");

    ann.closes().await;
}
