//! A campaign: who is ahead, the map, the battles round by round, and the chronicle.

use gatemaster_commands::trouble::Trouble;
use gatemaster_league::campaign::map::text_map;
use gatemaster_league::campaign::{
    Battle, BattleNo, Campaign, Happening, Phase, Round, SideOf, State, chronicle, sentence,
    standing,
};
use gatemaster_rules::text::list;
use maud::{Markup, html};

use super::map::map;
use crate::answer::Answer;
use crate::boxed;
use crate::club::Shown;
use crate::html::{frame, scrolling, signed};
use crate::site::Site;
use crate::when;

/// A page with more lines of the chronicle would be slow for everybody.
const MOST_LINES: usize = 400;

#[boxed]
pub(crate) async fn page(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = site.shown::<Campaign>(id).await? else { return Ok(None) };
    let campaign = &shown.book;
    let main = html! {
        h1 { (campaign.name) }
        @if !campaign.about.is_empty() { p.lead { (campaign.about) } }
        (facts(campaign))
        (ahead(campaign))
        (places(campaign))
        (rounds(&shown))
        (units(campaign))
        (story(campaign))
    };
    let trail = [(shown.home.href(), shown.home.name.clone())];
    Ok(Some(Answer::page(frame(&site.title, &trail, &campaign.name, &main))))
}

fn facts(campaign: &Campaign) -> Markup {
    let organisers: Vec<&str> =
        campaign.organisers.iter().map(|organiser| organiser.name.as_str()).collect();
    html! {
        dl.facts {
            div { dt { "Game" } dd { (campaign.played.title()) } }
            div { dt { "Now" } dd { @match campaign.phase { Phase::Open => "going on", Phase::Closed => "over" } } }
            div { dt { "Since" } dd { (when::day(campaign.opened_ms)) } }
            @if let Some(closed) = campaign.closed_ms { div { dt { "Until" } dd { (when::day(closed)) } } }
            @if !organisers.is_empty() { div { dt { "Organised by" } dd { (list(&organisers)) } } }
        }
    }
}

fn ahead(campaign: &Campaign) -> Markup {
    html! {
        h2 { "Who is ahead" }
        @if campaign.sides.is_empty() {
            p { "No side has joined yet." }
        } @else {
            (scrolling("Who is ahead", &html! {
                table.standings {
                    caption { "Points first, then what the places held are worth, then battles won" }
                    thead { tr {
                        th.number scope="col" { "Place" }
                        th scope="col" { "Side" }
                        th.number scope="col" { "Points" }
                        th.number scope="col" { "Places held" }
                        th.number scope="col" { "Worth" }
                        th.number scope="col" { "Fought" }
                        th.number scope="col" { "Won" }
                        th.number scope="col" { "Drawn" }
                        th.number scope="col" { "Lost" }
                    } }
                    tbody { @for row in standing::standing(campaign) { (line(campaign, &row)) } }
                }
            }))
        }
    }
}

fn line(campaign: &Campaign, row: &standing::Row) -> Markup {
    let side = campaign.side(row.side);
    html! {
        tr {
            td.number { (row.place) }
            th scope="row" { @if let Some(side) = side { (named(side)) } }
            td.number { strong { (signed(row.points)) } }
            td.number { (row.places_held) }
            td.number { (signed(row.worth)) }
            td.number { (row.fought) }
            td.number { (row.won) }
            td.number { (row.drawn) }
            td.number { (row.lost) }
        }
    }
}

fn named(side: &SideOf) -> Markup {
    let members: Vec<&str> = side.members.iter().map(|player| player.name.as_str()).collect();
    let alone = members == [side.name.as_str()];
    html! {
        (side.name) " " span.soft { "(" (side.colour.name()) ")" @if !members.is_empty() && !alone { ": " (list(&members)) } }
    }
}

fn places(campaign: &Campaign) -> Markup {
    let words = text_map(campaign);
    html! {
        @if !campaign.places.is_empty() {
            h2 { "The map" }
            (scrolling("The map", &map(campaign)))
            p { (words.sides.join("; ")) @if !words.sides.is_empty() { "." } }
            ul { @for place in &words.places { li { (place) } } }
            details {
                summary { "The map in letters" }
                pre tabindex="0" { (words.rows.join("\n")) }
            }
        }
    }
}

fn rounds(shown: &Shown<Campaign>) -> Markup {
    html! {
        h2 { "Battles" }
        @if shown.book.rounds.is_empty() { p { "No round has begun yet." } }
        @for round in shown.book.rounds.iter().rev() { (one_round(shown, round)) }
    }
}

fn one_round(shown: &Shown<Campaign>, round: &Round) -> Markup {
    html! {
        h3 { "Round " (round.no) @if !round.name.is_empty() { ": " (round.name) } }
        p.soft {
            "From " (when::day(round.opened_ms))
            @match round.closed_ms { Some(closed) => { " to " (when::day(closed)) }, None => ", still on" }
        }
        @if !round.about.is_empty() { p { (round.about) } }
        @if shown.book.battles_of_round(round.no).next().is_none() {
            p { "No battles." }
        } @else {
            ul { @for battle in shown.book.battles_of_round(round.no) { li { (one_battle(shown, battle)) } } }
        }
    }
}

fn one_battle(shown: &Shown<Campaign>, battle: &Battle) -> Markup {
    let campaign = &shown.book;
    let name = match &battle.name {
        Some(name) => name.clone(),
        None => sentence::those_who_meet(campaign, battle),
    };
    let place = battle.place.map(|place| sentence::place_name(campaign, place));
    html! {
        strong { "Battle " (battle.no) ", " (name) }
        @if let Some(place) = place { " at " (place) }
        ": " (how(campaign, battle)) "."
        @if let Some(href) = shown.battle_href(battle.game.as_ref()) { " " a href=(href) { "How battle " (battle.no) " was fought" } }
    }
}

/// Where a battle stands; why somebody contests it stays among those whom it concerns.
fn how(campaign: &Campaign, battle: &Battle) -> String {
    match &battle.state {
        State::Contested { outcome, .. } => {
            format!("{} (contested)", sentence::result(campaign, outcome))
        }
        State::Cancelled { .. } => "cancelled".to_owned(),
        State::Planned | State::Reported { .. } | State::Fought { .. } => {
            sentence::state(campaign, battle)
        }
    }
}

fn units(campaign: &Campaign) -> Markup {
    html! {
        @if !campaign.units.is_empty() {
            h2 { "Units" }
            @for side in campaign.sides.iter().filter(|side| campaign.units_of(side.no).next().is_some()) {
                (scrolling(&side.name, &html! {
                    table {
                        caption { (side.name) }
                        thead { tr {
                            th scope="col" { "Unit" }
                            th scope="col" { "What it is" }
                            th.number scope="col" { "Experience" }
                            th.number scope="col" { "Losses" }
                            th scope="col" { "Now" }
                            th scope="col" { "Honours" }
                        } }
                        tbody {
                            @for unit in campaign.units_of(side.no) {
                                tr {
                                    th scope="row" { (unit.name) }
                                    td { (unit.kind) }
                                    td.number { (unit.experience) }
                                    td.number { (unit.losses) }
                                    td { (unit.state.name()) }
                                    td { (unit.honours.join(", ")) }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}

/// What the page tells shorter than the chronicle does: reasons stay among those whom they concern.
fn in_short(campaign: &Campaign, what: &Happening) -> Option<String> {
    let battle = |no: &BattleNo| sentence::battle_name(campaign, *no);
    if let Happening::Contested { battle: no, .. } = what {
        Some(format!("The report of {} is contested.", battle(no)))
    } else if let Happening::Cancelled { battle: no, .. } = what {
        Some(format!("Cancelled: {}.", battle(no)))
    } else {
        None
    }
}

fn story(campaign: &Campaign) -> Markup {
    let told = chronicle::story(campaign);
    let from = told.len().saturating_sub(MOST_LINES);
    let lines = chronicle::lines(campaign, from, MOST_LINES);
    html! {
        h2 { "Chronicle" }
        @if from > 0 { p { "The latest " (MOST_LINES) " lines, the newest first." } }
        ol.chronicle reversed {
            @for (line, entry) in lines.iter().zip(&told[from..]).rev() {
                li.(if line.note { "note" } else { "event" }) value=(line.no) {
                    (when::short_day(line.at_ms)) " · "
                    @if line.note { (line.by) ": " }
                    (in_short(campaign, &entry.what).unwrap_or_else(|| line.sentence.clone()))
                }
            }
        }
    }
}
