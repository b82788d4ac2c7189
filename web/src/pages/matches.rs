//! Matches as rows that read like sentences: "Ann | beat 5–3 | Bob".

use gatemaster_league::league::{Fixture, MatchResult, Season, Side, State, Verdict};
use gatemaster_league::{EntrantId, League};
use maud::{Markup, html};

use crate::club::Shown;
use crate::html::scrolling;
use crate::when;

/// The name of somebody in a league, as a link to their page there.
pub(crate) fn player(shown: &Shown<League>, season: &Season, no: EntrantId) -> Markup {
    html! { a href=(shown.player_href(no)) { (season.name_of(no)) } }
}

/// What stands between the two names.
pub(crate) fn between(fixture: &Fixture) -> String {
    match &fixture.state {
        State::Open => "plays".to_owned(),
        State::Reported { result, .. } => format!("{} (to be confirmed)", outcome(result)),
        // what was said about it stays among those whom it concerns
        State::Disputed { result, .. } => format!("{} (disputed)", outcome(result)),
        State::Decided { result, .. } => outcome(result),
        State::Bye => "has a bye".to_owned(),
        State::Cancelled { .. } => "does not play (cancelled)".to_owned(),
    }
}

fn outcome(result: &MatchResult) -> String {
    let words = match result.verdict {
        Verdict::Win(Side::First) => "beat",
        Verdict::Win(Side::Second) => "lost to",
        Verdict::Draw => "drew with",
        Verdict::Walkover(Side::First) => "won by walkover against",
        Verdict::Walkover(Side::Second) => "lost by walkover to",
        Verdict::NotPlayed => "did not play, and both lose, against",
    };
    match result.scores {
        Some([first, second]) => format!("{words} {first}–{second}"),
        None => words.to_owned(),
    }
}

/// Which dates a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dates {
    Due,
    Decided,
}

/// Matches in a table, each with its season.
pub(crate) fn list(
    shown: &Shown<League>,
    caption: &str,
    matches: &[(&Season, &Fixture)],
    dates: Dates,
    now_ms: i64,
) -> Markup {
    let battles = matches.iter().any(|(_, fixture)| battle(shown, fixture).is_some());
    scrolling(
        caption,
        &html! {
            table.matches {
                caption { (caption) }
                thead { tr {
                    th.number scope="col" { "Match" }
                    th scope="col" { "Player" }
                    th scope="col" { "How it went" }
                    th scope="col" { "Opponent" }
                    th scope="col" { @match dates { Dates::Due => "Until", Dates::Decided => "When" } }
                    @if battles { th scope="col" { "Battle" } }
                } }
                tbody {
                    @for (season, fixture) in matches {
                        tr {
                            th.number scope="row" { (fixture.no) }
                            td { (player(shown, season, fixture.first)) (faction(fixture, Side::First)) }
                            td.middle { (between(fixture)) }
                            td { @if let Some(no) = fixture.second { (player(shown, season, no)) (faction(fixture, Side::Second)) } }
                            td { (date(fixture, dates, now_ms)) }
                            @if battles {
                                td { @if let Some(href) = battle(shown, fixture) { a href=(href) { "Battle of match " (fixture.no) } } }
                            }
                        }
                    }
                }
            }
        },
    )
}

/// What they led, as it was reported with the result.
fn faction(fixture: &Fixture, side: Side) -> Markup {
    let result = fixture.result();
    let faction = result.and_then(|result| result.factions[side.index()].as_deref());
    html! { @if let Some(faction) = faction { " " span.soft { (faction) } } }
}

fn date(fixture: &Fixture, dates: Dates, now_ms: i64) -> Markup {
    match dates {
        Dates::Decided => {
            html! { @if let Some(at_ms) = fixture.decided_ms() { (when::short_day(at_ms)) } }
        }
        Dates::Due => html! {
            @if let Some(due_ms) = fixture.due_ms.filter(|_| fixture.is_unsettled()) {
                (when::moment(due_ms))
                @if due_ms < now_ms { " " strong { "(past)" } }
            }
        },
    }
}

pub(crate) fn battle(shown: &Shown<League>, fixture: &Fixture) -> Option<String> {
    shown.battle_href(fixture.result().and_then(|result| result.game.as_ref()))
}

/// The decided matches of these seasons, the newest first.
pub(crate) fn decided<'a>(
    seasons: impl Iterator<Item = &'a Season>,
) -> Vec<(&'a Season, &'a Fixture)> {
    let mut all: Vec<_> = seasons
        .flat_map(|season| season.fixtures.iter().map(move |fixture| (season, fixture)))
        .filter(|(_, fixture)| fixture.decided_ms().is_some())
        .collect();
    all.sort_by_key(|(_, fixture)| std::cmp::Reverse((fixture.decided_ms(), fixture.no)));
    all
}
