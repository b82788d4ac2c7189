//! What stands below or beside a unit's name, and how it flows into lines.

use gatemaster_discord::picture::text::{Lettering, Style};
use gatemaster_rules::at43::command::MachinePart;

use super::super::roster::{Row, Sign, Structure};
use super::scale::Scale;

/// From one thing to the next.
pub(super) const APART: u16 = 8;
/// Within the frame of a sign with its word.
pub(super) const INSET: u16 = 8;
/// From a sign to its word or number.
pub(super) const NEAR: u16 = 6;
/// From one figure to the next.
pub(super) const PITCH: u16 = 17;
/// Between structure points, and between one part and the next.
pub(super) const GAP: u16 = 2;
pub(super) const BETWEEN: u16 = 8;
/// However many structure points there are, each is seen.
const LEAST_POINT: u16 = 3;

/// Something that is not parted by the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A figure for each fighter.
    Figures,
    Sign(Sign),
    /// The structure points of one machine, each so wide.
    Bars {
        number: Option<u32>,
        parts: Vec<Structure>,
        point: u16,
    },
    /// The same where they are too many to be drawn.
    Figure(String),
}

/// The letter of a part.
pub(super) fn letter(part: MachinePart) -> &'static str {
    match part {
        MachinePart::Frame => "F",
        MachinePart::Propulsion => "P",
        MachinePart::Weapon(_) => "W",
    }
}

/// Only the first weapon has a letter, the others follow it.
pub(super) fn has_letter(part: MachinePart) -> bool {
    !matches!(part, MachinePart::Weapon(1..))
}

/// Everything of a unit but what stands in its first line, in order.
pub(super) fn of(
    row: &Row,
    scale: Scale,
    letters: &mut Lettering,
    beside: bool,
    room: u16,
) -> Vec<Item> {
    let mut items = Vec::new();
    let fighters = row.unit.members.len();
    let few = u16::try_from(fighters).is_ok_and(|all| all.saturating_mul(PITCH) <= room);
    if scale.roomy && row.machines.is_empty() && few && fighters > 1 {
        items.push(Item::Figures);
    }
    for (number, parts) in &row.machines {
        let whole = parts.iter().all(|part| part.is_whole());
        if !(scale.gathers && whole) {
            items.push(bars(*number, parts, scale, letters, room));
        }
    }
    if !beside {
        let signs = row.signs.iter().filter(|sign| **sign != Sign::Commander);
        items.extend(signs.map(|sign| Item::Sign(*sign)));
    }
    items
}

fn bars(
    number: Option<u32>,
    parts: &[Structure],
    scale: Scale,
    letters: &mut Lettering,
    room: u16,
) -> Item {
    let (widest, _) = scale.point;
    let mut of = |point| Item::Bars { number, parts: parts.to_vec(), point };
    let fitting = (LEAST_POINT..=widest).rev().map(&mut of);
    let mut fitting = fitting.filter(|item| item.width(scale, letters, 0) <= room);
    if let Some(item) = fitting.next() {
        return item;
    }
    let which = number.map(|number| format!("{number}: ")).unwrap_or_default();
    Item::Figure(which + &["F", "P", "W"].map(|kind| sum(parts, kind)).join(" "))
}

/// "W 4/6": the points of all parts with this letter.
fn sum(parts: &[Structure], kind: &str) -> String {
    let of = parts.iter().filter(|one| letter(one.part) == kind);
    let (left, most) = of
        .fold((0, 0), |(left, most), one| (left + u32::from(one.left), most + u32::from(one.most)));
    format!("{kind} {left}/{most}")
}

impl Item {
    /// How wide it is beside so many fighters.
    pub(super) fn width(&self, scale: Scale, letters: &mut Lettering, fighters: u16) -> u16 {
        match self {
            Item::Figures => fighters.saturating_mul(PITCH),
            Item::Sign(sign) if scale.roomy => {
                let word = letters.width(&sign.words(), scale.small);
                2 * INSET + scale.sign + NEAR + word
            }
            Item::Sign(sign) => icon_width(*sign, scale, letters),
            Item::Bars { number, parts, point } => {
                let which = number.map_or(0, |number| number_width(number, scale, letters));
                parts.iter().fold(which, |sum, one| {
                    let letter = letter_width(*one, scale.small, letters);
                    let points = u16::from(one.most).saturating_mul(point + GAP);
                    sum.saturating_add(letter).saturating_add(points).saturating_add(BETWEEN)
                })
            }
            Item::Figure(text) => letters.width(text, scale.small),
        }
    }
}

/// A sign with its number, without a word.
pub(super) fn icon_width(sign: Sign, scale: Scale, letters: &mut Lettering) -> u16 {
    let number = sign
        .number()
        .map_or(0, |number| letters.width(&number.to_string(), scale.small) + NEAR / 2);
    scale.sign + number
}

pub(super) fn number_width(number: u32, scale: Scale, letters: &mut Lettering) -> u16 {
    letters.width(&number.to_string(), scale.small) + APART
}

pub(super) fn letter_width(one: Structure, style: Style, letters: &mut Lettering) -> u16 {
    if has_letter(one.part) { letters.width(letter(one.part), style) + NEAR / 2 } else { 0 }
}

/// In which line each item stands, and how far from its left end.
pub(super) fn flow(
    items: Vec<Item>,
    scale: Scale,
    letters: &mut Lettering,
    fighters: u16,
    room: u16,
) -> Vec<Vec<(u16, Item)>> {
    let mut lines: Vec<Vec<(u16, Item)>> = Vec::new();
    let mut pen = 0;
    for item in items {
        let width = item.width(scale, letters, fighters);
        if let Some(line) = lines.last_mut().filter(|_| pen + width <= room) {
            line.push((pen, item));
        } else {
            pen = 0;
            lines.push(vec![(0, item)]);
        }
        pen = pen.saturating_add(width).saturating_add(APART);
    }
    lines
}

/// Things in lines of this width, one after the other; those that do not fit into so many lines are counted.
pub(super) fn wrapped(
    things: &[String],
    style: Style,
    letters: &mut Lettering,
    room: u16,
    most: usize,
) -> Vec<String> {
    for told in (1..=things.len()).rev() {
        let mut text = things.get(..told).unwrap_or_default().join("; ");
        if told < things.len() {
            text = format!("{text} and {} more", things.len() - told);
        }
        let lines = lines(&text, style, letters, room, most + 1);
        if lines.len() <= most || told == 1 {
            return lines.into_iter().take(most).collect();
        }
    }
    Vec::new()
}

/// A text in lines of this width; the last of so many holds the rest, and is cut when it is written.
pub(super) fn lines(
    text: &str,
    style: Style,
    letters: &mut Lettering,
    room: u16,
    most: usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let last = lines.len() == most;
        let line = lines
            .last_mut()
            .filter(|line| last || letters.width(&format!("{line} {word}"), style) <= room);
        match line {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
