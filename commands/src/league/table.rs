//! `/league table`: a division in words and as a picture, and why somebody stands where they stand.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, CHOICES, FIELD_VALUE, ROWS, clip};
use gatemaster_league::standings::{explain::explain, final_order};
use gatemaster_league::{EntrantId, Format, League, Season};

use super::monospaced::{fitted, to_left, to_right, width};
use super::picture;
use super::press::{LeaguePress, LeaguePressed};
use super::sheet::{LEFT, Sheet, has_finals};
use crate::ledger::StoredBook;
use crate::table::NEUTRAL;
use crate::words::esc;

/// As wide as a code block within a frame is on a phone, before its lines wrap.
const WIDEST: usize = 36;
/// Names are shown at most so far, and columns that can be spared give way until they are shown at least so far.
const NAME: std::ops::RangeInclusive<usize> = 12..=24;
/// With numbers of three figures everywhere, names are shown at least so far.
const SHORTEST_NAME: usize = 6;
/// Characters of the code block, so that the rest of the card has room beside it.
const LONGEST: usize = 3_600;
/// How many are told of the order after the finals.
const FINALISTS: usize = 8;

/// The table of one division, the last one where there is no such division. The lists carry
/// [`LeaguePress::Explain`]; who is meant is what was picked. `pictures` offers it as a picture as well.
pub fn card(kept: &StoredBook<League>, division: u8, pictures: bool) -> Card {
    let league = &kept.book;
    let season = &league.season;
    let division = division.min(season.settings.division_count().saturating_sub(1));
    let sheet = Sheet::of(league, division);
    let mut card = Card {
        title: esc(&sheet.title),
        footer: format!("{}, {}", league.played.title(), season.settings.format.title()),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    if sheet.lines.is_empty() {
        card.text.push_str("Nobody is in it yet. `/league join` enters you.");
    } else {
        card.text = block(&sheet, usize::MAX);
        card.fields.push(("What the columns mean".to_owned(), legend(season, &sheet)));
        if has_finals(season, division) {
            let order = clip(&after_the_finals(season, division), FIELD_VALUE);
            card.fields.push(("With the finals counted".to_owned(), order));
        }
    }
    card.buttons = other_divisions(kept, division, pictures && !sheet.lines.is_empty());
    card.selects = explain_lists(kept, &sheet, ROWS.saturating_sub(card.buttons.len()));
    card
}

/// Controls would show the present season.
pub fn of_earlier_season(card: Card) -> Card {
    Card { selects: Vec::new(), buttons: Vec::new(), ..card }
}

/// The same as a picture, with every column.
pub fn picture_card(kept: &StoredBook<League>, division: u8) -> Card {
    let league = &kept.book;
    let division = division.min(league.season.settings.division_count().saturating_sub(1));
    let picture = picture::league_table(league, division);
    let text = if picture.is_none() { "Nobody is in it yet." } else { "" };
    let title = esc(&Sheet::of(league, division).title);
    Card { title, text: text.to_owned(), picture, colour: Some(NEUTRAL), ..Card::default() }
}

/// The first of a division, for a post that shows how it stands; nothing where nobody is in it.
pub fn first_rows(league: &League, division: u8, rows: usize) -> Option<String> {
    let sheet = Sheet::of(league, division);
    (!sheet.lines.is_empty()).then(|| block(&sheet, rows))
}

/// What somebody's points are made of, and what separates them from their neighbours.
pub fn explain_card(kept: &StoredBook<League>, entrant: EntrantId) -> Card {
    let season = &kept.book.season;
    let Some(person) = season.entrant(entrant) else {
        return Card::line(
            "Nobody of that number is in this season. `/league table` shows who is.",
        );
    };
    let text: Vec<String> = explain(season, entrant).iter().map(|sentence| esc(sentence)).collect();
    let table = LeaguePress::Table { division: person.division };
    Card {
        title: esc(&format!("Why {} stands where they stand", person.name)),
        text: text.join("\n"),
        footer: format!("{}, {}", kept.book.name, season.title()),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(vec![Button::new("Table", LeaguePressed::new(&kept.id, table))])
}

/// The columns that fit beside names, and how wide places and names may be.
struct Layout {
    /// Which one of the sheet, and how wide.
    columns: Vec<(usize, usize)>,
    place: usize,
    name: usize,
}

impl Layout {
    fn of(sheet: &Sheet) -> Self {
        let wide = |at: usize| {
            let cells = sheet.lines.iter().filter_map(|line| line.cells.get(at));
            let head = sheet.heads.get(at).map_or(0, |head| width(head.short));
            cells.map(|cell| width(short(cell))).max().unwrap_or(0).max(head)
        };
        let places = sheet.lines.iter().map(|line| width(&line.place.to_string()));
        let place = places.max().unwrap_or(1);
        let mut columns: Vec<(usize, usize)> =
            (0..sheet.heads.len()).map(|at| (at, wide(at))).collect();
        let taken = |columns: &[(usize, usize)]| -> usize {
            place + 1 + columns.iter().map(|(_, wide)| wide + 1).sum::<usize>()
        };
        while taken(&columns) + NAME.start() > WIDEST {
            let spare = |(at, _): &(usize, usize)| sheet.heads.get(*at).is_some_and(|h| h.spare);
            let Some(last) = columns.iter().rposition(spare) else { break };
            columns.remove(last);
        }
        let longest = sheet.lines.iter().map(|line| width(&line.name) + 1).max().unwrap_or(0);
        let room = WIDEST.saturating_sub(taken(&columns)).max(SHORTEST_NAME);
        Self { columns, place, name: room.min(longest.max(4)).min(*NAME.end()) }
    }
}

/// "lot": the head of the column says the rest.
fn short(cell: &str) -> &str {
    cell.strip_prefix("by ").unwrap_or(cell)
}

fn block(sheet: &Sheet, most: usize) -> String {
    let Layout { columns, place, name: room } = Layout::of(sheet);
    let mut text = format!("```\n{} {}", to_right("#", place), to_left("Name", room));
    for (at, wide) in &columns {
        let short = sheet.heads.get(*at).map_or("", |head| head.short);
        let _ = write!(text, " {}", to_right(short, *wide));
    }
    let mut left_out = sheet.lines.len().saturating_sub(most);
    let mut full = false;
    for line in sheet.lines.iter().take(most) {
        let place = to_right(&line.place.to_string(), place);
        let mark = if line.out { LEFT.to_string() } else { String::new() };
        let name = format!("{}{mark}", fitted(&line.name, room - width(&mark)));
        let mut row = format!("\n{place} {}", to_left(&name, room));
        for (at, wide) in &columns {
            let cell = line.cells.get(*at).map_or("", |cell| short(cell));
            let _ = write!(row, " {}", to_right(cell, *wide));
        }
        full |= text.chars().count() + row.chars().count() > LONGEST;
        if full {
            left_out += 1;
        } else {
            text.push_str(&row);
        }
    }
    text.push_str("\n```");
    if full {
        let _ = write!(text, "\n… and {left_out} more: `/league export` has everybody.");
    } else if left_out > 0 {
        let _ = write!(text, "\n… and {left_out} more: *Table* has everybody.");
    }
    text
}

fn legend(season: &Season, sheet: &Sheet) -> String {
    let mut parts: Vec<String> =
        sheet.heads.iter().map(|head| format!("**{}** {}", head.short, head.means)).collect();
    if sheet.anybody_out() {
        parts.push(format!("**{LEFT}** has left"));
    }
    let mut legend = parts.join(" · ");
    match season.settings.format {
        Format::Ladder { .. } => {
            legend.push_str("\nWhoever beats somebody above them takes that place.");
        }
        Format::Knockout { .. } => {
            legend.push_str("\nPlaces follow from how far people come in the bracket.");
        }
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {
            let ties: Vec<&str> = season.settings.ties.iter().map(|tie| tie.title()).collect();
            if !ties.is_empty() {
                let _ = write!(legend, "\nLevel on points: {}.", ties.join(", then "));
            }
        }
    }
    clip(&legend, FIELD_VALUE)
}

fn after_the_finals(season: &Season, division: u8) -> String {
    let order = final_order(season, division);
    let told: Vec<String> = order
        .iter()
        .take(FINALISTS)
        .map(|(place, entrant)| format!("{place}. {}", esc(season.name_of(*entrant))))
        .collect();
    told.join(" · ")
}

fn other_divisions(kept: &StoredBook<League>, shown: u8, pictures: bool) -> Vec<Vec<Button>> {
    let settings = &kept.book.season.settings;
    let press = LeaguePress::Picture { division: shown };
    let picture = pictures
        .then(|| Button::new("As a picture", LeaguePressed::new(&kept.id, press)).marked("🖼"));
    let divisions = (0..settings.division_count())
        .filter(|division| *division != shown)
        .filter_map(|division| {
            let name = settings.division_name(division)?;
            Some(Button::new(name, LeaguePressed::new(&kept.id, LeaguePress::Table { division })))
        });
    let buttons: Vec<Button> = picture.into_iter().chain(divisions).collect();
    buttons.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect()
}

/// Everybody of the table in as many lists as there are rows for. Each list needs an id of its own: the first names nobody,
/// the others whoever they begin with.
fn explain_lists(kept: &StoredBook<League>, sheet: &Sheet, rows: usize) -> Vec<Select> {
    let lists = sheet.lines.chunks(CHOICES.into()).take(rows).enumerate();
    lists
        .map(|(number, lines)| {
            let entrant = lines.first().filter(|_| number > 0).map(|line| line.entrant);
            let ends = lines.first().zip(lines.last());
            let placeholder = match ends {
                Some((first, last)) if sheet.lines.len() > lines.len() => {
                    format!("Explain… {} to {}", first.place, last.place)
                }
                Some(_) | None => "Explain…".to_owned(),
            };
            let choices = lines
                .iter()
                .map(|line| Choice::new(format!("{}. {}", line.place, line.name), line.entrant))
                .collect();
            let press = LeaguePress::Explain { entrant };
            Select::new(placeholder, LeaguePressed::new(&kept.id, press), choices)
        })
        .collect()
}

#[cfg(test)]
mod tests;
