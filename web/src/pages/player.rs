//! Somebody in one league: where they stand and why, and every match they played there.

use gatemaster_commands::trouble::Trouble;
use gatemaster_league::league::{Entrant, Fixture, Season, State};
use gatemaster_league::person::Person;
use gatemaster_league::records;
use gatemaster_league::standings::explain;
use gatemaster_league::{EntrantId, League};
use maud::{Markup, html};

use super::league::trail;
use super::matches::{self, Dates};
use super::person::form;
use crate::answer::Answer;
use crate::boxed;
use crate::club::Shown;
use crate::html::frame;
use crate::site::Site;

#[boxed]
pub(crate) async fn page(site: &Site, id: &str, no: u32) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<League>(id).await? else { return Ok(None) };
    let no = EntrantId(no);
    let there: Vec<(&Season, &Entrant)> = shown
        .book
        .seasons()
        .rev()
        .filter_map(|season| season.entrant(no).map(|entrant| (season, entrant)))
        .collect();
    let Some((_, latest)) = there.first() else { return Ok(None) };
    let person = Person::of(latest);
    let recent = records::form(&records::games([&shown.book].into_iter()), &person);
    let main = html! {
        h1 { (latest.name) }
        p.lead {
            "In " a href=(shown.href()) { (shown.book.name) }
            @if let Some(faction) = &latest.faction { ", with " (faction) }
            @if latest.out { ", has left" }
        }
        @if !recent.is_empty() { p { "Form, the latest first: " (form(&recent)) } }
        p { a href=(site.person_href(&shown.home, &person)) { (latest.name) " in all leagues of " (shown.home.name) } }
        @for (season, entrant) in &there { (one_season(&shown, season, entrant, site.clock.now_ms())) }
    };
    Ok(Some(Answer::page(frame(&site.title, &trail(&shown, true), &latest.name, &main))))
}

fn one_season(shown: &Shown<League>, season: &Season, entrant: &Entrant, now_ms: i64) -> Markup {
    let own = |fixture: &&Fixture| fixture.has(entrant.no);
    let open: Vec<_> = season
        .fixtures
        .iter()
        .filter(own)
        .filter(|fixture| fixture.is_unsettled())
        .map(|fixture| (season, fixture))
        .collect();
    let mut played: Vec<_> =
        matches::decided([season].into_iter()).into_iter().filter(|(_, one)| own(one)).collect();
    let byes = season.fixtures.iter().filter(own).filter(|one| matches!(one.state, State::Bye));
    played.extend(byes.map(|fixture| (season, fixture)));
    html! {
        h2 { a href=(shown.season_href(season)) { (season.title()) } }
        @if season.started_ms.is_some() {
            ul.why { @for sentence in explain::explain(season, entrant.no) { li { (sentence) } } }
        }
        @if !open.is_empty() { (matches::list(shown, "To be played", &open, Dates::Due, now_ms)) }
        @if played.is_empty() {
            p { "Nothing has been decided yet." }
        } @else {
            (matches::list(shown, &format!("Results in {}", season.title()), &played, Dates::Decided, now_ms))
        }
    }
}
