//! What a shot would come to as a small table in letters of one width, a row for each range, and remarks on it below.

use gatemaster_rules::antares::command::Use;
use gatemaster_rules::antares::odds::{Odds, Ruin};
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::antares::{State, label};

use super::bands::UpTo;
use super::draft::Draft;
use super::outlook::Outlook;
use crate::words::esc;

/// The table, and what is to be said of it.
pub fn lines(
    state: &State,
    draft: &Draft,
    outlooks: &[Outlook],
    wished: &[Use],
    last: Option<usize>,
) -> Vec<String> {
    let target = draft.target.body(state);
    let mut lines = table(target, outlooks, last);
    lines.extend(remarks(state, draft, outlooks, wished, last));
    lines
}

type Row = Vec<String>;

fn table(target: Option<&Unit>, outlooks: &[Outlook], last: Option<usize>) -> Vec<String> {
    let alone = target.is_some_and(|unit| unit.started_with() == 1);
    let rows: Vec<(usize, Row)> = outlooks
        .iter()
        .enumerate()
        .filter(|(_, outlook)| outlook.refused.is_none())
        .map(|(place, outlook)| (place, row(outlook, alone)))
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let head: &[&str] = match (outlooks.iter().any(|outlook| outlook.ruin.is_some()), alone) {
        (true, _) => &["range", "needs", "damage", "falls"],
        (false, true) => &["range", "needs", "hits", "destroyed", "pins"],
        (false, false) => &["range", "needs", "hits", "lost", "pins", "breaks"],
    };
    let head: Row = head.iter().map(|name| (*name).to_owned()).collect();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            let cells = rows.iter().map(|(_, row)| row).chain(std::iter::once(&head));
            cells.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let line = |mark: char, row: &Row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        format!("{mark}{}", cells.collect::<Vec<_>>().join(" "))
    };
    let mut lines = vec!["```".to_owned(), line(' ', &head)];
    lines.extend(
        rows.iter().map(|(place, row)| line(if last == Some(*place) { '>' } else { ' ' }, row)),
    );
    lines.push("```".to_owned());
    lines
}

fn row(outlook: &Outlook, alone: bool) -> Row {
    let mut row = vec![far(outlook.upto), needs(outlook)];
    if let Some(ruin) = &outlook.ruin {
        let Ruin { falls, .. } = ruin;
        row.extend([format!("{:.1}", ruin.expected_damage()), percent(&[*falls])]);
        return row;
    }
    let unknown = || "?".to_owned();
    let Some(up) = &outlook.odds else {
        row.extend(std::iter::repeat_with(unknown).take(if alone { 3 } else { 4 }));
        return row;
    };
    let both: Vec<&Odds> = std::iter::once(up).chain(&outlook.down).collect();
    let chance =
        |of: fn(&Odds) -> f64| percent(&both.iter().map(|odds| of(odds)).collect::<Vec<f64>>());
    row.push(format!("{:.1}", up.expected_hits()));
    if alone {
        row.push(chance(|odds| odds.destroyed));
    } else {
        let lost: Vec<String> =
            both.iter().map(|odds| format!("{:.1}", odds.expected_casualties())).collect();
        row.push(lost.join("/"));
    }
    row.push(pins(up));
    if !alone {
        row.push(chance(|odds| odds.breaks));
    }
    row
}

pub fn pins(odds: &Odds) -> String {
    format!("{:.1}", odds.expected_pins())
}

/// "≤20″", "<10″", "17½″"
fn far(upto: UpTo) -> String {
    match upto {
        UpTo::To(range) => format!("≤{range}"),
        UpTo::Under(minimum) => format!("<{minimum}"),
        UpTo::At(range) | UpTo::NextBlock(range) => range.to_string(),
    }
}

fn needs(outlook: &Outlook) -> String {
    let needs = outlook.needs();
    if needs.is_empty() { "–".to_owned() } else { needs.join("/") }
}

/// "31%", and "31/12%" with the chance if it goes down; what is possible is never none.
fn percent(chances: &[f64]) -> String {
    let one = |chance: &f64| match chance {
        chance if *chance > 0.0 && *chance < 0.005 => "<1".to_owned(),
        chance => format!("{:.0}", chance * 100.0),
    };
    format!("{}%", chances.iter().map(one).collect::<Vec<_>>().join("/"))
}

/// What the figures leave open, and why some of them look odd.
fn remarks(
    state: &State,
    draft: &Draft,
    outlooks: &[Outlook],
    wished: &[Use],
    last: Option<usize>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if outlooks.iter().any(|outlook| outlook.down.is_some()) {
        lines.push("After the stroke: if they go down first.".to_owned());
    }
    let main = last.or_else(|| outlooks.iter().position(|outlook| outlook.refused.is_none()));
    if let Some(outlook) = main.and_then(|main| outlooks.get(main)) {
        let when = if last.is_some() { " as last time" } else { "" };
        let band = outlook.band().map(|band| format!(" ({band})")).unwrap_or_default();
        let throws = outlook.throws_in_words(state);
        lines.push(format!("{}{band}{when}: {throws}.", outlook.upto));
    }
    let refused = outlooks.iter().filter_map(|outlook| {
        outlook.refused.as_ref().map(|why| format!("{}: {}", outlook.upto, esc(why)))
    });
    lines.extend(refused);
    let others = outlooks.iter().filter(|outlook| outlook.refused.is_none());
    let others: Vec<String> =
        others.filter_map(|outlook| other_arms(state, draft, outlook, wished)).collect();
    if !others.is_empty() {
        lines.push(format!("{}.", others.join("; ")));
    }
    for why in outlooks.iter().filter_map(|outlook| why_so_few_pins(state, draft, outlook)) {
        if !lines.iter().any(|line: &String| line == why) {
            lines.push(why.to_owned());
        }
    }
    let lines = lines.into_iter().map(|line| format!("-# {line}"));
    lines.collect()
}

/// "≤30″ mag pistol instead of X-sling", where not all that was wished for can be shot from there.
fn other_arms(state: &State, draft: &Draft, outlook: &Outlook, wished: &[Use]) -> Option<String> {
    let but = |uses: &[Use], without: &[Use]| -> Vec<Use> {
        uses.iter().filter(|used| !without.contains(used)).cloned().collect()
    };
    let arms = |uses: &[Use]| esc(&label::ways(state, draft.unit, uses));
    let (more, less) = (but(&outlook.uses, wished), but(wished, &outlook.uses));
    let same = |one: &Use| less.iter().any(|other| other.weapon == one.weapon);
    let far = far(outlook.upto);
    match (more.as_slice(), less.as_slice()) {
        ([], []) => None,
        ([], less) => Some(format!("{far} without {}", arms(less))),
        (more, []) => Some(format!("{far} also {}", arms(more))),
        // others shoot with it, or in another way
        (more, _) if more.iter().any(same) => Some(format!("{far} {}", arms(&outlook.uses))),
        (more, less) => Some(format!("{far} {} instead of {}", arms(more), arms(less))),
    }
}

/// A nearer shot, which kills more, may place fewer pins than one from afar; so may one whose hits are all turned aside by
/// heavy armour (A-SHT-17).
pub fn why_so_few_pins(state: &State, draft: &Draft, outlook: &Outlook) -> Option<&'static str> {
    let odds = outlook.odds.as_ref()?;
    let shown = |pins: f64| format!("{pins:.1}");
    let expected = odds.expected_pins();
    let left = 1.0 - draft.target.body(state).map_or(0.0, |unit| odds.wiped_out(unit));
    if left <= f64::EPSILON || shown(expected) != shown(expected / left) {
        return Some("Fewer pins near: none if they are wiped out.");
    }
    let misses = odds.hits.first().copied().unwrap_or(1.0);
    let unpinned = odds.pins.first().copied().unwrap_or(1.0);
    let turned_aside = unpinned - misses - (1.0 - left);
    (shown(expected) != shown(expected + turned_aside))
        .then_some("Few pins: none if armour turns every hit aside.")
}
