//! The card of a player, and of two against each other. Pure: what was found goes in, a card comes out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::limits::{CHOICES, FIELD_VALUE};
use gatemaster_league::league::Phase;
use gatemaster_league::person::Person;
use gatemaster_league::rating::{Game, Rated, Ratings, expected, ratings};
use gatemaster_league::records::{self, Record, Totals};
use gatemaster_league::standings::{final_order, table};
use gatemaster_league::{Format, League, Side, Verdict};

use super::past::{Archive, Others, Subject, is_nobody};
use super::plot;
use super::press::{PlayerPress, PlayerPressed, Who};
use crate::league::sheet::{has_finals, signed};
use crate::ledger::StoredBook;
use crate::table::NEUTRAL;
use crate::words::{self, count, esc};

/// As many leagues, factions and matches as can be read at a glance.
const MOST_LEAGUES: usize = 10;
const MOST_FACTIONS: usize = 8;
const MOST_SYSTEMS: usize = 8;
const MOST_MATCHES: usize = 10;

/// What a card is made of.
pub(super) struct CardFacts<'a> {
    pub archive: &'a Archive,
    pub subject: &'a Subject,
    /// Only this league counts.
    pub league: Option<&'a StoredBook<League>>,
    pub others: &'a Others,
    pub now_ms: i64,
    pub pictures: bool,
}

impl CardFacts<'_> {
    /// The matches that the card is about, the oldest first.
    fn records(&self) -> Vec<Record> {
        if let Some(kept) = self.league {
            return records::games(std::iter::once(&kept.book));
        }
        let mut all = self.archive.records.clone();
        all.extend(self.others.records.iter().cloned());
        all.sort_by_key(|record| record.decided_ms);
        all
    }
}

/// The ratings of everybody in each game, by its key; league matches alone count, so that everybody sees the same.
fn all_ratings(archive: &Archive, now_ms: i64) -> BTreeMap<&str, (&str, Ratings)> {
    let mut games: BTreeMap<&str, (&str, Vec<Game>)> = BTreeMap::new();
    for record in &archive.records {
        if let Some(game) = record.rated() {
            let title = record.system_title.as_str();
            let of = games.entry(&record.system).or_insert_with(|| (title, Vec::new()));
            of.1.push(game);
        }
    }
    games
        .into_iter()
        .map(|(key, (title, games))| (key, (title, ratings(&games).as_of(now_ms))))
        .collect()
}

pub(super) fn card(seen: &CardFacts<'_>) -> Card {
    let Subject { who, person, name } = seen.subject;
    let records = seen.records();
    let totals = records::totals(&records, person);
    let mut card = Card { title: esc(name), colour: Some(NEUTRAL), ..Card::default() };
    if let Some(kept) = seen.league {
        let _ = write!(card.title, " in {}", esc(&kept.book.name));
    }
    add_leagues(&mut card, seen);
    if totals.is_empty() && seen.others.undecided == 0 {
        card.text.push_str(
            "No match and no game of theirs has ended here yet, as far as you can see. `/league list` shows where to play.",
        );
    } else {
        card.text = overall(&records, &totals, seen);
        let systems = records::by_system(&records, person);
        if systems.len() > 1 {
            let lines = systems
                .values()
                .map(|(title, totals)| format!("{}: {}", esc(title), short(totals)));
            add_field(&mut card, "By game", lines.collect(), MOST_SYSTEMS);
        }
        let mut factions: Vec<(String, Totals)> =
            records::by_faction(&records, person).into_iter().collect();
        factions.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.played()));
        let lines =
            factions.iter().map(|(faction, totals)| format!("{}: {}", esc(faction), short(totals)));
        add_field(&mut card, "By own faction", lines.collect(), MOST_FACTIONS);
    }
    add_ratings(&mut card, seen);
    card.selects = opponents(seen, &records).into_iter().collect();
    if matches!(who, Who::User(_)) {
        let luck =
            Button::new("Dice luck", PlayerPressed::new(who, PlayerPress::Luck)).marked("🎲");
        card = card.with_row(vec![luck]);
    }
    card
}

fn add_leagues(card: &mut Card, seen: &CardFacts<'_>) {
    let meant = seen.archive.leagues.iter();
    let meant = meant.filter(|kept| seen.league.is_none_or(|only| only.id == kept.id));
    let lines = meant.filter_map(|kept| standing(&kept.book, &seen.subject.person)).collect();
    add_field(card, "Leagues", lines, MOST_LEAGUES);
}

/// "**Club**, Season 2: place 3 of 12, 15 points"
fn standing(league: &League, person: &Person) -> Option<String> {
    let season = &league.season;
    let entrant = season.entrants.iter().find(|entrant| Person::of(entrant) == *person)?;
    let mut line = format!("**{}**, {}", esc(&league.name), esc(&season.title()));
    if let Some(division) = season.settings.division_name(entrant.division) {
        let _ = write!(line, ", {}", esc(division));
    }
    if season.phase == Phase::Entry {
        line.push_str(": entered, not started");
        return Some(line);
    }
    let rows = table(season, entrant.division);
    let row = rows.iter().find(|row| row.entrant == entrant.no)?;
    let knockout = matches!(season.settings.format, Format::Knockout { .. });
    let place = if knockout || has_finals(season, entrant.division) {
        let order = final_order(season, entrant.division);
        order.iter().find(|(_, no)| *no == entrant.no).map_or(row.place, |(place, _)| *place)
    } else {
        row.place
    };
    let _ = write!(line, ": place {place} of {}", rows.len());
    match season.settings.format {
        Format::Ladder { .. } | Format::Knockout { .. } => {}
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {
            let word = if row.points == 1 { "point" } else { "points" };
            let _ = write!(line, ", {} {word}", signed(row.points));
        }
    }
    if entrant.out {
        line.push_str(", has left");
    } else if season.phase == Phase::Closed {
        line.push_str(", closed");
    }
    Some(line)
}

fn overall(records: &[Record], totals: &Totals, seen: &CardFacts<'_>) -> String {
    let person = &seen.subject.person;
    let mut text = format!("**{}**", long(totals));
    if seen.league.is_none() {
        let others = records::totals(&seen.others.records, person);
        if others.played() > 0 {
            let of_them = if others.played() == totals.played() { "All" } else { "Of these" };
            let _ = write!(text, "\n{of_them} outside of leagues: {}", short(&others));
        }
        if seen.others.undecided > 0 {
            let ended = count(seen.others.undecided, "game ended", "games ended");
            let _ = write!(text, "\n{ended} without a winner.");
        }
    }
    let form = records::form(records, person);
    if !form.is_empty() {
        let letters: Vec<String> = form.iter().map(|mark| mark.letter().to_string()).collect();
        let _ = write!(text, "\nForm, the newest first: {}", letters.join(" "));
    }
    let streak = records::longest_winning_streak(records, person);
    if streak > 1 {
        let _ = write!(text, "\nLongest winning streak: {streak}");
    }
    text
}

fn add_ratings(card: &mut Card, seen: &CardFacts<'_>) {
    let all = all_ratings(seen.archive, seen.now_ms);
    let only = seen.league.map(|kept| kept.book.played.key());
    let mut mine: Vec<(&str, &Rated)> = all
        .iter()
        .filter(|(key, _)| only.as_deref().is_none_or(|only| only == **key))
        .filter_map(|(_, (title, ratings))| Some((*title, ratings.get(&seen.subject.person)?)))
        .collect();
    mine.sort_by_key(|(_, rated)| std::cmp::Reverse(rated.games));
    let lines = mine.iter().map(|(title, rated)| {
        let guess = if rated.is_provisional() { ", still a guess" } else { "" };
        format!(
            "{}: **{:.0}** ± {:.0} after {}{guess}",
            esc(title),
            rated.now.rating,
            rated.now.deviation,
            count(rated.games, "match", "matches")
        )
    });
    add_field(card, "Rating", lines.collect(), MOST_SYSTEMS);
    if !mine.is_empty() {
        card.footer.push_str(
            "Ratings are Glicko-2, from league matches, a week at a time. A number after ± is how far it may be off.",
        );
    }
    // a single week is no line yet
    let drawn = mine.first().filter(|(_, rated)| seen.pictures && rated.history.len() > 1);
    card.picture = drawn
        .and_then(|(title, rated)| plot::rating_plot(&seen.subject.name, title, &rated.history));
}

/// Those they met most often.
fn opponents(seen: &CardFacts<'_>, records: &[Record]) -> Option<Select> {
    let mut met: BTreeMap<&Person, (u32, &str)> = BTreeMap::new();
    for (record, side) in records::of(records, &seen.subject.person) {
        let other = side.other().index();
        let (times, name) = met.entry(&record.persons[other]).or_default();
        *times = times.saturating_add(1);
        *name = &record.names[other];
    }
    let mut met: Vec<_> = met.into_iter().filter(|(person, _)| !is_nobody(person)).collect();
    met.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    let choices: Vec<Choice> = met
        .into_iter()
        .filter_map(|(person, (times, name))| {
            let who = seen.archive.who_is(person)?;
            Some(Choice::new(name, who.encode()).more(count(times, "match", "matches")))
        })
        .take(CHOICES.into())
        .collect();
    let press = PlayerPressed::new(&seen.subject.who, PlayerPress::Against);
    (!choices.is_empty()).then(|| Select::new("Head to head…", press, choices))
}

/// Two people against each other, seen from the first.
pub(super) fn against(seen: &CardFacts<'_>, other: &Subject) -> Card {
    let subject = seen.subject;
    let records = seen.records();
    let meeting = records::head_to_head(&records, &subject.person, &other.person);
    let totals = meeting.totals;
    let (one, two) = (esc(&subject.name), esc(&other.name));
    let mut card =
        Card { title: format!("{one} against {two}"), colour: Some(NEUTRAL), ..Card::default() };
    if subject.person == other.person {
        card.text.push_str("Nobody plays against themselves. Choose two people.");
    } else if totals.is_empty() {
        card.text.push_str("They have not met here, as far as you can see.");
    } else {
        card.text = format!("{one} has won **{}**, {two} **{}**", totals.won, totals.lost);
        if totals.drawn > 0 {
            let _ = write!(card.text, ", and **{}** drawn", totals.drawn);
        }
        card.text.push('.');
        let walkovers = totals.walkovers_won.saturating_add(totals.walkovers_lost);
        if walkovers > 0 {
            let times = count(walkovers, "time", "times");
            let _ = write!(card.text, " {times} somebody was not there.");
        }
        if meeting.scores != [0, 0] {
            let [own, theirs] = meeting.scores;
            let _ = write!(card.text, "\nScores together: {own}–{theirs}");
        }
        let lines = meeting.newest_first.iter().map(|record| match_line(record)).collect();
        add_field(&mut card, "The latest", lines, MOST_MATCHES);
    }
    let lines = chances(seen, other);
    add_field(&mut card, "By their ratings", lines, MOST_SYSTEMS);
    let back = PlayerPressed::new(&subject.who, PlayerPress::Card);
    card.with_row(vec![Button::new("Card", back)])
}

fn chances(seen: &CardFacts<'_>, other: &Subject) -> Vec<String> {
    if seen.subject.person == other.person {
        return Vec::new();
    }
    let only = seen.league.map(|kept| kept.book.played.key());
    all_ratings(seen.archive, seen.now_ms)
        .iter()
        .filter(|(key, _)| only.as_deref().is_none_or(|only| only == **key))
        .filter_map(|(_, (title, ratings))| {
            let own = ratings.get(&seen.subject.person)?;
            let theirs = ratings.get(&other.person)?;
            let share = 100.0 * expected(&own.now, &theirs.now);
            Some(format!(
                "{}: {:.0} against {:.0}; {} would take about {share:.0} of 100 points.",
                esc(title),
                own.now.rating,
                theirs.now.rating,
                esc(&seen.subject.name)
            ))
        })
        .collect()
}

fn match_line(record: &Record) -> String {
    let name = |side: Side| esc(&record.names[side.index()]);
    let score = |side: Side| match record.scores {
        Some(scores) => format!(" {}–{}", scores[side.index()], scores[side.other().index()]),
        None => String::new(),
    };
    let what = match record.verdict {
        Verdict::Win(side) => format!("{} beat {}{}", name(side), name(side.other()), score(side)),
        Verdict::Draw => format!("drawn{}", score(Side::First)),
        Verdict::Walkover(side) => format!("walkover for {}", name(side)),
        Verdict::NotPlayed => "not played, and both lost".to_owned(),
    };
    let place = if record.league.is_empty() {
        esc(&record.system_title)
    } else {
        format!("{}, season {}", esc(&record.league), record.season)
    };
    format!("{}: {what} ({place})", words::day(record.decided_ms))
}

/// "12 matches: 7 won, 2 drawn, 3 lost; 1 walkover won"
fn long(totals: &Totals) -> String {
    let mut text = format!(
        "{}: {} won, {} drawn, {} lost",
        count(totals.played(), "match", "matches"),
        totals.won,
        totals.drawn,
        totals.lost
    );
    for (number, what) in [(totals.walkovers_won, "won"), (totals.walkovers_lost, "lost")] {
        if number > 0 {
            let _ = write!(text, "; {} {what}", count(number, "walkover", "walkovers"));
        }
    }
    text
}

/// "7 won, 2 drawn, 3 lost"
fn short(totals: &Totals) -> String {
    format!("{} won, {} drawn, {} lost", totals.won, totals.drawn, totals.lost)
}

/// Whole lines only, as many as there is room for.
fn add_field(card: &mut Card, title: &str, lines: Vec<String>, most: usize) {
    const NOTE: usize = 30;
    let all = lines.len();
    let mut text = String::new();
    for (number, line) in lines.into_iter().enumerate() {
        let room = FIELD_VALUE.saturating_sub(NOTE + text.chars().count());
        if number == most || line.chars().count() > room {
            let _ = write!(text, "\n… and {} more", all - number);
            break;
        }
        if number > 0 {
            text.push('\n');
        }
        text.push_str(&line);
    }
    if !text.is_empty() {
        card.fields.push((title.to_owned(), text));
    }
}

#[cfg(test)]
mod tests;
