//! The preview: a line for each face that is needed, and what cannot be seen in it.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::flow::Struckee;
use gatemaster_rules::at43::odds::{SalvoOdds, UnitOdds, dist, percent};

use super::outlook::{Exactly, Outlook};
use super::shot::{Shot, Target};
use crate::words::esc;

type Row = Vec<String>;

/// The table, monospaced; `marked` is the line of the range that is known.
pub fn lines(state: &State, shot: &Shot, all: &[Outlook], marked: Option<usize>) -> Vec<String> {
    let Some(first) = all.first() else { return Vec::new() };
    let columns = Columns::of(state, shot, &first.odds);
    let mut head = columns.head();
    if first.exact == Exactly::Anywhere {
        head.remove(0);
    }
    let rows: Vec<Row> = all.iter().map(|outlook| columns.row(outlook)).collect();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let line = |mark: char, row: &Row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        format!("{mark}{}", cells.collect::<Vec<_>>().join(" "))
    };
    let mut lines = vec!["```".to_owned(), line(' ', &head)];
    lines.extend(
        rows.iter()
            .enumerate()
            .map(|(place, row)| line(if marked == Some(place) { '>' } else { ' ' }, row)),
    );
    lines.push("```".to_owned());
    lines
}

/// What there is to expect depends on who is shot at.
enum Columns {
    Infantry,
    Machines,
    /// Who lies under it is known only after the dice.
    Template,
    /// The wreck or a piece of terrain.
    Thing,
}

impl Columns {
    fn of(state: &State, shot: &Shot, odds: &SalvoOdds) -> Self {
        if odds.template.is_some() {
            return Columns::Template;
        }
        match shot.target() {
            Target::Unit(id) if state.unit(id).is_some_and(|unit| !state.is_infantry(unit)) => {
                Columns::Machines
            }
            Target::Unit(_) => Columns::Infantry,
            Target::Terrain(_) | Target::Wreck => Columns::Thing,
        }
    }

    fn head(&self) -> Row {
        let words: &[&str] = match self {
            Columns::Infantry => &["far", "needs", "hits", "fall", "all"],
            Columns::Machines => &["far", "needs", "hits", "SP", "down"],
            Columns::Template => &["far", "needs", "hits", "there", "kills"],
            Columns::Thing => &["far", "needs", "hits", "down"],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// What the last words of the head mean.
    fn key(&self) -> &'static str {
        match self {
            Columns::Infantry => "all: nobody is left",
            Columns::Machines => "down: a machine destroyed",
            Columns::Template => {
                "there: it lands where it is aimed; kills: one like the one aimed at, if under it"
            }
            Columns::Thing => "down: it is destroyed",
        }
    }

    fn row(&self, outlook: &Outlook) -> Row {
        let odds = &outlook.odds;
        let mut row = Vec::new();
        if outlook.exact != Exactly::Anywhere {
            row.push(outlook.far().replace(" cm", ""));
        }
        row.push(outlook.needs());
        row.push(tenths(dist::mean(&odds.impacts)));
        let target = target(odds);
        match self {
            Columns::Infantry => {
                row.push(tenths(target.map_or(0.0, |unit| dist::mean(&unit.losses))));
                row.push(percent(target.map_or(0.0, |unit| unit.wiped_out)));
            }
            Columns::Machines => {
                let of = target.map(|unit| unit.unit);
                let groups = odds.groups.iter().filter(|group| match group.on {
                    Struckee::Unit(unit) => Some(unit) == of,
                    Struckee::Wreck | Struckee::Terrain(_) => false,
                });
                let lost: f64 =
                    groups.flat_map(|group| &group.machines).map(|machine| machine.lost).sum();
                row.push(tenths(lost));
                row.push(percent(target.map_or(0.0, |unit| dist::at_least(&unit.losses, 1))));
            }
            Columns::Template => {
                let (there, falls) = odds.template.as_ref().map_or((0.0, 0.0), |template| {
                    let there = template.landings.iter().filter(|landing| landing.shift == 0);
                    (there.map(|landing| landing.chance).sum(), template.falls)
                });
                row.extend([percent(there), percent(falls)]);
            }
            Columns::Thing => {
                let destroyed = odds.groups.last().map_or(0.0, |group| group.destroyed);
                row.push(percent(destroyed));
            }
        }
        row
    }
}

/// Of direct fire the target comes last; of a flamer it is the first under the template.
fn target(odds: &SalvoOdds) -> Option<&UnitOdds> {
    let aimed = odds.groups.iter().rev().find(|group| !group.in_zone)?;
    let Struckee::Unit(unit) = aimed.on else { return None };
    odds.units.iter().find(|one| one.unit == unit)
}

/// What others can lose, and what the head of the table means.
pub fn remarks(state: &State, shot: &Shot, outlook: &Outlook) -> Vec<String> {
    let odds = &outlook.odds;
    let mut told: Vec<String> = vec![Columns::of(state, shot, odds).key().to_owned()];
    let main = match shot.target() {
        Target::Unit(unit) => Some(unit),
        Target::Terrain(_) | Target::Wreck => None,
    };
    let when = outlook.far();
    let when = if when.is_empty() { String::new() } else { format!(" at {when}") };
    for unit in odds.units.iter().filter(|unit| Some(unit.unit) != main) {
        let own = state.unit(unit.unit).map(|it| it.side);
        let whose = if own.is_some() && own == shooter_side(state, shot) { "your " } else { "" };
        told.push(format!(
            "{whose}{} would lose {}{when}",
            esc(&unit.name),
            tenths(dist::mean(&unit.losses))
        ));
    }
    told
}

fn shooter_side(state: &State, shot: &Shot) -> Option<gatemaster_rules::ids::Seat> {
    super::shot::seat(state, shot.watcher)
}

/// One place.
fn tenths(number: f64) -> String {
    format!("{number:.1}")
}
