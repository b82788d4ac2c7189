//! A row for each unit, those that share lines, and what the signs mean.

use gatemaster_discord::picture::text::Style;
use gatemaster_discord::picture::{Area, Rgb, fill, line, outline, rounded};
use gatemaster_rules::at43::state::{Stands, Unit};
use tiny_skia::Path;

use super::super::roster::{Course, Sign, Structure};
use super::items::{
    self, APART, BETWEEN, GAP, INSET, Item, NEAR, PITCH, has_letter, letter, number_width,
};
use super::layout::{COURSE, Entry, INDENT, Mark, RowPlan, SidePlan, Tail, WORDS_FROM};
use super::looks::{Look, ink};
use super::scale::Scale;
use super::signs::Figure;
use super::{Board, FADED, LIT, PANEL_EDGE, QUIET, WARNING, WORDS};
use crate::die::RING;

const FIGURE: u16 = 20;

pub(super) fn draw(board: &mut Board, plan: &SidePlan, scale: Scale) -> Option<()> {
    for row in &plan.rows {
        draw_row(board, row, scale)?;
    }
    for tail in &plan.tail {
        draw_rule(board, tail.area)?;
        draw_tail(board, tail)?;
    }
    Some(())
}

pub(super) fn draw_tail(board: &mut Board, tail: &Tail) -> Option<()> {
    board.put(tail.look, tail.area.left + INDENT + COURSE / 2, tail.middle())?;
    let left = tail.area.left + WORDS_FROM;
    let room = tail.area.right() - left - INDENT;
    let rgb = match tail.look {
        Look::Gone(_) | Look::Course(Course::Done, _) => FADED,
        _ => QUIET,
    };
    for (number, words) in tail.lines.iter().enumerate() {
        board.write(words, Tail::STYLE, (left, tail.baseline(number)), room, rgb);
    }
    Some(())
}

fn draw_rule(board: &mut Board, area: Area) -> Option<()> {
    let y = f32::from(area.top);
    let ends = (f32::from(area.left) + 12.0, f32::from(area.right()) - 12.0);
    outline(&mut board.on, &line(&[(ends.0, y), (ends.1, y)])?, PANEL_EDGE, 1.0, 1.5);
    Some(())
}

fn draw_row(board: &mut Board, plan: &RowPlan, scale: Scale) -> Option<()> {
    let RowPlan { row, area, beside, lines } = plan;
    if row.course == Course::Acting {
        let (x, y) = (f32::from(area.left) + 4.0, f32::from(area.top) + 2.0);
        let (width, height) = (f32::from(area.width) - 8.0, f32::from(area.height) - 4.0);
        fill(&mut board.on, &rounded(x, y, width, height, 10.0)?, LIT, 1.0);
        outline(&mut board.on, &rounded(x, y, width, height, 10.0)?, RING, 0.8, 2.0);
    } else {
        draw_rule(board, *area)?;
    }
    let middle = area.top + scale.pad + scale.first / 2;
    board.put(Look::Course(row.course, COURSE), area.left + INDENT + COURSE / 2, middle)?;

    let (left, end) = (area.left + WORDS_FROM, area.right() - INDENT);
    let below = middle + scale.strength.drop();
    let waits = row.unit.stands == Stands::Reserve;
    let rgb = if row.course == Course::Done || waits { QUIET } else { WORDS };
    let mut right = end;
    right -= board.write_to(&row.strength(), scale.strength, (right, below), rgb) + APART;
    let icons = beside
        .iter()
        .map(|sign| items::icon_width(*sign, scale, &mut board.letters) + APART)
        .fold(0, u16::saturating_add);
    let near = if icons > 0 { NEAR } else { 0 };
    let room = right.saturating_sub(left + icons + near);
    let style = board.letters.largest(row.name, &scale.names, room);
    let name = board.write(row.name, style, (left, middle + style.drop()), room, rgb);
    // a star belongs to the name, other signs stand in a column at the end
    let mut pen = if scale.roomy { left + name + APART } else { right.saturating_sub(icons) };
    for sign in beside {
        pen += draw_icon(board, *sign, scale, (pen, middle))? + APART;
    }

    let mut middle = area.top + scale.pad + scale.first + scale.line / 2;
    for line in lines {
        for (from, item) in line {
            draw_item(board, row.unit, item, scale, (left + from, middle))?;
        }
        middle += scale.line;
    }
    Some(())
}

/// Gives its width.
fn draw_icon(
    board: &mut Board,
    sign: Sign,
    scale: Scale,
    (left, middle): (u16, u16),
) -> Option<u16> {
    let size = scale.sign;
    board.put(Look::Sign(sign.kind(), size), left + size / 2, middle)?;
    let Some(number) = sign.number() else { return Some(size) };
    let at = (left + size + NEAR / 2, middle + scale.small.drop());
    let wide = board.write(&number.to_string(), scale.small, at, u16::MAX - at.0, ink(sign));
    Some(size + NEAR / 2 + wide)
}

fn draw_item(
    board: &mut Board,
    unit: &Unit,
    item: &Item,
    scale: Scale,
    (left, middle): (u16, u16),
) -> Option<()> {
    match item {
        Item::Figures => draw_figures(board, unit, (left, middle)),
        Item::Sign(sign) if scale.roomy => draw_worded(board, *sign, scale, (left, middle)),
        Item::Sign(sign) => draw_icon(board, *sign, scale, (left, middle)).map(|_| ()),
        Item::Bars { number, parts, point } => {
            draw_bars(board, (*number, parts, *point), scale, (left, middle))
        }
        Item::Figure(text) => {
            let at = (left, middle + scale.small.drop());
            board.write(text, scale.small, at, super::WIDTH / 2 - WORDS_FROM - 2 * INDENT, QUIET);
            Some(())
        }
    }
}

/// Those who stand, then those on the ground, then those who have fallen.
fn draw_figures(board: &mut Board, unit: &Unit, (left, middle): (u16, u16)) -> Option<()> {
    let down = unit.grounded();
    let standing = unit.strength().saturating_sub(down);
    let fallen = unit.members.len().saturating_sub(unit.strength());
    let figures = [(Figure::Standing, standing), (Figure::Down, down), (Figure::Fallen, fallen)];
    let mut x = left + FIGURE / 2 - 1;
    for (figure, number) in figures {
        for _ in 0..number {
            board.put(Look::Figure(figure, FIGURE), x, middle)?;
            x += PITCH;
        }
    }
    Some(())
}

/// A sign and its word in a frame.
fn draw_worded(
    board: &mut Board,
    sign: Sign,
    scale: Scale,
    (left, middle): (u16, u16),
) -> Option<()> {
    let words = sign.words();
    let wide = Item::Sign(sign).width(scale, &mut board.letters, 0);
    let (x, y) = (f32::from(left), f32::from(middle) - 14.0);
    let frame = rounded(x, y, f32::from(wide), 28.0, 9.0)?;
    fill(&mut board.on, &frame, PANEL_EDGE, 1.0);
    board.put(Look::Sign(sign.kind(), scale.sign), left + INSET + scale.sign / 2, middle)?;
    let at = (left + INSET + scale.sign + NEAR, middle + scale.small.drop());
    board.write(&words, scale.small, at, wide, WORDS);
    Some(())
}

/// Each part of a machine with its points: those that are left are full, those that are lost are empty.
fn draw_bars(
    board: &mut Board,
    (number, parts, point): (Option<u32>, &[Structure], u16),
    scale: Scale,
    (left, middle): (u16, u16),
) -> Option<()> {
    let mut pen = left;
    let below = middle + scale.small.drop();
    if let Some(number) = number {
        board.write(&number.to_string(), scale.small, (pen, below), 80, FADED);
        pen += number_width(number, scale, &mut board.letters);
    }
    let (_, high) = scale.point;
    for one in parts {
        let rgb = if one.is_whole() { QUIET } else { WARNING };
        if has_letter(one.part) {
            let text = if one.left == 0 { FADED } else { QUIET };
            pen += board.write(letter(one.part), scale.small, (pen, below), 40, text) + NEAR / 2;
        }
        for place in 0..one.most {
            let full = place < one.left;
            draw_point(board, (pen, middle), (point, high), rgb, full)?;
            pen += point + GAP;
        }
        pen += BETWEEN;
    }
    Some(())
}

fn draw_point(
    board: &mut Board,
    (left, middle): (u16, u16),
    (wide, high): (u16, u16),
    rgb: Rgb,
    full: bool,
) -> Option<()> {
    let (x, y) = (f32::from(left), f32::from(middle - high / 2));
    let (wide, high) = (f32::from(wide), f32::from(high));
    let thin = 1.5;
    let block = |inset: f32| -> Option<Path> {
        rounded(x + inset, y + inset, wide - 2.0 * inset, high - 2.0 * inset, 2.0)
    };
    if full {
        fill(&mut board.on, &block(0.0)?, rgb, 1.0);
    } else {
        outline(&mut board.on, &block(thin / 2.0)?, FADED, 1.0, thin);
    }
    Some(())
}

/// Signs with what they mean.
pub(super) fn draw_legend(board: &mut Board, entries: &[Entry]) -> Option<()> {
    let style: Style = Entry::STYLE;
    for Entry { mark, word, at: (left, middle) } in entries {
        match mark {
            Mark::Look(look) => board.put(*look, left + Entry::SIGN / 2, *middle)?,
            Mark::Letter(letter) => {
                let at = (left + 1, middle + style.drop());
                board.write(letter, style, at, 2 * Entry::SIGN, WORDS);
            }
        }
        let at = (left + Entry::SIGN + NEAR, middle + style.drop());
        board.write(word, style, at, super::WIDTH.saturating_sub(at.0), QUIET);
    }
    Some(())
}
