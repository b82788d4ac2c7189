//! What a file would do, in words.

use std::fmt::Write as _;

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{CONTENT, clip};
use gatemaster_league::books::date;
use gatemaster_league::decide::{ImportTrial, LineFate, TriedLine};
use gatemaster_league::words::state_in_words;
use gatemaster_league::{Fixture, League};

use super::plan::Plan;
use crate::league::show::number;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;
use crate::words::{count, esc, list};

/// As many lines as a page shows.
const LINES: usize = 20;
const MOST_NAMES: usize = 10;

pub(super) struct Page {
    pub(super) card: Card,
    /// Which it is, counted from 0, and how many there are.
    pub(super) number: usize,
    pub(super) of: usize,
}

/// Everything that is wrong with a file, so that it is mended in one go.
pub(in crate::league) fn all_faults(faults: &[String]) -> Trouble {
    let told: Vec<String> = faults.iter().map(|fault| esc(fault)).collect();
    let text = format!("Nothing was brought in.\n{}", told.join("\n"));
    Trouble::refused(clip(&text, CONTENT))
}

/// Whether a line does anything to the league.
pub(super) fn changes(line: &TriedLine) -> bool {
    match line.fate {
        LineFate::Entered | LineFate::Changed { .. } => true,
        LineFate::Known | LineFate::Doubled => false,
    }
}

pub(super) fn page(league: &League, plan: &Plan, trial: &ImportTrial, page: usize) -> Page {
    let lines = all_lines(plan, trial);
    let pages = lines.len().div_ceil(LINES).max(1);
    let page = page.min(pages - 1);
    let shown: Vec<String> = lines.iter().skip(page * LINES).take(LINES).cloned().collect();
    let mut text = summary(league, plan, trial, lines.is_empty());
    if !trial.faults.is_empty() {
        let faults: Vec<String> = trial.faults.iter().take(LINES).map(|fault| esc(fault)).collect();
        let _ = write!(text, "\n\n**It cannot come in like this:**\n{}", faults.join("\n"));
    } else if !shown.is_empty() {
        let _ = write!(text, "\n\n{}", shown.join("\n"));
    }
    let footer = match (lines.is_empty(), pages) {
        (true, _) => String::new(),
        (false, 1) => "Nothing is written yet.".to_owned(),
        (false, pages) => format!("Nothing is written yet. Page {} of {pages}", page + 1),
    };
    let card = Card {
        title: format!("{}: a file", league.name),
        text,
        footer,
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    Page { card, number: page, of: pages }
}

/// What comes of it, counted, and which names are not clear.
fn summary(league: &League, plan: &Plan, trial: &ImportTrial, nothing: bool) -> String {
    let fates = |wanted: fn(&LineFate) -> bool| {
        number(trial.lines.iter().filter(|line| wanted(&line.fate)).count())
    };
    let entered = fates(|fate| *fate == LineFate::Entered);
    let changed = fates(|fate| matches!(fate, LineFate::Changed { .. }));
    let known = fates(|fate| *fate == LineFate::Known);
    let doubled = fates(|fate| *fate == LineFate::Doubled);
    let mut would = Vec::new();
    let people = number(trial.newcomers.len());
    if people > 0 {
        would.push(format!("{} would enter", count(people, "person", "people")));
    }
    if entered > 0 {
        would.push(format!("{} would be entered", count(entered, "result", "results")));
    }
    if changed > 0 {
        would.push(format!("{} would be changed", count(changed, "result", "results")));
    }
    let mut sentences = Vec::new();
    if !would.is_empty() {
        sentences.push(format!("**{}.**", list(&would)));
    } else if nothing && plan.unclear.is_empty() {
        sentences.push(format!(
            "**There is nothing to change:** “{}” has all of it already.",
            esc(&league.name)
        ));
    }
    for (many, one, several) in [
        (known, "line is in the league already.", "lines are in the league already."),
        (plan.known, "person is in it already.", "people are in it already."),
        (
            doubled,
            "line says the same as one before it.",
            "lines say the same as ones before them.",
        ),
        (plan.no_result, "line is no result yet.", "lines are no results yet."),
        (plan.left_out, "line is left out.", "lines are left out."),
    ] {
        if many > 0 {
            sentences.push(count(many, one, several));
        }
    }
    let mut text = sentences.join(" ");
    if !plan.unclear.is_empty() {
        let more = plan.unclear.len().saturating_sub(MOST_NAMES);
        let mut names: Vec<String> =
            plan.unclear.iter().take(MOST_NAMES).map(|name| format!("**{}**", esc(name))).collect();
        if more > 0 {
            names.push(format!("{more} more"));
        }
        let _ = write!(
            text,
            "\n\nI do not know {}. Whom do you mean? Their lines wait until you say so.",
            list(&names)
        );
    }
    text.trim_start().to_owned()
}

fn all_lines(plan: &Plan, trial: &ImportTrial) -> Vec<String> {
    let season = &trial.league.season;
    let newcomers = trial.newcomers.iter().filter_map(|no| season.entrant(*no)).map(|entrant| {
        let how = if entrant.id.is_some() { "from this server" } else { "a guest" };
        let faction = entrant.faction.as_deref().map(|name| format!(", {}", esc(name)));
        format!("Enters: **{}** ({how}{})", esc(&entrant.name), faction.unwrap_or_default())
    });
    let lines = trial.lines.iter().filter(|line| changes(line)).filter_map(|line| {
        let fixture = season.fixture(line.fixture)?;
        let at = plan.matches.get(line.at).map_or(0, |imported| imported.line);
        let now = esc(&state_in_words(season, fixture));
        let no = fixture.no;
        Some(match &line.fate {
            LineFate::Changed { before } => {
                let was = Fixture { state: before.clone(), ..fixture.clone() };
                let words = esc(&state_in_words(season, &was));
                let change = if words == now {
                    format!("**{now}**: {}", finer(&was, fixture))
                } else {
                    format!("{words} → **{now}**")
                };
                format!("Changed, line {at}: `{no}` {change}")
            }
            LineFate::Entered | LineFate::Known | LineFate::Doubled => {
                format!("New, line {at}: `{no}` **{now}**")
            }
        })
    });
    newcomers.chain(lines).collect()
}

/// What changes besides who won and with which score.
fn finer(was: &Fixture, now: &Fixture) -> String {
    let mut what = Vec::new();
    if let (Some(was), Some(now)) = (was.decided_ms(), now.decided_ms())
        && date::written(was) != date::written(now)
    {
        what.push(format!("{} → {}", date::written(was), date::written(now)));
    }
    if let (Some(was), Some(now)) = (was.result(), now.result()) {
        for (was, now) in was.factions.iter().zip(&now.factions).filter(|(was, now)| was != now) {
            let name = |faction: &Option<String>| esc(faction.as_deref().unwrap_or("no faction"));
            what.push(format!("{} → {}", name(was), name(now)));
        }
    }
    what.join(", ")
}
