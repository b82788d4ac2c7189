//! Somebody over all public leagues of a server: what they have won, with what, against whom, and how good that makes them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use gatemaster_commands::trouble::Trouble;
use gatemaster_league::person::Person;
use gatemaster_league::rating::{Rated, ratings};
use gatemaster_league::records::{self, Mark, Record, Totals};
use gatemaster_league::{EntrantId, Fixture, League};
use maud::{Markup, html};

use super::plot::plot;
use super::server::{names, rated_games, records_of, systems};
use crate::answer::Answer;
use crate::boxed;
use crate::club::Club;
use crate::html::{frame, scrolling};
use crate::site::Site;
use crate::when;

/// How many matches are told one by one.
const LATEST: usize = 20;

#[boxed]
pub(crate) async fn page(site: &Site, key: &str) -> Result<Option<Answer>, Trouble> {
    let Some((server, wanted)) = key.split_once('-') else { return Ok(None) };
    let Some(club) = site.club_by_key(server).await? else { return Ok(None) };
    let guild = club.home.guild;
    let everybody: BTreeSet<Person> = club
        .leagues
        .iter()
        .flat_map(|kept| kept.book.seasons())
        .flat_map(|season| season.entrants.iter().map(Person::of))
        .collect();
    let person = everybody.into_iter().find(|person| site.secret.person(guild, person) == wanted);
    let Some(person) = person else { return Ok(None) };
    let all = records_of(&club);
    let here = places(&club, &person);
    let mut games = HashSet::new();
    for place in &here {
        games.extend(site.store.ended_games_of_book(place.id).await?);
    }
    let name = here.first().map_or("somebody", |place| place.name);
    let recent = records::form(&all, &person);
    let main = html! {
        h1 { (name) }
        @if !recent.is_empty() { p.lead { "Form, the latest first: " (form(&recent)) } }
        (leagues(&here))
        (ratings_of(site, &all, &person))
        (totals(&all, &person))
        (opponents(site, &club, &all, &person))
        (latest(&all, &person, &here, &games))
    };
    let trail = [(club.home.href(), club.home.name.clone())];
    Ok(Some(Answer::page(frame(&site.title, &trail, name, &main))))
}

/// W, D and L, with the words for those who hear them.
pub(crate) fn form(marks: &[Mark]) -> Markup {
    html! {
        @for mark in marks {
            @let word = match mark { Mark::Won => "won", Mark::Drawn => "drew", Mark::Lost => "lost" };
            abbr.mark.(word) title=(word) { (mark.letter()) } " "
        }
    }
}

/// A league in which somebody took part, and under which number.
struct Place<'a> {
    league: &'a League,
    id: &'a str,
    no: EntrantId,
    name: &'a str,
}

fn places<'a>(club: &'a Club, person: &Person) -> Vec<Place<'a>> {
    club.leagues
        .iter()
        .filter_map(|kept| {
            let mut entrants = kept.book.seasons().rev().flat_map(|season| &season.entrants);
            let own = entrants.find(|entrant| Person::of(entrant) == *person)?;
            Some(Place { league: &kept.book, id: &kept.id, no: own.no, name: &own.name })
        })
        .collect()
}

fn leagues(here: &[Place<'_>]) -> Markup {
    html! {
        h2 { "Leagues" }
        ul { @for place in here { li { a href={ "/l/" (place.id) "/p/" (place.no) } { (place.league.name) } } } }
    }
}

fn ratings_of(site: &Site, all: &[Record], person: &Person) -> Markup {
    html! {
        @for (key, title) in systems(all) {
            @let ratings = ratings(&rated_games(all, key)).as_of(site.clock.now_ms());
            @if let Some(rated) = ratings.get(person) { (rating(title, rated)) }
        }
    }
}

fn rating(title: &str, rated: &Rated) -> Markup {
    let caption = format!("Rating in {title}, week by week");
    html! {
        h2 { "Rating: " (title) }
        p {
            strong.big { (format!("{:.0}", rated.now.rating)) } " ± " (format!("{:.0}", rated.now.deviation))
            @if rated.is_provisional() { ", provisional" }
            " · " a href="/about" { "how ratings are counted" }
        }
        (plot(&format!("The rating in {title}"), &rated.history))
        details {
            summary { "The same as a table" }
            (scrolling(&caption, &html! {
                table {
                    caption { (caption) }
                    thead { tr {
                        th scope="col" { "Week of" }
                        th.number scope="col" { "Rating" }
                        th.number scope="col" { "±" }
                    } }
                    tbody {
                        @for point in rated.history.iter().rev() {
                            tr {
                                th scope="row" { (when::short_day(point.period_ms)) }
                                td.number { (format!("{:.0}", point.rating)) }
                                td.number { (format!("{:.0}", point.deviation)) }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn totals(all: &[Record], person: &Person) -> Markup {
    let systems: BTreeMap<String, Totals> = records::by_system(all, person).into_values().collect();
    let longest = records::longest_winning_streak(all, person);
    html! {
        h2 { "Record" }
        @if systems.is_empty() {
            p { "Nothing has been decided yet." }
        } @else {
            (tally("By game", "Game", &systems))
            @if longest > 1 { p { "The longest row of wins: " (longest) "." } }
            (tally("By what they led", "Faction", &records::by_faction(all, person)))
            (tally("By what they faced", "Faction", &records::against_faction(all, person)))
        }
    }
}

fn tally(caption: &str, what: &str, totals: &BTreeMap<String, Totals>) -> Markup {
    let walkovers = totals.values().any(has_walkovers);
    html! {
        @if !totals.is_empty() {
            (scrolling(caption, &html! {
                table {
                    caption { (caption) }
                    thead { tr { th scope="col" { (what) } (heads(walkovers)) } }
                    tbody { @for (name, totals) in totals { tr { th scope="row" { (name) } (cells(totals, walkovers)) } } }
                }
            }))
        }
    }
}

fn has_walkovers(totals: &Totals) -> bool {
    totals.walkovers_won > 0 || totals.walkovers_lost > 0
}

fn heads(walkovers: bool) -> Markup {
    html! {
        th.number scope="col" { "Played" }
        th.number scope="col" { "Won" }
        th.number scope="col" { "Drawn" }
        th.number scope="col" { "Lost" }
        @if walkovers {
            th.number scope="col" { "Walkovers won" }
            th.number scope="col" { "Walkovers lost" }
        }
    }
}

fn cells(totals: &Totals, walkovers: bool) -> Markup {
    html! {
        td.number { (totals.played()) }
        td.number { (totals.won) }
        td.number { (totals.drawn) }
        td.number { (totals.lost) }
        @if walkovers {
            td.number { (totals.walkovers_won) }
            td.number { (totals.walkovers_lost) }
        }
    }
}

fn opponents(site: &Site, club: &Club, all: &[Record], person: &Person) -> Markup {
    let names = names(all);
    let mut met: BTreeMap<&Person, u32> = BTreeMap::new();
    for (record, side) in records::of(all, person) {
        *met.entry(&record.persons[side.other().index()]).or_default() += 1;
    }
    let mut met: Vec<(&Person, u32)> = met.into_iter().collect();
    let walkovers = has_walkovers(&records::totals(all, person));
    met.sort_by_key(|(other, times)| (std::cmp::Reverse(*times), names.get(other).copied()));
    html! {
        @if !met.is_empty() {
            h2 { "Head to head" }
            (scrolling("Head to head", &html! {
                table {
                    caption { "Against each opponent, the most frequent first" }
                    thead { tr { th scope="col" { "Opponent" } (heads(walkovers)) } }
                    tbody {
                        @for (other, _) in met {
                            tr {
                                th scope="row" {
                                    a href=(site.person_href(&club.home, other)) { (names.get(other).copied().unwrap_or("somebody")) }
                                }
                                (cells(&records::head_to_head(all, person, other).totals, walkovers))
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// The league that a match is from; a closed one and an open one may have the same name.
fn league_of<'a>(here: &'a [Place<'a>], record: &Record) -> Option<&'a Place<'a>> {
    here.iter().filter(|place| place.league.name == record.league).find(|place| {
        let season = place.league.season(record.season);
        let fixture = season.and_then(|season| season.fixture(record.fixture));
        fixture.and_then(Fixture::decided_ms) == Some(record.decided_ms)
    })
}

fn latest(all: &[Record], person: &Person, here: &[Place<'_>], games: &HashSet<String>) -> Markup {
    let own: Vec<_> = records::of(all, person).rev().take(LATEST).collect();
    html! {
        @if !own.is_empty() {
            h2 { "Latest matches" }
            (scrolling("Latest matches", &html! {
                table {
                    caption { "The newest first" }
                    thead { tr {
                        th scope="col" { "When" }
                        th scope="col" { "League" }
                        th scope="col" { "Opponent" }
                        th scope="col" { "Result" }
                        th.number scope="col" { "Score" }
                    } }
                    tbody {
                        @for (record, side) in own {
                            tr {
                                td { (when::short_day(record.decided_ms)) }
                                td {
                                    @match league_of(here, record) {
                                        Some(place) => a href={ "/l/" (place.id) } { (record.league) },
                                        None => (record.league),
                                    }
                                }
                                th scope="row" { (record.names[side.other().index()]) }
                                td {
                                    (result(record, person))
                                    @if let Some(game) = record.game.as_ref().filter(|game| games.contains(*game)) {
                                        " (" a href={ "/g/" (game) } { "battle of match " (record.fixture) } ")"
                                    }
                                }
                                td.number {
                                    @if let Some(scores) = record.scores { (scores[side.index()]) "–" (scores[side.other().index()]) }
                                }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn result(record: &Record, person: &Person) -> &'static str {
    match record.mark_of(person) {
        Some(Mark::Won) => "won",
        Some(Mark::Drawn) => "drew",
        Some(Mark::Lost) => "lost",
        None if record
            .verdict
            .winner()
            .is_some_and(|side| record.side_of(person) == Some(side)) =>
        {
            "won by walkover"
        }
        None => "lost by walkover",
    }
}
