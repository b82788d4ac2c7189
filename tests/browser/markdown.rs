use serde_json::{Value, json};

use crate::stage::Stage;
use crate::tab::Tab;

/// The first thing of this kind in the message that says this: its text, or an attribute of it.
async fn marked(tab: &Tab, saying: &str, selector: &str, attribute: &str) -> Value {
    let look = "const found = messages(arguments[0]).at(-1)?.querySelector(`.content ${arguments[1]}`);
        return found ? (arguments[2] ? found.getAttribute(arguments[2]) : said(found).trim()) : null";
    let what = format!("{saying:?} shows as {selector}");
    tab.until(&what, look, json!([saying, selector, attribute])).await
}

#[tokio::test]
async fn markdown_and_marks_are_shown() {
    let stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    let general = stage.club.discord.channel("general");
    let people = &stage.club;

    ann.types("one **bold** word, *leaning* or _leaning_, __lined__, ~~gone~~ and `code *plain*`")
        .await;
    for tab in [&ann, &bob] {
        assert_eq!(marked(tab, "one bold word", "strong", "").await, "bold");
        assert_eq!(marked(tab, "one bold word", "em", "").await, "leaning");
        assert_eq!(marked(tab, "one bold word", "u", "").await, "lined");
        assert_eq!(marked(tab, "one bold word", "s", "").await, "gone");
        assert_eq!(marked(tab, "one bold word", "code", "").await, "code *plain*");
    }

    people.ann.at(&general).says("Plan:\n- first\n- second\n> a quoted line\nafter it").await;
    assert_eq!(marked(&bob, "Plan:", "ul li", "").await, "first");
    assert_eq!(marked(&bob, "Plan:", "ul li:nth-child(2)", "").await, "second");
    assert_eq!(marked(&bob, "Plan:", "blockquote", "").await, "a quoted line");
    people
        .ann
        .at(&general)
        .says("Listing:\n```rust\nlet x = **2**;\n```\n# Heading\n-# small")
        .await;
    assert_eq!(marked(&bob, "Listing:", "pre", "").await, "let x = **2**;");
    assert_eq!(marked(&bob, "Listing:", ":is(h3, h4, h5, h6)", "").await, "Heading");

    // Links are links, and open elsewhere.
    let link = "see https://example.com/a_b_c?d=1 or [the rules](https://example.com/rules)";
    people.ann.at(&general).says(link).await;
    assert_eq!(marked(&bob, "see https", "a", "").await, "https://example.com/a_b_c?d=1");
    assert_eq!(marked(&bob, "see https", "a", "href").await, "https://example.com/a_b_c?d=1");
    assert_eq!(
        marked(&bob, "see https", "a[href$=rules]", "href").await,
        "https://example.com/rules"
    );
    let rel = marked(&bob, "see https", "a", "rel").await;
    assert!(rel.as_str().unwrap().contains("noopener"), "{rel}");

    // Names instead of numbers; whoever is named is told.
    let text = format!("hello {}, see you in <#{}>", people.bob.mention(), general.id());
    people.ann.at(&general).says(&text).await;
    assert_eq!(marked(&bob, "hello", ".pill", "").await, "@Bob");
    bob.sees("#general").await;
    people.ann.at(&general).says("we meet <t:1893456000:F>").await;
    let when = marked(&bob, "we meet", "time", "datetime").await;
    assert!(when.as_str().unwrap().starts_with("2030-01-01T00:00"), "{when}");
    bob.does_not_see("<t:").await;

    // A spoiler stays hidden until it is asked for.
    people.ann.at(&general).says("the traitor is ||the butler||").await;
    let hidden = "const spoiler = messages('the traitor is').at(-1)?.querySelector('.spoiler');
        return spoiler ? [spoiler.ariaLabel, spoiler.ariaExpanded, visible(spoiler.firstElementChild)] : null";
    assert_eq!(
        bob.until("there is a spoiler", hidden, json!([])).await,
        json!(["Spoiler, press to show", "false", false])
    );
    bob.clicks(".spoiler").await;
    assert_eq!(bob.asks(hidden, json!([])).await, json!([null, null, true]));
    bob.sees("the traitor is the butler").await;

    ann.closes().await;
    bob.closes().await;
}

#[tokio::test]
async fn what_people_write_never_becomes_part_of_the_page() {
    let stage = Stage::open().await;
    let eve = stage.club.discord.person("<b>Eve</b>");
    let general = stage.club.discord.channel("general");
    let _odd = general.thread("<img src=x onerror=oops()>");
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    let attempts = [
        "<img src=x onerror=\"window.oops=1\">",
        "<script>window.oops=1</script>",
        "[click](javascript:window.oops=1)",
        "<javascript:window.oops=1>",
        "[a](https://example.com/\"onmouseover=\"window.oops=1)",
        "**<svg onload=window.oops=1>**",
        "`<iframe srcdoc='<script>parent.oops=1</script>'>`",
        "<a href=javascript:window.oops=1>b</a>",
        "https://example.com/<svg/onload=window.oops=1>",
        "data:text/html,<script>window.oops=1</script>",
    ];
    for attempt in attempts {
        ann.types(attempt).await;
    }
    eve.at(&general).says("I am who I say").await;
    // The bot repeats what it was told, in titles, labels and offers.
    ann.types("/bag setup sides:<b>Red</b> 2, Blue 2 name:<img src=x onerror=oops()>").await;
    bob.sees("4 dice left in the bag").await;
    bob.writes("/game log game:<im").await;
    bob.offers().await;

    for tab in [&ann, &bob] {
        for literal in [
            "<img src=x onerror=\"window.oops=1\">",
            "<script>window.oops=1</script>",
            "<svg onload=window.oops=1>",
            "<img src=x onerror=oops()>",
            "<b>Red</b>",
            "<b>Eve</b>",
        ] {
            tab.sees(literal).await;
        }
        let foreign = "return {
            run: window.oops ?? null,
            made: [...document.querySelectorAll('img[src=x], iframe, svg[onload], body script, b')]
              .filter((element) => element.tagName !== 'B' || ['Eve', 'Red'].includes(element.textContent))
              .map((element) => element.outerHTML),
            links: [...document.querySelectorAll('a')].map((link) => link.href)
              .filter((href) => !/^https?:/.test(href)),
            handlers: [...document.querySelectorAll('*')].filter((element) =>
              [...element.attributes].some((attribute) => attribute.name.startsWith('on'))).map((element) => element.outerHTML),
        }";
        let expected = json!({"run": null, "made": [], "links": [], "handlers": []});
        assert_eq!(tab.asks(foreign, json!([])).await, expected, "{}", tab.who);
    }
    ann.closes().await;
    bob.closes().await;
}
