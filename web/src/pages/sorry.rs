//! When there is nothing to show.

use axum::http::StatusCode;
use maud::{Markup, html};

use crate::answer::Answer;
use crate::html::frame;

pub(crate) fn nothing_here(site: &str) -> Answer {
    let words = "There is no page at this address. It may have been taken off the public page, or the link is not whole.";
    Answer::sorry(StatusCode::NOT_FOUND, page(site, "Nothing here", words))
}

pub(crate) fn not_now(site: &str) -> Answer {
    let words = "This page cannot be made at the moment. Please try again in a minute.";
    Answer::sorry(StatusCode::SERVICE_UNAVAILABLE, page(site, "Not now", words))
}

pub(crate) fn only_to_read(site: &str) -> Answer {
    let words = "These pages are only to be read; everything else happens on Discord.";
    Answer::sorry(StatusCode::METHOD_NOT_ALLOWED, page(site, "Only to read", words))
}

fn page(site: &str, title: &str, words: &str) -> Markup {
    let main = html! {
        h1 { (title) }
        p { (words) }
        p { a href="/" { "To the front page" } }
    };
    frame(site, &[], title, &main)
}
