//! The standings of a season, and what their columns mean.

use gatemaster_league::settings::{Format, TieBreaker};
use gatemaster_league::standings::{self, Row, explain};
use gatemaster_league::{League, Season};
use maud::{Markup, html};

use super::matches::player;
use crate::club::Shown;
use crate::html::{halves, scrolling, signed};

/// Every division of a season; nothing for a knockout, which is its bracket.
pub(crate) fn tables(shown: &Shown<League>, season: &Season) -> Markup {
    if season.entrants.is_empty() {
        return html! { p { "Nobody has entered yet." } };
    }
    html! {
        @for division in 0..season.settings.division_count() {
            @match season.settings.format {
                Format::Knockout { .. } => (places(shown, season, division)),
                Format::Ladder { .. } | Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {
                    (table(shown, season, division))
                }
            }
        }
        (legend(season))
    }
}

fn caption(season: &Season, division: u8, what: &str) -> String {
    match season.settings.division_name(division) {
        Some(name) => format!("{what}: {name}"),
        None => what.to_owned(),
    }
}

/// Columns of their own; wins stand in the table already.
fn breakers(season: &Season) -> impl Iterator<Item = TieBreaker> {
    let ladder = matches!(season.settings.format, Format::Ladder { .. });
    let ties = season.settings.ties.iter().copied();
    ties.filter(move |tie| !ladder && *tie != TieBreaker::Wins)
}

fn table(shown: &Shown<League>, season: &Season, division: u8) -> Markup {
    let rows = standings::table(season, division);
    let ladder = matches!(season.settings.format, Format::Ladder { .. });
    let byes = rows.iter().any(|row| row.byes > 0);
    let caption = caption(season, division, if ladder { "The ladder" } else { "Table" });
    scrolling(
        &caption,
        &html! {
            table.standings {
                caption { (caption) }
                thead { tr {
                    th.number scope="col" { @if ladder { "Rung" } @else { "Place" } }
                    th scope="col" { "Player" }
                    @if !ladder { th.number scope="col" { "Points" } }
                    th.number scope="col" { "Played" }
                    th.number scope="col" { "Won" }
                    th.number scope="col" { "Drawn" }
                    th.number scope="col" { "Lost" }
                    @if byes { th.number scope="col" { "Byes" } }
                    @for tie in breakers(season) { th.number scope="col" { abbr title=(tie.title()) { (tie.short()) } } }
                } }
                tbody { @for row in &rows { (line(shown, season, row, ladder, byes)) } }
            }
        },
    )
}

fn line(shown: &Shown<League>, season: &Season, row: &Row, ladder: bool, byes: bool) -> Markup {
    let entrant = season.entrant(row.entrant);
    html! {
        tr {
            td.number { (row.place) }
            th scope="row" {
                (player(shown, season, row.entrant))
                @if let Some(faction) = entrant.and_then(|entrant| entrant.faction.as_deref()) { " " span.soft { (faction) } }
                @if entrant.is_some_and(|entrant| entrant.out) { " " span.soft { "(left)" } }
                @if let Some(parted) = row.parted { " " span.soft { "(" (parted.title()) ")" } }
            }
            @if !ladder { td.number { strong { (signed(row.points)) } } }
            td.number { (row.played) }
            td.number { (row.won) }
            td.number { (row.drawn) }
            td.number { (row.lost) }
            @if byes { td.number { (row.byes) } }
            @for tie in breakers(season) {
                @let counted = row.ties.iter().find(|counted| counted.breaker == tie);
                td.number { (halves(counted.and_then(|counted| counted.halves))) }
            }
        }
    }
}

/// The order of a knockout, by how far people came.
fn places(shown: &Shown<League>, season: &Season, division: u8) -> Markup {
    let caption = caption(season, division, "Places");
    scrolling(
        &caption,
        &html! {
            table.standings {
                caption { (caption) }
                thead { tr {
                    th.number scope="col" { "Place" }
                    th scope="col" { "Player" }
                } }
                tbody {
                    @for (place, no) in standings::final_order(season, division) {
                        tr {
                            td.number { (place) }
                            th scope="row" {
                                (player(shown, season, no))
                                @if let Some(faction) = season.entrant(no).and_then(|entrant| entrant.faction.as_deref()) {
                                    " " span.soft { (faction) }
                                }
                            }
                        }
                    }
                }
            }
        },
    )
}

fn legend(season: &Season) -> Markup {
    let settings = &season.settings;
    let points = settings.points;
    match settings.format {
        Format::Knockout { .. } => html! {
            p.soft { "Whoever loses is out; those who are beaten in the same round share a place." }
        },
        Format::Ladder { .. } => html! {
            p.soft { "Whoever beats somebody above them takes that rung, and those between move down by one." }
        },
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => html! {
            details.legend {
                summary { "How this table is counted" }
                p {
                    "A win is worth " (signed(points.win)) ", a draw " (signed(points.draw)) ", a loss " (signed(points.loss))
                    "; a walkover " (signed(points.walkover_win)) " for who was there and " (signed(points.walkover_loss))
                    " for who was not; a bye " (signed(points.bye)) "."
                }
                @if !settings.ties.is_empty() {
                    p { "Those who are level on points are separated in this order:" }
                    ol {
                        @for tie in &settings.ties {
                            li { strong { (tie.title()) " (" (tie.short()) ")" } ". " (explain::meaning(*tie)) }
                        }
                    }
                }
                @if settings.counts_scores() {
                    @if let Some(meaning) = explain::unplayed_meaning(points.unplayed) { p { (meaning) } }
                }
                p {
                    "Those who are level in all of that share the place. Where a place decides something, they are separated by "
                    (settings.last_resort.title()) "; the table says so beside them."
                }
                @for lot in &season.level.lots {
                    p.soft { "Lot " code { (lot.id) } ": seed " code { (lot.seed) } ", its SHA-256 " code { (lot.seed_hash) } "." }
                }
                @if let Some(promise) = &season.level.promise {
                    p.soft { "SHA-256 of the next lot's seed: " code { (promise.seed_hash) } }
                }
                @if settings.finals > 0 {
                    p { "The first " (settings.finals) @if settings.division_count() > 1 { " of each division" } " go on to the finals." }
                }
                @if settings.division_count() > 1 && settings.moves > 0 {
                    p { "At the end of the season, " (settings.moves) " go up and down between neighbouring divisions." }
                }
            }
        },
    }
}
