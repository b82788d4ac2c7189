//! The posts of a league that change with it: who is in, who plays whom, and how it stands. Pure rendering.

use gatemaster_discord::card::{Card, Style};
use gatemaster_discord::limits::FIELD_VALUE;
use gatemaster_league::league::{Phase, Stage};
use gatemaster_league::{Entrant, Fixture, Format, League, Season};

use super::press::LeaguePress;
use super::show::{self, button, number};
use super::table;
use crate::ledger::StoredBook;
use crate::table::{NEUTRAL, QUIET};
use crate::words::{self, count, esc};

/// So many of each division stand in a post; the rest stands behind *Table*.
const ROWS: usize = 10;
/// Tables of so many divisions fit a post.
const DIVISIONS: u8 = 4;
/// As much of a list of names as leaves room for how many more there are.
const NAMES: usize = FIELD_VALUE - 40;

/// Who is in, and the way in.
pub fn sign_up(kept: &StoredBook<League>) -> Card {
    let league = &kept.book;
    let season = &league.season;
    let about = match league.about.as_str() {
        "" => String::new(),
        about => format!("{}\n\n", esc(about)),
    };
    let organisers: Vec<String> =
        league.organisers.iter().map(|one| words::person(one.id.0)).collect();
    let people = season.active().count();
    let (state, row) = match season.phase {
        Phase::Entry => (
            format!("{} is open for entry.", season.title()),
            vec![
                button(kept, "Join", LeaguePress::Join).styled(Style::Main),
                button(kept, "How it is set", LeaguePress::Info),
            ],
        ),
        Phase::Running if season.settings.late_entry && !is_full(season, people) => (
            format!("{} is on; there is still a way in.", season.title()),
            vec![button(kept, "Join late", LeaguePress::Join)],
        ),
        Phase::Running | Phase::Finals => (format!("{} is on.", season.title()), Vec::new()),
        Phase::Closed => (format!("{} is over.", season.title()), Vec::new()),
    };
    let of = match season.settings.limit {
        0 => String::new(),
        limit => format!(" of {limit}"),
    };
    Card {
        title: league.name.clone(),
        text: format!(
            "{about}**{}** · {}\n{state}\nOrganised by {}.",
            esc(league.played.title()),
            season.settings.format.title(),
            words::list(&organisers),
        ),
        fields: vec![(format!("In it: {people}{of}"), who_is_in(season))],
        colour: Some(if season.phase == Phase::Closed { QUIET } else { NEUTRAL }),
        ..Card::default()
    }
    .with_row(row)
}

fn is_full(season: &Season, people: usize) -> bool {
    season.settings.limit > 0 && people >= usize::from(season.settings.limit)
}

fn who_is_in(season: &Season) -> String {
    let divisions = season.settings.division_count();
    if season.active().next().is_none() {
        return "Nobody yet. Be the first.".to_owned();
    }
    if season.settings.divisions.is_empty() {
        return names(season.active().collect(), NAMES);
    }
    let room = NAMES / usize::from(divisions).max(1);
    let lines = (0..divisions).filter_map(|division| {
        let here: Vec<&Entrant> =
            season.in_division(division).filter(|entrant| !entrant.out).collect();
        let name = esc(season.settings.division_name(division)?);
        (!here.is_empty()).then(|| {
            let room = room.saturating_sub(name.chars().count() + 8);
            format!("**{name}**: {}", names(here, room))
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// "Ann (Algoryn), Bob and 12 more", whole names only.
fn names(people: Vec<&Entrant>, room: usize) -> String {
    let mut text = String::new();
    let mut left = people.len();
    for entrant in people {
        let faction = entrant.faction.as_deref().map(|faction| format!(" ({})", esc(faction)));
        let name = format!("{}{}", esc(&entrant.name), faction.unwrap_or_default());
        if text.chars().count() + name.chars().count() + 2 > room {
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&name);
        left -= 1;
    }
    match (left, text.is_empty()) {
        (0, _) => text,
        (left, true) => count(number(left), "person", "people"),
        (left, false) => format!("{text} and {left} more"),
    }
}

/// The round that a post shows: where all of them are known from the start, the one that is played now.
pub fn round_shown(season: &Season, paired: u16, newest: bool) -> Option<u16> {
    let found = season.round(paired)?;
    let follows = newest
        && found.stage == Stage::Main
        && matches!(season.settings.format, Format::RoundRobin { .. });
    let now = show::present_round(season).filter(|now| follows && now.stage == Stage::Main);
    Some(now.map_or(paired, |now| now.number))
}

/// The matches of a round and how the league stands. The newest such post has the buttons and the table.
pub fn round(kept: &StoredBook<League>, round: u16, newest: bool) -> Card {
    let mut card = show::pairings(kept, round, false);
    let season = &kept.book.season;
    if newest {
        card.fields = tables(kept);
        card.fields.extend(joined_since(season));
    }
    if !newest || season.phase == Phase::Closed {
        card.buttons.clear();
    }
    card
}

/// How a league without rounds stands.
pub fn standings(kept: &StoredBook<League>, newest: bool) -> Card {
    let season = &kept.book.season;
    let mut fields = tables(kept);
    let open = season.unsettled().count();
    let text = match (fields.is_empty(), open) {
        (true, 0) => "Nothing has been played yet.".to_owned(),
        (_, 0) => "No match is open.".to_owned(),
        (_, open) => format!("{} open.", count(number(open), "match is", "matches are")),
    };
    if newest {
        fields.extend(joined_since(season));
    }
    let card = Card {
        title: format!("{}: standings", kept.book.name),
        text,
        fields,
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    if !newest || season.phase == Phase::Closed {
        return card;
    }
    card.with_row(vec![
        button(kept, "My matches", LeaguePress::My).styled(Style::Main),
        button(kept, "Table", LeaguePress::Table { division: 0 }),
    ])
}

/// The first rows of each division, once something counts. A bracket tells by its matches who is still in.
fn tables(kept: &StoredBook<League>) -> Vec<(String, String)> {
    let season = &kept.book.season;
    let anything = season.fixtures.iter().any(|fixture: &Fixture| fixture.result().is_some());
    if !anything || matches!(season.settings.format, Format::Knockout { .. }) {
        return Vec::new();
    }
    let divisions = season.settings.division_count().min(DIVISIONS);
    (0..divisions)
        .filter_map(|division| {
            let text = table::first_rows(&kept.book, division, ROWS)?;
            let name = season.settings.division_name(division).unwrap_or("Standings");
            Some((name.to_owned(), text))
        })
        .collect()
}

/// Who came in after the start, so that they need no message of their own.
fn joined_since(season: &Season) -> Option<(String, String)> {
    let started = season.started_ms?;
    let late: Vec<&Entrant> =
        season.active().filter(|entrant| entrant.entered_ms > started).collect();
    (!late.is_empty()).then(|| ("Joined since the start".to_owned(), names(late, NAMES)))
}

/// A ladder and a knockout are an order without points.
pub fn counts_points(season: &Season) -> bool {
    match season.settings.format {
        Format::Ladder { .. } | Format::Knockout { .. } => false,
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{after, entered, kept, league, opened};
    use super::*;
    use gatemaster_discord::card::SeenBy;
    use gatemaster_discord::limits;
    use gatemaster_league::{Action, Settings};

    fn swiss() -> Settings {
        Settings::new(Format::Swiss { rounds: 3 })
    }

    #[test]
    fn the_sign_up_names_whole_people_and_counts_whoever_has_no_room() {
        let mut book = opened(swiss());
        assert_eq!(sign_up(&kept(book.clone())).fields[0].1, "Nobody yet. Be the first.");
        for no in 0..200 {
            book = entered(&book, &format!("{:W<61}{no:03}", ""), None);
        }
        let card = sign_up(&kept(book));
        let (title, names) = &card.fields[0];
        assert_eq!(title, "In it: 200");
        assert!(names.chars().count() <= limits::FIELD_VALUE, "{}", names.chars().count());
        let named = names.matches("WW00").count() + names.matches("WW01").count();
        assert!(named >= 14 && names.ends_with(" more") && !names.contains('…'), "{names}");
    }

    #[test]
    fn the_way_in_is_there_as_long_as_there_is_one() {
        let labels = |book: &League| -> Vec<String> {
            let card = sign_up(&kept(book.clone()));
            card.buttons.into_iter().flatten().map(|button| button.label).collect()
        };
        let mut book = opened(Settings { limit: 3, ..swiss() });
        assert_eq!(labels(&book), ["Join", "How it is set"]);
        book = entered(&entered(&book, "Ann", None), "Bob", None);
        book = after(Some(&book), &Action::Start);
        assert_eq!(labels(&book), ["Join late"]);
        book = entered(&book, "Cid", None);
        assert_eq!(labels(&book), Vec::<String>::new(), "there is no place left");
    }

    #[test]
    fn a_post_shows_how_it_stands_until_a_newer_one_does() {
        let book = kept(league(12, |no| format!("Player {no}")));
        let newest = standings(&book, true);
        assert_eq!(newest.buttons.len(), 1);
        assert!(newest.fields[0].1.contains("… and 2 more: *Table* has everybody."));
        assert!(standings(&book, false).buttons.is_empty());
        let body = newest.body(SeenBy::All);
        let widest = body["embeds"][0]["fields"][0]["value"].as_str().unwrap().lines();
        assert!(widest.map(|line| line.chars().count()).max() <= Some(40));
    }
}
