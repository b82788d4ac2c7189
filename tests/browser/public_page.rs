//! The public page as a reader meets it, in a real browser.

use gatemaster_league::settings::Format;
use gatemaster_league::{Action, Played, Settings};
use gatemaster_rules::game::SystemId;
use serde_json::json;

use crate::filled::{Pen, match_of};
use crate::stage::Stage;
use crate::tab::Tab;

const CONTRAST: &str = include_str!("contrast.js");

/// A season with a battle in it, a cup, and a campaign.
async fn fill(stage: &Stage) {
    let store = stage.club.store().await;
    let pen = Pen::new(&store, &stage.club.clock, stage.club.discord.home().id());
    // the bot tells the end of the battle there
    pen.next_channel.store(stage.club.hall.id(), std::sync::atomic::Ordering::Relaxed);
    let played = || Played::System(SystemId::Antares);
    let league =
        pen.league("Winter league", played(), Settings::new(Format::RoundRobin { legs: 2 })).await;
    pen.enter(&league, &["Ann", "Bob", "*Cid of the long and winding name", "Dee", "Eve", "Fay"])
        .await;
    let kept = pen.act(&league, Action::Start).await;
    pen.battle(&league, match_of(&kept, "Ann", "Bob"), 40).await;
    for _ in 0..4 {
        pen.play(&league, 5).await;
        pen.days_pass(7);
    }
    let cup =
        pen.league("Cup", played(), Settings::new(Format::Knockout { third_place: false })).await;
    pen.enter(&cup, &["Ann", "Bob", "*Cid", "Dee", "Eve", "Fay", "Gus"]).await;
    pen.act(&cup, Action::Start).await;
    pen.play(&cup, 3).await;
    pen.act(&cup, Action::NextRound).await;
    pen.play(&cup, 1).await;
    pen.campaign("The valley").await;
    store.close().await;
}

async fn wants(tab: &Tab, scheme: &str) {
    let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
    tab.browser.devtools("Emulation.setEmulatedMedia", features).await;
}

/// Waits until the page with this heading is there.
async fn is_at(tab: &Tab, heading: &str) {
    let look = "return document.readyState === 'complete' && document.querySelector('h1')?.innerText === arguments[0]";
    tab.until(&format!("the page is headed {heading:?}"), look, json!([heading])).await;
}

/// Follows the first link that says this.
async fn follows(tab: &Tab, text: &str, heading: &str) {
    let go = "const link = all('main a, .trail a').find((link) => said(link) === arguments[0]);
        link?.click();
        return link ? true : null";
    tab.until(&format!("a link says {text:?}"), go, json!([text])).await;
    is_at(tab, heading).await;
}

/// What every page keeps: no scripts, one heading, named parts, captions, words beside pictures, and no sideways scroll.
async fn is_sound(tab: &Tab, what: &str) {
    let found = tab
        .asks(
            "const count = (selector) => document.querySelectorAll(selector).length;
            const levels = [...document.querySelectorAll('h1, h2, h3')].map((head) => Number(head.tagName[1]));
            return {
              scripts: count('script, [onclick], [onerror], iframe, form'),
              h1: count('h1'),
              jumps: levels.filter((level, at) => at > 0 && level > levels[at - 1] + 1).length,
              parts: count('header') * count('main') * count('footer') * count('nav[aria-label]'),
              lang: document.documentElement.lang,
              uncaptioned: count('table:not(:has(caption))'),
              unscoped: count('th:not([scope])'),
              wordless: [...document.images].filter((image) => !image.alt || !image.naturalWidth).length,
              nameless: [...document.querySelectorAll('svg, .scroll')].filter((one) => !one.ariaLabel).length,
              untitled: document.title ? 0 : 1,
              foreign: performance.getEntriesByType('resource').filter((one) => !one.name.startsWith(location.origin)).length,
            }",
            json!([]),
        )
        .await;
    let sound = json!({
        "scripts": 0, "h1": 1, "jumps": 0, "parts": 1, "lang": "en", "uncaptioned": 0, "unscoped": 0, "wordless": 0,
        "nameless": 0, "untitled": 0, "foreign": 0,
    });
    assert_eq!(found, sound, "{what}");
    let wide =
        "return document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth";
    let wide = tab.asks(wide, json!([])).await;
    assert_eq!(wide, json!(0), "{what} is wider than the screen");
    let readable = tab.asks(CONTRAST, json!([])).await;
    assert!(readable["seen"].as_u64().unwrap() > 5, "{what}: {readable}");
    assert_eq!(readable["short"], json!([]), "too little contrast: {what}");
}

#[tokio::test]
async fn a_reader_goes_from_the_front_page_to_the_battle() {
    let stage = Stage::for_readers().await;
    fill(&stage).await;
    let pat = stage.reader("Pat").await;
    for (scheme, width, height, phone) in [
        ("light", 1100, 1500, false),
        ("dark", 360, 1400, true),
        ("dark", 1100, 1500, false),
        ("light", 320, 900, true),
    ] {
        pat.is_sized(width, height, phone).await;
        wants(&pat, scheme).await;
        let here = |page: &str| format!("public-{page}-{width}-{scheme}.png");
        pat.browser.client.goto(&pat.address("/")).await.unwrap();
        is_at(&pat, "Our club").await;
        is_sound(&pat, &here("front")).await;
        pat.poses(&here("front")).await;

        let server = pat.asks("return said(document.querySelector('h2 a'))", json!([])).await;
        let server = server.as_str().unwrap().to_owned();
        assert_ne!(server, "Server", "the bot knows what the server is called");
        follows(&pat, &server, &server).await;
        is_sound(&pat, &here("server")).await;
        pat.poses(&here("server")).await;

        follows(&pat, "Cup", "Cup").await;
        is_sound(&pat, &here("cup")).await;
        pat.poses(&here("cup")).await;
        follows(&pat, &server, &server).await;
        follows(&pat, "The valley", "The valley").await;
        is_sound(&pat, &here("campaign")).await;
        pat.poses(&here("campaign")).await;
        follows(&pat, &server, &server).await;

        follows(&pat, "Winter league", "Winter league").await;
        is_sound(&pat, &here("league")).await;
        pat.poses(&here("league")).await;
        follows(&pat, "Ann", "Ann").await;
        is_sound(&pat, &here("player")).await;
        pat.poses(&here("player")).await;
        follows(&pat, &format!("Ann in all leagues of {server}"), "Ann").await;
        is_sound(&pat, &here("person")).await;
        pat.poses(&here("person")).await;

        follows(&pat, &server, &server).await;
        follows(&pat, "Winter league", "Winter league").await;
        follows(&pat, "All results", "Winter league: results").await;
        is_sound(&pat, &here("results")).await;
        let battle = "return said(all('td a[href^=\"/g/\"]')[0])";
        let battle = pat.asks(battle, json!([])).await.as_str().unwrap().to_owned();
        follows(&pat, &battle, "The crossing").await;
        is_sound(&pat, &here("battle")).await;
        pat.poses(&here("battle")).await;
    }
    pat.closes().await;
}

#[tokio::test]
async fn it_is_reached_by_keyboard_and_prints_without_what_paper_cannot_use() {
    let stage = Stage::for_readers().await;
    fill(&stage).await;
    let pat = stage.reader("Pat").await;
    wants(&pat, "light").await;
    pat.browser.client.goto(&pat.address("/")).await.unwrap();
    is_at(&pat, "Our club").await;
    pat.tabs_to("the skip link", "return document.activeElement.matches('a.skip')").await;
    let shown = "return document.activeElement.getBoundingClientRect().top >= 0";
    assert_eq!(pat.asks(shown, json!([])).await, true, "one sees the skip link once it is reached");
    pat.tabs_to("a league", "return said(document.activeElement) === 'Winter league'").await;
    let ring = "const style = getComputedStyle(document.activeElement);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 1";
    assert_eq!(pat.asks(ring, json!([])).await, true, "one sees where the focus is");
    pat.key(fantoccini::key::Key::Enter).await;
    is_at(&pat, "Winter league").await;

    let paper = json!({"media": "print"});
    pat.browser.devtools("Emulation.setEmulatedMedia", paper).await;
    let printed = "return [getComputedStyle(document.body).backgroundColor, all('.top nav, .bottom, .more').length,
        getComputedStyle(document.querySelector('main a')).color]";
    let expected = json!(["rgb(255, 255, 255)", 0, "rgb(0, 0, 0)"]);
    assert_eq!(pat.asks(printed, json!([])).await, expected);
    pat.poses("public-league-print.png").await;
    pat.closes().await;
}
