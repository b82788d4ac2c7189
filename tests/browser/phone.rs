use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::stage::Stage;
use crate::tab::{CHANNELS, PEOPLE, Tab};

const CONTRAST: &str = include_str!("contrast.js");

const DARK: &str =
    "const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g);
    return Number(r) + Number(g) + Number(b) < 200";
const LIGHT: &str =
    "const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g);
    return Number(r) + Number(g) + Number(b) > 600";

async fn wants(tab: &Tab, scheme: &str) {
    let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
    tab.browser.devtools("Emulation.setEmulatedMedia", features).await;
}

/// Nothing sticks out to the side, and nothing is cut off or must be pushed sideways but listings.
pub async fn fits(tab: &Tab) {
    let wide = "return [document.scrollingElement.scrollWidth, innerWidth]";
    let wide = tab.asks(wide, json!([])).await;
    assert!(wide[0].as_u64() <= wide[1].as_u64(), "wider than the screen: {wide}");
    let cut = "return all('body *').filter((element) => {
        const style = getComputedStyle(element);
        return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
          && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
          && !element.matches('pre, input, textarea');
      }).map((element) => `${element.tagName} ${element.id} ${element.className}`)";
    assert_eq!(tab.asks(cut, json!([])).await, json!([]), "too wide inside");
}

/// Every text can be read.
async fn is_readable(tab: &Tab, scheme: &str) {
    let found = tab.asks(CONTRAST, json!([])).await;
    assert!(found["seen"].as_u64().unwrap() > 10, "there is text to look at: {found}");
    assert_eq!(found["short"], json!([]), "too little contrast, {scheme}");
}

/// Everything one can use has a name, as the browser tells it to a screen reader.
async fn is_named(tab: &Tab) {
    const USED: [&str; 12] = [
        "button",
        "link",
        "textbox",
        "combobox",
        "listbox",
        "option",
        "checkbox",
        "radio",
        "dialog",
        "navigation",
        "log",
        "searchbox",
    ];
    let tree = tab.browser.devtools("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().unwrap();
    let used: Vec<&Value> = nodes
        .iter()
        .filter(|node| node["ignored"] == false)
        .filter(|node| USED.iter().any(|role| node["role"]["value"] == *role))
        .collect();
    assert!(used.len() > 10, "there are things to use: {}", used.len());
    let nameless: Vec<&&Value> = used
        .iter()
        .filter(|node| node["name"]["value"].as_str().is_none_or(|name| name.trim().is_empty()))
        .collect();
    assert!(nameless.is_empty(), "without a name: {nameless:#?}");
}

#[tokio::test]
async fn it_works_on_a_phone_in_the_dark_and_by_keyboard() {
    let stage = Stage::open().await;
    let ann = stage.blank("Ann").await;
    ann.is_sized(390, 844, true).await;
    wants(&ann, "dark").await;
    ann.opens("/?as=Ann").await;
    fits(&ann).await;
    is_readable(&ann, "dark, at the welcome").await;
    is_named(&ann).await;
    for part in [
        r#"ol[aria-label="Messages"][role="log"][aria-live="polite"]"#,
        r#"nav[aria-label="Servers"]"#,
        r#"nav[aria-label="Channels"]"#,
        r#"nav[aria-label="Direct messages"]"#,
        r#"aside[aria-label="People"]"#,
        "main h1",
        "html[lang]",
    ] {
        let there = "return document.querySelector(arguments[0]) !== null";
        ann.until(&format!("{part} is there"), there, json!([part])).await;
    }

    // Long words and wide code stay within the screen.
    ann.types("/bag setup sides:Red 6, Blue 5 name:Friday").await;
    ann.sees("11 dice left in the bag").await;
    ann.types(&"long".repeat(60)).await;
    ann.types(&format!("`{}`", "wide ".repeat(40))).await;
    ann.presses_on("left in the bag", "Draw").await;
    ann.sees("Ann drew it").await;
    ann.types("/game log").await;
    ann.sees("Only you can see this").await;
    fits(&ann).await;
    is_readable(&ann, "dark").await;
    is_named(&ann).await;
    ann.poses("sandbox-phone-dark.png").await;
    assert_eq!(ann.asks(DARK, json!([])).await, true, "dark is dark");

    // The lists are behind their buttons.
    ann.sees_no(&format!("{CHANNELS} a[data-channel]")).await;
    ann.presses_in("body", "Channels").await;
    let open =
        "return all('button').find((button) => named(button) === arguments[0])?.ariaExpanded";
    assert_eq!(ann.asks(open, json!(["Channels"])).await, "true");
    fits(&ann).await;
    is_readable(&ann, "dark, channels").await;
    ann.goes_to("battles").await;
    ann.sees_no(&format!("{CHANNELS} a[data-channel]")).await;
    ann.types("hello from a phone").await;
    ann.sees("hello from a phone").await;
    ann.sees_no(&format!("{PEOPLE} button[data-person]")).await;
    ann.presses_in("body", "People").await;
    ann.sees_a(&format!(r#"{PEOPLE} button[data-person="Bob"]"#)).await;
    fits(&ann).await;
    is_readable(&ann, "dark, people").await;
    is_named(&ann).await;
    ann.clicks(&format!(r#"{PEOPLE} button[data-person="Bob"]"#)).await;
    ann.until("it is Bob's", "return document.body.dataset.me === 'Bob'", json!([])).await;

    // By day.
    wants(&ann, "light").await;
    ann.opens("/?as=Ann").await;
    ann.sees("left in the bag").await;
    is_readable(&ann, "light").await;
    assert_eq!(ann.asks(LIGHT, json!([])).await, true, "light is light");
    ann.closes().await;

    // On a desk, without a mouse: the entry is reached by Tab, and so is a button of a message.
    let bob = stage.tab("Bob").await;
    bob.sees("left in the bag").await;
    bob.tabs_to("the entry line", "return document.activeElement.id === 'entry'").await;
    let on_seat = "return document.activeElement.matches('li[data-message] button') && named(document.activeElement) === 'Play Blue'";
    bob.tabs_to("Play Blue", on_seat).await;
    let ring = "const style = getComputedStyle(document.activeElement);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none'";
    assert_eq!(bob.asks(ring, json!([])).await, true, "one sees where the focus is");
    bob.key(Key::Enter).await;
    bob.sees("(Bob)").await;
    // Whoever draws by keyboard stays on the button, though the board is drawn anew under it.
    let on_draw = "const [board] = messages('left in the bag');
        return board.contains(document.activeElement) && named(document.activeElement) === 'Draw'
          && document.activeElement.ariaBusy !== 'true'";
    bob.tabs_to("Draw on the board", on_draw).await;
    for left in [9, 8] {
        bob.key(Key::Enter).await;
        bob.sees(&format!("{left} dice left in the bag")).await;
        bob.until("the focus is where it was, and the press is done", on_draw, json!([])).await;
    }
    is_readable(&bob, "light, on a desk").await;
    is_named(&bob).await;
    fits(&bob).await;

    // The theme button outvotes the system, and is remembered.
    wants(&bob, "dark").await;
    bob.until("dark as the system", DARK, json!([])).await;
    bob.presses_in("header", "Theme").await;
    bob.until("light by choice", LIGHT, json!([])).await;
    bob.reloads().await;
    assert_eq!(bob.asks(LIGHT, json!([])).await, true, "the choice is remembered");
    bob.sees("left in the bag").await;
    is_readable(&bob, "light by choice").await;
    wants(&bob, "light").await;
    bob.presses_in("header", "Theme").await;
    bob.until("dark by choice", DARK, json!([])).await;
    is_readable(&bob, "dark by choice").await;
    bob.presses_in("header", "Theme").await;
    bob.until("light as the system", LIGHT, json!([])).await;
    bob.closes().await;
}
