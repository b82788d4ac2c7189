//! One server: its leagues and campaigns, open and closed, and who is how good at what.

use std::collections::BTreeMap;

use gatemaster_commands::ledger::StoredBook;
use gatemaster_commands::trouble::Trouble;
use gatemaster_league::campaign::{Campaign, standing};
use gatemaster_league::league::Phase;
use gatemaster_league::person::Person;
use gatemaster_league::rating::{Game, Rated, ratings};
use gatemaster_league::records::{self, Record};
use gatemaster_league::{Book, League};
use gatemaster_rules::text::count;
use maud::{Markup, html};

use crate::answer::Answer;
use crate::boxed;
use crate::club::{Club, Home};
use crate::html::{frame, scrolling};
use crate::site::Site;
use crate::when;

/// How many stand in a list of ratings.
const RATED: usize = 100;

#[boxed]
pub(crate) async fn page(site: &Site, key: &str) -> Result<Option<Answer>, Trouble> {
    let Some(club) = site.club_by_key(key).await? else { return Ok(None) };
    let name = &club.home.name;
    let main = html! {
        h1 { (name) }
        (books("Leagues", &club.leagues, league_card))
        (books("Campaigns", &club.campaigns, campaign_card))
        (rated(site, &club))
    };
    Ok(Some(Answer::page(frame(&site.title, &[], name, &main))))
}

fn books<B: Book>(
    title: &str,
    all: &[StoredBook<B>],
    card: impl Fn(&StoredBook<B>) -> Markup,
) -> Markup {
    let (open, closed): (Vec<_>, Vec<_>) = all.iter().partition(|kept| kept.book.is_open());
    html! {
        @if !open.is_empty() {
            h2 { (title) }
            ul.cards { @for kept in open { li { (card(kept)) } } }
        }
        @if !closed.is_empty() {
            h2 { (title) ", closed" }
            ul.cards { @for kept in closed { li { (card(kept)) } } }
        }
    }
}

pub(crate) fn league_card(kept: &StoredBook<League>) -> Markup {
    let season = &kept.book.season;
    let players = u32::try_from(season.active().count()).unwrap_or(u32::MAX);
    html! {
        h3 { a href={ "/l/" (kept.id) } { (kept.book.name) } }
        p { (kept.book.played.title()) " · " (season.settings.format.title()) }
        p.soft { (season.title()) ", " (phase(season.phase)) " · " (count(players, "player", "players")) }
    }
}

pub(crate) fn campaign_card(kept: &StoredBook<Campaign>) -> Markup {
    let campaign = &kept.book;
    let sides = u32::try_from(campaign.sides.len()).unwrap_or(u32::MAX);
    let fought = campaign.battles.iter().filter(|battle| battle.result().is_some()).count();
    let fought = u32::try_from(fought).unwrap_or(u32::MAX);
    let leader = standing::standing(campaign).into_iter().next().filter(|_| fought > 0);
    let leader = leader.and_then(|row| campaign.side(row.side));
    html! {
        h3 { a href={ "/c/" (kept.id) } { (campaign.name) } }
        p { (campaign.played.title()) " · campaign" }
        p.soft {
            (count(sides, "side", "sides")) ", " (count(fought, "battle", "battles")) " fought"
            @if let Some(leader) = leader { " · ahead: " (leader.name) }
        }
    }
}

pub(crate) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Entry => "open for entry",
        Phase::Running => "running",
        Phase::Finals => "in its finals",
        Phase::Closed => "closed",
    }
}

/// Everything that counts on the public leagues of a server, the oldest first.
pub(crate) fn records_of(club: &Club) -> Vec<Record> {
    records::games(club.leagues.iter().map(|kept| &kept.book))
}

/// What people are called now: by the latest match they played.
pub(crate) fn names(all: &[Record]) -> BTreeMap<&Person, &str> {
    all.iter()
        .flat_map(|record| record.persons.iter().zip(record.names.iter().map(String::as_str)))
        .collect()
}

/// The systems that were played, by key, with their titles.
pub(crate) fn systems(all: &[Record]) -> BTreeMap<&str, &str> {
    all.iter().map(|record| (record.system.as_str(), record.system_title.as_str())).collect()
}

pub(crate) fn rated_games(all: &[Record], system: &str) -> Vec<Game> {
    all.iter().filter(|record| record.system == system).filter_map(Record::rated).collect()
}

fn rated(site: &Site, club: &Club) -> Markup {
    let all = records_of(club);
    let names = names(&all);
    html! {
        @for (key, title) in systems(&all) {
            @let ratings = ratings(&rated_games(&all, key)).as_of(site.clock.now_ms());
            @if !ratings.of.is_empty() {
                h2 { "Ratings: " (title) }
                (scrolling(&format!("Ratings: {title}"), &html! {
                    table {
                        caption { "The best first; " a href="/about" { "how ratings are counted" } }
                        thead { tr {
                            th scope="col" { "Place" }
                            th scope="col" { "Player" }
                            th.number scope="col" { "Rating" }
                            th.number scope="col" { "±" }
                            th.number scope="col" { "Matches" }
                            th scope="col" { "Last week played" }
                        } }
                        tbody {
                            @for (place, (person, rated)) in ratings.best_first().into_iter().take(RATED).enumerate() {
                                (row(site, &club.home, place + 1, person, names.get(person).copied(), rated))
                            }
                        }
                    }
                }))
            }
        }
    }
}

fn row(
    site: &Site,
    home: &Home,
    place: usize,
    person: &Person,
    name: Option<&str>,
    rated: &Rated,
) -> Markup {
    html! {
        tr {
            td.number { (place) }
            th scope="row" { a href=(site.person_href(home, person)) { (name.unwrap_or("somebody")) } }
            td.number { (format!("{:.0}", rated.now.rating)) @if rated.is_provisional() { span.soft { " provisional" } } }
            td.number { (format!("{:.0}", rated.now.deviation)) }
            td.number { (rated.games) }
            td { @if let Some(last) = rated.history.last() { (when::short_day(last.period_ms)) } }
        }
    }
}
