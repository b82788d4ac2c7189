use fantoccini::key::Key;
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_long_evening_can_be_read_back_with_its_files_and_pins() {
    let stage = Stage::open().await;
    let general = stage.club.discord.channel("general");
    for number in 0..200 {
        stage.club.bob.at(&general).says(&format!("line {number}.")).await;
    }
    let ann = stage.tab("Ann").await;

    // The newest is in sight; what came before is a press away and does not push one around.
    let in_sight = "const box = messages(arguments[0]).at(-1)?.getBoundingClientRect();
        const frame = document.querySelector('#scroll').getBoundingClientRect();
        return Boolean(box) && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1";
    ann.until("the newest is in sight", in_sight, json!(["line 199."])).await;

    // A picture that comes late pushes nobody away from the newest, even if scrolling is heard of just then.
    let room = "document.querySelector('#messages').style.minHeight = arguments[0];
        document.querySelector('#scroll').dispatchEvent(new Event('scroll')); return true";
    ann.asks(room, json!(["20000px"])).await;
    let at_the_end = "const box = document.querySelector('#scroll');
        return box.scrollHeight - box.scrollTop - box.clientHeight < 48";
    ann.until("the end is in sight", at_the_end, json!([])).await;
    ann.asks(room, json!([""])).await;
    ann.until("the newest is in sight", in_sight, json!(["line 199."])).await;
    ann.does_not_see("line 60.").await;
    let first = "return messages('line ')[0].querySelector('.content').innerText";
    let top = ann.asks(first, json!([])).await;
    ann.presses_in("main", "Earlier messages").await;
    ann.sees("line 60.").await;
    let order =
        "return messages('line ').map((message) => Number(/line (\\d+)\\./.exec(said(message))[1]))
        .every((number, at, all) => at === 0 || number === all[at - 1] + 1)";
    assert_eq!(ann.asks(order, json!([])).await, true, "all in order, none twice");
    ann.until("the place is kept", in_sight, json!([top])).await;
    // Whoever reads back is not torn away, but told.
    stage.club.bob.at(&general).says("something new").await;
    ann.sees("something new").await;
    assert_eq!(ann.asks(in_sight, json!(["something new"])).await, false);
    ann.presses_in("main", "Jump to newest").await;
    ann.until("the newest is in sight", in_sight, json!(["something new"])).await;

    // A message of several lines.
    ann.writes("first line").await;
    let shift_enter = [Key::Shift, Key::Enter, Key::Null].map(char::from);
    ann.writes(&String::from_iter(shift_enter)).await;
    ann.writes("second line").await;
    ann.key(Key::Enter).await;
    ann.sees("first line\nsecond line").await;
    assert_eq!(general.everything().last().unwrap().text, "first line\nsecond line");

    // A press too many is one press.
    ann.types("/bag setup sides:Red 5, Blue 5").await;
    ann.sees("10 dice left in the bag").await;
    let thrice =
        "const draw = messages('left in the bag').flatMap((message) => all('button', message))
        .find((button) => named(button) === 'Draw');
        draw.click(); draw.click(); draw.click()";
    ann.asks(thrice, json!([])).await;
    ann.sees("9 dice left in the bag").await;
    ann.types("/game board pin:true").await;
    ann.sees("pinned a message").await;
    assert_eq!(ann.asks("return messages('drew it').length", json!([])).await, 1);

    // Pins, and going to what is pinned.
    ann.presses_in("main", "Pins").await;
    ann.sees_in("dialog[open]", "9 dice left in the bag").await;
    ann.presses_in("dialog[open]", "Go there").await;
    ann.sees_no("dialog").await;
    ann.until("the pinned board is in sight", in_sight, json!(["Turn 1 ·"])).await;

    // The bot's files can be fetched.
    ann.types("/game export").await;
    ann.sees_in(".attachment", ".json").await;
    let file = "const link = all('a.attachment').find((link) => link.download.endsWith('.json'));
        return fetch(link.href).then((answer) => answer.text())";
    let file = ann.asks(file, json!([])).await;
    assert!(file.as_str().unwrap().contains("\"format\": \"gatemaster-game-1\""), "{file}");

    ann.closes().await;
}
