use serde_json::json;

use crate::stage::Stage;

const LOG: &str = "Ann opened “Friday”";
const REFUSAL: &str = "Only people at this table may play here";

#[tokio::test]
async fn a_private_answer_reaches_one_person_only() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    let pat = stage.tab("Pat").await;
    ann.types("/bag setup sides:Red 2, Blue 2 name:Friday").await;
    for tab in [&bob, &pat] {
        tab.sees("4 dice left in the bag").await;
    }

    // A command whose answer is for one person.
    ann.types("/game log").await;
    ann.sees(LOG).await;
    let answer = ann.message(LOG).await;
    assert!(answer.contains("Only you can see this"), "{answer}");
    let marked = "return messages(arguments[0]).at(-1).classList.contains('ephemeral')";
    assert_eq!(ann.asks(marked, json!([LOG])).await, true);
    let answer_id = ann.message_id(LOG).await;

    // Not even the answer's number is anywhere in the world as others find it.
    bob.reloads().await;
    bob.never_received(&answer_id);

    // A press that is refused.
    pat.presses_on("left in the bag", "Draw").await;
    pat.sees(REFUSAL).await;
    let refusal = pat.message(REFUSAL).await;
    assert!(refusal.contains("Only you can see this"), "{refusal}");
    let refusal_id = pat.message_id(REFUSAL).await;

    // Everything before this has come to everybody it ever comes to.
    bob.types("Are we ready?").await;
    for tab in [&ann, &bob, &pat] {
        tab.sees("Are we ready?").await;
        assert!(tab.received("Are we ready?"), "{} hears what is public", tab.who);
    }
    assert!(ann.received(LOG) && ann.received(&answer_id), "the line is listened to");
    assert!(pat.received(REFUSAL) && pat.received(&refusal_id), "the line is listened to");
    for other in [&bob, &pat] {
        other.does_not_see(LOG).await;
        other.never_received(LOG);
        other.never_received(&answer_id);
    }
    for other in [&ann, &bob] {
        other.does_not_see(REFUSAL).await;
        other.never_received(REFUSAL);
        other.never_received(&refusal_id);
    }

    // Neither does whoever opens the page later.
    bob.reloads().await;
    bob.sees("Are we ready?").await;
    bob.never_received(LOG);
    bob.never_received(REFUSAL);

    // The private answer has a way out, whose outcome everybody sees.
    pat.presses_on(REFUSAL, "Play Blue").await;
    for tab in [&ann, &bob, &pat] {
        tab.sees("Pat plays 🔵 Blue").await;
    }

    // A channel is not news for somebody because of what another was told there.
    let link =
        "const link = all('a[data-channel]').find((link) => spoken(link).includes(arguments[0]));";
    let news = format!("{link} return /unread|new/i.test(spoken(link))");
    let read = format!("{link} return !/unread|new/i.test(spoken(link))");
    bob.until("general is read to its end", &read, json!(["general"])).await;
    bob.goes_to("battles").await;
    let general = stage.club.discord.channel("general");
    let whispers = || general.everything().iter().filter(|seen| seen.private).count();
    let before = whispers();
    ann.types("/game recap").await;
    stage.club.until(|| whispers() > before).await;
    ann.goes_to("league").await;
    ann.types("Over here!").await;
    bob.until("league has news", &news, json!(["league"])).await;
    assert_eq!(bob.asks(&news, json!(["general"])).await, false);
    ann.goes_to("general").await;

    ann.presses_on(LOG, "Dismiss").await;
    let gone = "return messages(arguments[0]).length === 0";
    ann.until("the answer is dismissed", gone, json!([LOG])).await;

    ann.closes().await;
    bob.closes().await;
    pat.closes().await;
}
