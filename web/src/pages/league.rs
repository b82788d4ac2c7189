//! A league: its table, its bracket, who plays whom, and what came of it.

use gatemaster_commands::trouble::Trouble;
use gatemaster_league::books::csv;
use gatemaster_league::league::{Fixture, Phase, Round, Season};
use gatemaster_league::settings::Format;
use gatemaster_league::{League, standings};
use gatemaster_rules::text::{count, list};
use maud::{Markup, html};

use super::bracket::brackets;
use super::matches::{self, Dates};
use super::server::phase;
use super::table::tables;
use crate::answer::Answer;
use crate::boxed;
use crate::club::Shown;
use crate::html::{Step, frame};
use crate::site::Site;
use crate::when;

/// How many results the league's own page tells.
const LATEST: usize = 8;
/// A page of more would be slow for everybody; the file has them all.
const MOST: usize = 500;

#[boxed]
pub(crate) async fn page(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<League>(id).await? else { return Ok(None) };
    let (league, now_ms) = (&shown.book, site.clock.now_ms());
    let season = &league.season;
    let latest = matches::decided([season].into_iter());
    let main = html! {
        h1 { (league.name) }
        @if !league.about.is_empty() { p.lead { (league.about) } }
        (facts(league, season))
        h2 { (season.title()) }
        (standing(&shown, season))
        (present(&shown, season, now_ms))
        h2 { "Latest results" }
        @if latest.is_empty() {
            p { "Nothing has been decided yet." }
        } @else {
            (matches::list(&shown, "Latest results", &latest[..latest.len().min(LATEST)], Dates::Decided, now_ms))
        }
        p.more {
            a href={ (shown.href()) "/fixtures" } { "All fixtures" } " · "
            a href={ (shown.href()) "/results" } { "All results" } " · "
            a href={ (shown.href()) "/table.csv" } { "Table as a file (CSV)" } " · "
            a href={ (shown.href()) "/results.csv" } { "Results as a file (CSV)" }
        }
        (seasons(&shown))
    };
    Ok(Some(Answer::page(frame(&site.title, &trail(&shown, false), &league.name, &main))))
}

/// The way to a league's own page, or to one below it.
pub(crate) fn trail(shown: &Shown<League>, below: bool) -> Vec<Step> {
    let mut trail = vec![(shown.home.href(), shown.home.name.clone())];
    if below {
        trail.push((shown.href(), shown.book.name.clone()));
    }
    trail
}

fn facts(league: &League, season: &Season) -> Markup {
    let organisers: Vec<&str> =
        league.organisers.iter().map(|organiser| organiser.name.as_str()).collect();
    let players = u32::try_from(season.active().count()).unwrap_or(u32::MAX);
    html! {
        dl.facts {
            div { dt { "Game" } dd { (league.played.title()) } }
            div { dt { "Format" } dd { (season.settings.format.title()) } }
            div { dt { "Now" } dd { (season.title()) ", " (phase(season.phase)) } }
            div { dt { "Players" } dd { (count(players, "player", "players")) } }
            @if let Some(started) = season.started_ms { div { dt { "Since" } dd { (when::day(started)) } } }
            @if let Some(closed) = season.closed_ms { div { dt { "Closed" } dd { (when::day(closed)) } } }
            @if !organisers.is_empty() { div { dt { "Organised by" } dd { (list(&organisers)) } } }
        }
    }
}

/// A knockout is its bracket first; elsewhere the finals follow the table.
fn standing(shown: &Shown<League>, season: &Season) -> Markup {
    let (tables, brackets) = (tables(shown, season), brackets(shown, season));
    match season.settings.format {
        Format::Knockout { .. } => html! { (brackets) (tables) },
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Open { .. } => html! { (tables) (brackets) },
    }
}

/// What is to be played now: the first round that is not through, or the challenges that stand.
fn present(shown: &Shown<League>, season: &Season, now_ms: i64) -> Markup {
    if !season.is_running() {
        return html! {};
    }
    let waits = |round: &&Round| season.fixtures_of_round(round.number).any(Fixture::is_unsettled);
    let round = season.rounds.iter().find(waits).or(season.last_round());
    let (title, fixtures): (String, Vec<&Fixture>) = match round {
        Some(round) => (round.name.clone(), season.fixtures_of_round(round.number).collect()),
        None => ("Challenges".to_owned(), season.unsettled().collect()),
    };
    let fixtures: Vec<_> = fixtures.into_iter().take(MOST).map(|one| (season, one)).collect();
    html! {
        @if !fixtures.is_empty() {
            h2 { "To be played: " (title) }
            (matches::list(shown, &title, &fixtures, Dates::Due, now_ms))
        }
    }
}

fn seasons(shown: &Shown<League>) -> Markup {
    html! {
        h2 { "Seasons" }
        ul {
            @for season in shown.book.seasons().rev() {
                li {
                    a href=(shown.season_href(season)) { (season.title()) } ", " (phase(season.phase))
                    @if let Some(winners) = winners(season) { "; won by " (winners) }
                }
            }
        }
    }
}

/// Whoever stands first in a closed season, a name for each division.
fn winners(season: &Season) -> Option<String> {
    if season.phase != Phase::Closed || season.fixtures.iter().all(|one| one.result().is_none()) {
        return None;
    }
    let first = |division| {
        let order = standings::final_order(season, division);
        order.into_iter().filter(|(place, _)| *place == 1).map(|(_, no)| season.name_of(no))
    };
    let names: Vec<&str> = (0..season.settings.division_count()).flat_map(first).collect();
    (!names.is_empty()).then(|| list(&names))
}

#[boxed]
pub(crate) async fn season(site: &Site, id: &str, no: u16) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<League>(id).await? else { return Ok(None) };
    let Some(season) = shown.book.season(no) else { return Ok(None) };
    let results = matches::decided([season].into_iter());
    let title = format!("{}: {}", shown.book.name, season.title());
    let main = html! {
        h1 { (title) }
        (facts(&shown.book, season))
        (standing(&shown, season))
        h2 { "Results" }
        (results_or_none(&shown, "Results", &results, site.clock.now_ms()))
    };
    Ok(Some(Answer::page(frame(&site.title, &trail(&shown, true), &title, &main))))
}

fn results_or_none(
    shown: &Shown<League>,
    caption: &str,
    results: &[(&Season, &Fixture)],
    now_ms: i64,
) -> Markup {
    html! {
        @if results.is_empty() {
            p { "Nothing has been decided yet." }
        } @else {
            (matches::list(shown, caption, &results[..results.len().min(MOST)], Dates::Decided, now_ms))
        }
        @if results.len() > MOST {
            p { "These are the latest " (MOST) " of " (results.len()) "; " a href={ (shown.href()) "/results.csv" } { "the file" } " has them all." }
        }
    }
}

#[boxed]
pub(crate) async fn fixtures(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<League>(id).await? else { return Ok(None) };
    let season = &shown.book.season;
    let now_ms = site.clock.now_ms();
    let title = format!("{}: fixtures", shown.book.name);
    let of = |round: Option<u16>| -> Vec<(&Season, &Fixture)> {
        let all = season.fixtures.iter().filter(move |fixture| fixture.round == round);
        all.take(MOST).map(|fixture| (season, fixture)).collect()
    };
    let challenges = of(None);
    let main = html! {
        h1 { (title) }
        p.lead { (season.title()) ", " (phase(season.phase)) }
        @if season.fixtures.is_empty() { p { "Nothing is paired yet." } }
        @for round in season.rounds.iter().rev() {
            h2 { (round.name) }
            @if let Some(due_ms) = round.due_ms { p { "Until " (when::moment(due_ms)) } }
            (matches::list(&shown, &round.name, &of(Some(round.number)), Dates::Due, now_ms))
        }
        @if !challenges.is_empty() {
            h2 { "Challenges" }
            (matches::list(&shown, "Challenges", &challenges, Dates::Due, now_ms))
        }
    };
    Ok(Some(Answer::page(frame(&site.title, &trail(&shown, true), &title, &main))))
}

#[boxed]
pub(crate) async fn results(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<League>(id).await? else { return Ok(None) };
    let title = format!("{}: results", shown.book.name);
    let main = html! {
        h1 { (title) }
        p { a href={ (shown.href()) "/results.csv" } { "All of them as a file (CSV)" } }
        @for season in shown.book.seasons().rev() {
            h2 { (season.title()) }
            (results_or_none(&shown, &season.title(), &matches::decided([season].into_iter()), site.clock.now_ms()))
        }
    };
    Ok(Some(Answer::page(frame(&site.title, &trail(&shown, true), &title, &main))))
}

const CSV: &str = "text/csv; charset=utf-8";

#[boxed]
pub(crate) async fn results_file(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let shown = site.shown::<League>(id).await?;
    Ok(shown.map(|shown| {
        Answer::of(CSV, csv::results(&shown.book).into_bytes()).kept_as("results.csv")
    }))
}

#[boxed]
pub(crate) async fn table_file(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let shown = site.shown::<League>(id).await?;
    Ok(shown.map(|shown| {
        Answer::of(CSV, csv::standings(&shown.book.season).into_bytes()).kept_as("table.csv")
    }))
}
