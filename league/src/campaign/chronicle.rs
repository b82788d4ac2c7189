//! The story to read again: page by page, and as one Markdown file to keep.

use std::fmt::Write as _;

use gatemaster_rules::text::list;

use super::date::day;
use super::happening::{Happening, Part};
use super::ids::{EntryNo, RoundNo};
use super::sentence::{battle_name, result, sentence, side_name, state};
use super::{Battle, Campaign, Entry, Phase, State, Unit, map, standing};

/// One line of the chronicle, without markup and with names as people wrote them; whoever shows it escapes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub no: EntryNo,
    pub at_ms: i64,
    pub by: String,
    /// A struck note is not read out again; the line says who struck it.
    pub sentence: String,
    pub struck: bool,
    /// Somebody's own words and not the book's.
    pub note: bool,
}

/// What is told of all that stands in the book, the oldest first: how the stage was set is left out.
pub fn story(campaign: &Campaign) -> Vec<&Entry> {
    campaign.chronicle.iter().filter(|entry| is_story(&entry.what)).collect()
}

fn is_story(what: &Happening) -> bool {
    match what.part() {
        Part::Opening | Part::Battle(_) | Part::Story => true,
        Part::People | Part::Office | Part::Stage | Part::Table(_) => false,
    }
}

/// `count` lines of the story from `from`, counted from 0 at the oldest. They keep the numbers that they have in the book.
pub fn lines(campaign: &Campaign, from: usize, count: usize) -> Vec<Line> {
    story(campaign).into_iter().skip(from).take(count).map(|entry| line(campaign, entry)).collect()
}

fn line(campaign: &Campaign, entry: &Entry) -> Line {
    let said = match &entry.struck {
        Some(struck) => format!("A note, struck by {}.", struck.by.name),
        None => sentence(campaign, &entry.what),
    };
    Line {
        no: entry.no,
        at_ms: entry.at_ms,
        by: entry.by.name.clone(),
        sentence: said,
        struck: entry.struck.is_some(),
        note: matches!(entry.what, Happening::Noted { .. }),
    }
}

/// A text that people wrote, safe to stand anywhere in our Markdown.
pub fn md(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    // what begins like a list would become one
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in text.char_indices() {
        let opens_a_list = match c {
            '-' | '+' | '=' => at == 0,
            '.' | ')' => at > 0 && at == digits,
            _ => false,
        };
        let marks = matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '@' | '$'
        );
        if opens_a_list || marks {
            safe.push('\\');
        }
        // a file is made of lines, and a name is only a part of one
        safe.push(if c.is_control() { ' ' } else { c });
    }
    safe
}

/// The whole chronicle as Markdown: who took part, how it stands, every battle, the map, the units, and every line in order.
pub fn text(campaign: &Campaign) -> String {
    let mut text = String::new();
    title(campaign, &mut text);
    sides(campaign, &mut text);
    rounds(campaign, &mut text);
    places(campaign, &mut text);
    units(campaign, &mut text);
    say(&mut text, "## Chronicle\n");
    let all = lines(campaign, 0, usize::MAX);
    for line in &all {
        let Line { no, by, sentence, .. } = line;
        say(&mut text, &format!("{no}. {}, {}: {}", day(line.at_ms), md(by), md(sentence)));
    }
    text
}

fn say(text: &mut String, line: &str) {
    // writing to a String cannot fail
    let _ = writeln!(text, "{line}");
}

fn title(campaign: &Campaign, text: &mut String) {
    say(text, &format!("# {}\n", md(&campaign.name)));
    let until = match (campaign.phase, campaign.closed_ms) {
        (Phase::Closed, Some(closed)) => format!("to {}", day(closed)),
        (Phase::Closed, None) => "and closed".to_owned(),
        (Phase::Open, _) => "and still going on".to_owned(),
    };
    let played = md(campaign.played.title());
    say(text, &format!("{played}, from {} {until}.", day(campaign.opened_ms)));
    let organisers: Vec<String> =
        campaign.organisers.iter().map(|player| md(&player.name)).collect();
    say(text, &format!("Organised by {}.\n", list(&organisers)));
    if !campaign.about.is_empty() {
        say(text, &format!("{}\n", md(&campaign.about)));
    }
}

fn sides(campaign: &Campaign, text: &mut String) {
    say(text, "## Sides\n");
    if campaign.sides.is_empty() {
        say(text, "None yet.\n");
        return;
    }
    say(text, "| Place | Side | Points | Places held (worth) | Won | Drawn | Lost |");
    say(text, "| ---: | --- | ---: | ---: | ---: | ---: | ---: |");
    for row in standing::standing(campaign) {
        let name = md(&side_name(campaign, row.side));
        let standing::Row { place, points, places_held, worth, won, drawn, lost, .. } = row;
        say(
            text,
            &format!(
                "| {place} | {name} | {points} | {places_held} ({worth}) | {won} | {drawn} | {lost} |"
            ),
        );
    }
    say(text, "");
    for side in &campaign.sides {
        let members: Vec<String> = side.members.iter().map(|player| md(&player.name)).collect();
        let members = if members.is_empty() { "nobody yet".to_owned() } else { list(&members) };
        say(text, &format!("- **{}** ({}): {members}", md(&side.name), side.colour.name()));
    }
    say(text, "");
}

fn rounds(campaign: &Campaign, text: &mut String) {
    say(text, "## Rounds\n");
    if campaign.rounds.is_empty() {
        say(text, "None yet.\n");
    }
    for round in &campaign.rounds {
        let until = round
            .closed_ms
            .map_or_else(|| "still on".to_owned(), |closed| format!("to {}", day(closed)));
        say(text, &format!("### Round {}: {}\n", round.no, md(&round.name)));
        say(text, &format!("From {}, {until}.\n", day(round.opened_ms)));
        if !round.about.is_empty() {
            say(text, &format!("{}\n", md(&round.about)));
        }
        battles(campaign, round.no, text);
    }
}

fn battles(campaign: &Campaign, round: RoundNo, text: &mut String) {
    let mut any = false;
    for battle in campaign.battles_of_round(round) {
        any = true;
        one_battle(campaign, battle, text);
    }
    say(text, if any { "" } else { "No battles.\n" });
}

fn one_battle(campaign: &Campaign, battle: &Battle, text: &mut String) {
    let name = battle_name(campaign, battle.no);
    let name = name.strip_prefix("battle ").unwrap_or(&name);
    let place = battle
        .place
        .and_then(|place| campaign.place(place))
        .map_or_else(String::new, |place| format!(" at {}", md(&place.name)));
    say(text, &format!("- **Battle {}**{place}: {}", md(name), md(&state(campaign, battle))));
    if !battle.note.is_empty() {
        say(text, &format!("  - Note: {}", md(&battle.note)));
    }
    for change in &battle.history {
        let State::Fought { outcome, .. } = &change.before else { continue };
        let why = if change.why.is_empty() { String::new() } else { format!(" ({})", change.why) };
        say(
            text,
            &format!(
                "  - Until {}: {}{}",
                day(change.at_ms),
                md(&result(campaign, outcome)),
                md(&why)
            ),
        );
    }
}

fn places(campaign: &Campaign, text: &mut String) {
    if campaign.places.is_empty() {
        return;
    }
    say(text, "## Map\n");
    let drawn = map::text_map(campaign);
    say(text, "```text");
    for row in &drawn.rows {
        say(text, row);
    }
    say(text, "```\n");
    for line in drawn.sides.iter().chain(&drawn.places) {
        say(text, &format!("- {}", md(line)));
    }
    say(text, "");
}

fn units(campaign: &Campaign, text: &mut String) {
    if campaign.units.is_empty() {
        return;
    }
    say(text, "## Units\n");
    for side in &campaign.sides {
        let mut units = campaign.units_of(side.no).peekable();
        if units.peek().is_none() {
            continue;
        }
        say(text, &format!("### {}\n", md(&side.name)));
        for unit in units {
            say(text, &format!("- {}", one_unit(unit)));
        }
        say(text, "");
    }
}

fn one_unit(unit: &Unit) -> String {
    let kind = if unit.kind.is_empty() { String::new() } else { format!(" ({})", md(&unit.kind)) };
    let honours: Vec<String> = unit.honours.iter().map(|honour| md(honour)).collect();
    let honours =
        if honours.is_empty() { String::new() } else { format!("; honours: {}", list(&honours)) };
    let note = if unit.note.is_empty() { String::new() } else { format!(". {}", md(&unit.note)) };
    format!(
        "**{}**{kind}: experience {}, losses {}, {}{honours}{note}",
        md(&unit.name),
        unit.experience,
        unit.losses,
        unit.state.name()
    )
}
