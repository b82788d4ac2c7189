//! A knockout, round by round.

use std::collections::BTreeMap;

use gatemaster_league::decide::stage_name;
use gatemaster_league::league::{Fixture, Season, Side, Stage};
use gatemaster_league::settings::Format;
use gatemaster_league::{EntrantId, League};
use maud::{Markup, html};

use super::matches::{battle, between, player};
use crate::club::Shown;
use crate::html::scrolling;

/// The bracket of every division that has one.
pub(crate) fn brackets(shown: &Shown<League>, season: &Season) -> Markup {
    let (stage, title) = match season.settings.format {
        Format::Knockout { .. } => (Stage::Main, "The bracket"),
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Open { .. } => (Stage::Finals, "The finals"),
    };
    let all: Vec<&Fixture> =
        season.fixtures.iter().filter(|fixture| fixture.stage == stage).collect();
    html! {
        @if !all.is_empty() {
            h2 { (title) }
            @for division in 0..season.settings.division_count() {
                @let own: Vec<&Fixture> = all.iter().copied().filter(|fixture| fixture.division == division).collect();
                @if !own.is_empty() {
                    @let name = season.settings.division_name(division);
                    @if let Some(name) = name { h3 { (name) } }
                    (scrolling(name.unwrap_or(title), &bracket(shown, season, division, &own)))
                }
            }
        }
    }
}

fn bracket(shown: &Shown<League>, season: &Season, division: u8, fixtures: &[&Fixture]) -> Markup {
    let mut rounds: BTreeMap<u16, Vec<&Fixture>> = BTreeMap::new();
    for fixture in fixtures {
        rounds.entry(fixture.round.unwrap_or(0)).or_default().push(fixture);
    }
    html! {
        ol.bracket {
            @for (number, mut matches) in rounds {
                @let name = season.round(number).map_or_else(|| format!("Round {number}"), |round| stage_name(season, round, division));
                @let () = matches.sort_by_key(|fixture| (fixture.third_place, fixture.slot));
                li {
                    p.round { (name) }
                    ul { @for fixture in matches { li { (one(shown, season, fixture)) } } }
                }
            }
        }
    }
}

fn one(shown: &Shown<League>, season: &Season, fixture: &Fixture) -> Markup {
    let scores = fixture.result().and_then(|result| result.scores);
    let line = |side: Side, no: Option<EntrantId>| {
        let won = no.is_some() && fixture.winner() == no && fixture.second.is_some();
        html! {
            span.side {
                @match no {
                    Some(no) if won => strong { (player(shown, season, no)) },
                    Some(no) => (player(shown, season, no)),
                    None => span.soft { "bye" },
                }
                @if let Some(scores) = scores { span.score { (scores[side.index()]) } }
                @if won { span.unseen { " won" } }
            }
        }
    };
    html! {
        @if fixture.third_place { p.soft { "For third place" } }
        (line(Side::First, Some(fixture.first)))
        (line(Side::Second, fixture.second))
        @if fixture.second.is_some() {
            span.soft {
                @if fixture.result().is_none() || scores.is_none() { (between(fixture)) }
                @if let Some(href) = battle(shown, fixture) { " " a href=(href) { "Battle of match " (fixture.no) } }
            }
        }
    }
}
