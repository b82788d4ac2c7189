//! The frame around every page, and the parts that come back.

use std::sync::LazyLock;

use gatemaster_rules::dice::hex;
use maud::{DOCTYPE, Markup, html};
use sha2::{Digest as _, Sha256};

pub(crate) const STYLE: &str = include_str!("style.css");

/// A gate, seen from afar.
pub(crate) const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><circle cx=\"16\" cy=\"16\" \
    r=\"11\" fill=\"none\" stroke=\"#128a7f\" stroke-width=\"6\"/></svg>\n";

/// The style may be kept for a day, so a new one has a new address.
static STYLE_HREF: LazyLock<String> =
    LazyLock::new(|| format!("/style.css?v={}", hex(&Sha256::digest(STYLE.as_bytes())[..6])));

/// A step on the way from the front page to this one.
pub(crate) type Step = (String, String);

/// `trail` leads here, without the front page and without this page itself.
pub(crate) fn frame(site: &str, trail: &[Step], title: &str, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) @if title != site { " · " (site) } }
                link rel="stylesheet" href=(*STYLE_HREF);
                link rel="icon" href="/icon.svg" type="image/svg+xml";
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.site href="/" { (site) }
                    nav aria-label="The way here" {
                        ol.trail {
                            @for (href, text) in trail { li { a href=(href) { (text) } } }
                        }
                    }
                }
                main id="main" tabindex="-1" { (main) }
                footer.bottom {
                    p { "All times are in UTC. " a href="/about" { "About this page" } }
                }
            }
        }
    }
}

/// Wide things scroll in a box of their own, with the keyboard too; the page itself never does.
pub(crate) fn scrolling(label: &str, inside: &Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(label) tabindex="0" { (inside) } }
}

/// A number with a real minus.
pub(crate) fn signed(number: impl Into<i64>) -> String {
    let number = number.into();
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// "21", "21½", "−½"; a dash where there is nothing.
pub(crate) fn halves(halves: Option<i32>) -> String {
    let Some(halves) = halves else { return "–".to_owned() };
    let sign = if halves < 0 { "−" } else { "" };
    let whole = halves.unsigned_abs() / 2;
    match (whole, halves % 2 != 0) {
        (0, true) => format!("{sign}½"),
        (whole, true) => format!("{sign}{whole}½"),
        (whole, false) => format!("{sign}{whole}"),
    }
}
