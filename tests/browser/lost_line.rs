use serde_json::json;

use crate::stage::Stage;

const LIVE: &str = "return document.body.dataset.live === arguments[0]";

#[tokio::test]
async fn a_lost_line_comes_back_and_nothing_is_missed() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    ann.types("/bag setup sides:Red 2, Blue 2").await;
    bob.sees("4 dice left in the bag").await;

    bob.line.breaks();
    bob.until("the page knows", LIVE, json!(["no"])).await;
    bob.sees_in("main", "The sandbox is away.").await;
    ann.types("/bag draw").await;
    ann.types("did you see that?").await;
    ann.sees("did you see that?").await;
    bob.does_not_see("did you see that?").await;
    // What cannot be sent is not lost either.
    bob.writes("see what?").await;
    bob.key(fantoccini::key::Key::Enter).await;
    bob.is_hinted("cannot be reached").await;
    bob.has_written("see what?").await;

    bob.line.is_mended();
    bob.until("the page is live again", LIVE, json!(["yes"])).await;
    bob.sees("Ann drew it").await;
    bob.sees("3 dice left in the bag").await;
    bob.sees("did you see that?").await;
    let once = "return messages('did you see that?').length";
    assert_eq!(bob.asks(once, json!([])).await, 1, "and nothing stands there twice");
    bob.sees_bot("connected").await;
    bob.key(fantoccini::key::Key::Enter).await;
    ann.sees("see what?").await;

    ann.closes().await;
    // Nothing but what a broken line itself brings about.
    let broken = [
        "/sandbox/live?as=Bob' failed",
        "Failed to load resource: net::ERR_",
        "looking again soon",
    ];
    bob.closes_expecting(&broken).await;
}
