//! The front page: the servers, and what goes on there now.

use gatemaster_commands::trouble::Trouble;
use gatemaster_league::Book as _;
use maud::{Markup, html};

use super::server;
use crate::answer::Answer;
use crate::boxed;
use crate::club::Club;
use crate::html::frame;
use crate::site::Site;

#[boxed]
pub(crate) async fn page(site: &Site) -> Result<Option<Answer>, Trouble> {
    let clubs = site.clubs().await?;
    let main = html! {
        h1 { (site.title) }
        p.lead { "Leagues, campaigns and battles, as their clubs keep them." }
        @if clubs.is_empty() {
            p { "Nothing is on the page yet. The first public league or campaign will stand here." }
        }
        @for club in &clubs { (section(club)) }
    };
    Ok(Some(Answer::page(frame(&site.title, &[], &site.title, &main))))
}

fn section(club: &Club) -> Markup {
    let leagues = || club.leagues.iter().filter(|kept| kept.book.is_open());
    let campaigns = || club.campaigns.iter().filter(|kept| kept.book.is_open());
    let closed =
        club.leagues.len() + club.campaigns.len() - leagues().count() - campaigns().count();
    html! {
        section.club {
            h2 { a href=(club.home.href()) { (club.home.name) } }
            @if leagues().next().is_some() || campaigns().next().is_some() {
                ul.cards {
                    @for kept in leagues() { li { (server::league_card(kept)) } }
                    @for kept in campaigns() { li { (server::campaign_card(kept)) } }
                }
            } @else {
                p { "Nothing is going on at the moment." }
            }
            @if closed > 0 {
                p { a href=(club.home.href()) { "Everything of this server, with what is closed" } }
            }
        }
    }
}
