use fantoccini::key::Key;
use serde_json::json;

use crate::stage::Stage;
use crate::tab::{CHANNELS, DIRECT, PEOPLE};

#[tokio::test]
async fn two_tabs_switching_people() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;

    // Each tab is one person, and says who.
    let me = "return document.body.dataset.me";
    assert_eq!(ann.asks(me, json!([])).await, "Ann");
    assert_eq!(bob.asks(me, json!([])).await, "Bob");
    ann.types("it is me").await;
    bob.sees("it is me").await;
    assert!(bob.message("it is me").await.contains("Ann"));

    // Whoever is named elsewhere is told, until they have looked.
    bob.goes_to("battles").await;
    ann.writes("come over, @bo").await;
    ann.is_offered(&["@Bob"]).await;
    ann.key(Key::Enter).await;
    ann.has_written("come over, @Bob").await;
    ann.key(Key::Enter).await;
    bob.sees_in(CHANNELS, "you are mentioned").await;
    bob.until("the tab's title tells it", "return document.title.startsWith('(1)')", json!([]))
        .await;
    bob.goes_to("general").await;
    bob.sees("come over, @Bob").await;
    let told = "return !said(document.querySelector(arguments[0])).includes('mentioned')";
    bob.until("it is read", told, json!([CHANNELS])).await;

    // A thread made in one tab appears in the other.
    ann.opens_thread("Second table").await;
    ann.types("/bag setup sides:Red 1, Blue 1").await;
    ann.sees("2 dice left in the bag").await;
    bob.goes_to("Second table").await;
    bob.sees("2 dice left in the bag").await;

    // What is said to the bot alone is nobody else's business.
    ann.presses_in(DIRECT, "Message Gatemaster").await;
    ann.types("psst, a secret").await;
    ann.sees("psst, a secret").await;
    let dm = ann
        .asks(
            "return document.querySelector('a[data-channel][aria-current=page]').dataset.channel",
            json!([]),
        )
        .await;
    ann.goes_to("general").await;
    ann.types("back again").await;
    bob.goes_to("general").await;
    bob.sees("back again").await;
    bob.never_received("psst, a secret");
    bob.never_received(dm.as_str().unwrap());
    assert!(ann.received("psst, a secret"));

    // Being somebody else takes one press; the address remembers it.
    bob.clicks(&format!(r#"{PEOPLE} button[data-person="Pat"]"#)).await;
    bob.until("Bob's tab is Pat's", "return document.body.dataset.me === 'Pat'", json!([])).await;
    bob.sees_a(&format!(r#"{PEOPLE} button[data-person="Pat"][aria-pressed="true"]"#)).await;
    let address = bob.browser.client.current_url().await.unwrap();
    assert!(address.query().unwrap_or_default().contains("as=Pat"), "{address}");
    bob.reloads().await;
    assert_eq!(bob.asks(me, json!([])).await, "Pat");
    bob.types("now as Pat").await;
    ann.sees("now as Pat").await;
    assert!(ann.message("now as Pat").await.contains("Pat"));
    assert_eq!(ann.asks(me, json!([])).await, "Ann", "the other tab is who it was");

    // A second tab of the same browser is its own person.
    let first = ann.browser.client.window().await.unwrap();
    ann.clicks(&format!(r#"{PEOPLE} a[data-open-as="Mia"]"#)).await;
    let second = ann.other_window(&first).await;
    ann.browser.client.switch_to_window(second).await.unwrap();
    ann.until(
        "Mia's tab is live",
        "return document.body.dataset.me === 'Mia' && document.body.dataset.live === 'yes'",
        json!([]),
    )
    .await;
    ann.types("and I am Mia").await;
    bob.sees("and I am Mia").await;
    ann.browser.client.switch_to_window(first).await.unwrap();
    assert_eq!(ann.asks(me, json!([])).await, "Ann");
    ann.sees("and I am Mia").await;

    ann.closes().await;
    bob.closes().await;
}
