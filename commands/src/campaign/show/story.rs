//! What there is to read and to look at: the chronicle, the map, the rolls of units.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{self, clip};
use gatemaster_league::campaign::chronicle::{Line, lines as chronicle_lines, story};
use gatemaster_league::campaign::map::text_map;
use gatemaster_league::campaign::sentence::sentence;
use gatemaster_league::campaign::{Campaign, Happening, SideNo, Unit, UnitState};

use super::super::picture;
use super::super::press::CampaignPress;
use super::{button, lines, look_buttons, number, side_text};
use crate::ledger::StoredBook;
use crate::table::NEUTRAL;
use crate::words::{self, count, esc};

/// Lines of the chronicle on one page, where they are short enough.
pub const LINES_PER_PAGE: usize = 12;

/// What has just been written, in the chronicle's own sentences.
pub fn happened(campaign: &Campaign, events: &[Happening]) -> String {
    let said: Vec<String> = events.iter().map(|event| esc(&sentence(campaign, event))).collect();
    if said.is_empty() { "Noted.".to_owned() } else { lines(&said, said.len(), limits::CONTENT) }
}

/// The story from line `from` back to older ones; 0 is the latest.
pub fn chronicle(kept: &StoredBook<Campaign>, from: u32) -> Card {
    let campaign = &kept.book;
    let told = story(campaign);
    let all = told.len();
    // lines keep their numbers, so that a page stays the same while the story goes on
    let newest = match from {
        0 => all,
        from => told.partition_point(|entry| entry.no.0 <= from),
    };
    let number_at = |at: usize| at.checked_sub(1).and_then(|at| told.get(at)).map_or(0, |e| e.no.0);
    let first = newest.saturating_sub(LINES_PER_PAGE);
    let mut page = chronicle_lines(campaign, first, newest - first);
    page.reverse();
    let mut text: Vec<String> = Vec::new();
    let mut room = limits::EMBED_TEXT - 100;
    for line in &page {
        let line = clip(&line_text(line), room);
        let long = line.chars().count() + 1;
        if long > room {
            break;
        }
        room -= long;
        text.push(line);
    }
    let oldest = newest - text.len();
    let mut row = Vec::new();
    if newest < all {
        let from = number_at((newest + LINES_PER_PAGE).min(all));
        row.push(button(kept, "◀ Newer", CampaignPress::Chronicle { from }));
    }
    if oldest > 0 {
        row.push(button(kept, "Older ▶", CampaignPress::Chronicle { from: number_at(oldest) }));
    }
    Card {
        title: format!("{}: the chronicle", esc(&campaign.name)),
        text: if text.is_empty() { "Nothing is written yet.".to_owned() } else { text.join("\n") },
        footer: format!("{} to {newest} of {all} lines, the newest first", (oldest + 1).min(all)),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(row)
}

/// "`12` 3 May · Ann: Red Host takes the Old Mill."
fn line_text(line: &Line) -> String {
    let Line { no, at_ms, by, sentence, struck, note } = line;
    let said = match (struck, note) {
        (true, _) => format!("*{}*", esc(sentence)),
        (false, true) => format!("“{}”", esc(sentence)),
        (false, false) => esc(sentence),
    };
    format!("`{no}` {} · {}: {said}", words::day(*at_ms), esc(by))
}

/// The map in words and, where pictures are wanted, as a picture, drawn upon `ground` if the campaign has one.
pub fn map(kept: &StoredBook<Campaign>, pictures: bool, ground: Option<&[u8]>) -> Card {
    let campaign = &kept.book;
    let title = format!("{}: the map", esc(&campaign.name));
    if campaign.places.is_empty() {
        let text = "There is no place on the map yet. An organiser puts one there with `/chronicler place`.";
        return Card { title, text: text.to_owned(), colour: Some(NEUTRAL), ..Card::default() };
    }
    let drawn = text_map(campaign);
    let grid = format!("```text\n{}\n```", drawn.rows.join("\n"));
    let mut said: Vec<String> = campaign
        .sides
        .iter()
        .zip(&drawn.sides)
        .map(|(side, words)| format!("{} {}", side.colour.mark(), esc(words)))
        .collect();
    said.extend(drawn.places.iter().map(|place| esc(place)));
    let room = limits::EMBED_TEXT.saturating_sub(grid.chars().count());
    Card {
        title,
        text: format!("{grid}{}", lines(&said, said.len(), room)),
        picture: if pictures { picture::campaign_map(campaign, ground) } else { None },
        footer: "7A is place 7, held by side A; 7- is nobody's".to_owned(),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}

/// The rolls of all sides, or of one.
pub fn units(kept: &StoredBook<Campaign>, only: Option<SideNo>) -> Card {
    let campaign = &kept.book;
    let sides: Vec<_> =
        campaign.sides.iter().filter(|side| only.is_none_or(|only| side.no == only)).collect();
    let mut said = Vec::new();
    for side in sides {
        let units: Vec<&Unit> = campaign.units_of(side.no).collect();
        if units.is_empty() && only.is_none() {
            continue;
        }
        said.push(format!("{} · {}", side_text(side), count(number(units.len()), "unit", "units")));
        said.extend(units.into_iter().map(unit_line));
    }
    let text = if said.is_empty() {
        "No unit is on the roll yet. An organiser adds one with `/chronicler unit`.".to_owned()
    } else {
        lines(&said, said.len(), limits::EMBED_TEXT)
    };
    Card {
        title: format!("{}: the units", esc(&campaign.name)),
        text,
        colour: Some(NEUTRAL),
        buttons: vec![look_buttons(kept)],
        ..Card::default()
    }
}

/// "**Iron Guard** (Strike squad): experience 4, losses 1, resting; honours: Held the bridge"
pub fn unit_line(unit: &Unit) -> String {
    let kind = match unit.kind.as_str() {
        "" => String::new(),
        kind => format!(" ({})", esc(kind)),
    };
    let honours: Vec<String> = unit.honours.iter().map(|honour| esc(honour)).collect();
    let honours = if honours.is_empty() {
        String::new()
    } else {
        format!("; honours: {}", words::list(&honours))
    };
    let note = match unit.note.as_str() {
        "" => String::new(),
        note => format!(" · {}", esc(note)),
    };
    let (before, after) = match unit.state {
        UnitState::Ready | UnitState::Resting => ("", ""),
        UnitState::Lost => ("~~", "~~"),
    };
    format!(
        "{before}**{}**{after}{kind}: experience {}, losses {}, {}{honours}{note}",
        esc(&unit.name),
        unit.experience,
        unit.losses,
        unit.state.name()
    )
}

/// Who fights for whom.
pub fn sides_line(campaign: &Campaign) -> String {
    let sides: Vec<String> = campaign
        .sides
        .iter()
        .map(|side| {
            let members: Vec<String> = side.members.iter().map(|one| esc(&one.name)).collect();
            let members =
                if members.is_empty() { "nobody yet".to_owned() } else { words::list(&members) };
            format!("{} ({}): {members}", side_text(side), side.colour.name())
        })
        .collect();
    lines(&sides, sides.len(), limits::FIELD_VALUE)
}
