//! The upper part: turn, bag, whose move it is, and the names and scores of both sides.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{Area, Rgb, contrast, dot, fill, line, mix, outline, rounded};
use gatemaster_rules::ids::Seat;
use tiny_skia::PathBuilder;

use super::looks::Look;
use super::moment::Moment;
use super::{Board, CARD, CORNER, FADED, GROUNDS, LIT, PANEL, PANEL_EDGE, QUIET, WORDS, colour};
use crate::die::{CLOTH, CLOTH_EDGE, CORD, ENOUGH_CONTRAST, RING, edge};

const TITLE: Style = plain(26);
const TURN: Style = bold(54);
const PHASE: Style = plain(30);
/// Long questions are written smaller.
const BANNER: [Style; 3] = [bold(27), bold(25), bold(23)];
const COUNT: Style = bold(30);
const SIDE: Style = bold(32);
const PLAYER: Style = plain(24);
const LABEL: Style = plain(22);

const BAG_DIE: u16 = 34;
const SMALLEST_BAG_DIE: u16 = 22;
const BAG_GAP: u16 = 5;
const SACK: u16 = 88;
/// The number of dice before them, and the distort die behind where there is one.
const BAG_COUNT: u16 = 60;
const DISTORT: u16 = 96;
/// How much of a stacked die is left to see.
const STACK_STEP: u16 = 4;

pub(super) fn draw(board: &mut Board, title: &str, moment: &Moment) -> Option<()> {
    let bag = board.layout.bag;
    let left = board.layout.banner.left + 4;
    let room = bag.left - left - 20;
    board.write(title, TITLE, (left, bag.top + 30), room, QUIET);
    let line = bag.bottom() - 10;
    let turn = board.write(&moment.turn, TURN, (left, line), room, WORDS);
    let rest = room.saturating_sub(turn + 16);
    board.write(&moment.phase, PHASE, (left + turn + 16, line), rest, QUIET);
    draw_bag(board, bag)?;
    draw_banner(board, moment)
}

/// A line of dice for each side, so that the odds of the next draw are seen, and their number.
fn draw_bag(board: &mut Board, area: Area) -> Option<()> {
    board.panel(area, PANEL, PANEL_EDGE, 2.0)?;
    draw_sack(board, area.left + SACK / 2, area.top + area.height / 2)?;
    let distort = board.state.distort.in_play;
    let end = area.right() - if distort { DISTORT } else { 14 };
    let left = area.left + SACK + BAG_COUNT;
    let room = end - left;
    // With room for all dice of the battle, and the same on both sides, lines can be compared by their
    // length, and dice never grow.
    let all = [Seat(0), Seat(1)].map(|seat| board.state.dice_lost(seat).1);
    let (size, step, most) = line_up(room, all[0].max(all[1]));
    for (side, seat) in [Seat(0), Seat(1)].into_iter().enumerate() {
        let dice = board.state.dice_in_bag(seat);
        let y = area.top + if side == 0 { 28 } else { 72 };
        for i in 0..u16::try_from(dice).unwrap_or(u16::MAX).min(most) {
            board.put(Look::Side(side, size), left + size / 2 + i * step, y)?;
        }
        let rgb = if dice == 0 { FADED } else { WORDS };
        board.write_to(&dice.to_string(), COUNT, (left - 14, y + COUNT.drop()), rgb);
    }
    if distort {
        let x = area.right() - DISTORT / 2;
        let y = area.top + 38;
        let in_bag = board.state.distort_in_bag();
        let look = if in_bag { Look::Distort(46) } else { Look::Slot(46) };
        board.put(look, x, y)?;
        if board.state.distort.pending {
            board.put(Look::Distort(46), x, y)?;
            board.put(Look::Ring(46), x, y)?;
        }
        let rgb = if in_bag { QUIET } else { FADED };
        board.write_around("distort", LABEL, (x, area.bottom() - 12), rgb);
    }
    Some(())
}

/// How large dice are, how far apart, and how many of them are drawn at most: side by side, or else
/// in a stack.
pub(super) fn line_up(room: u16, dice: u32) -> (u16, u16, u16) {
    let dice = u16::try_from(dice).unwrap_or(u16::MAX).max(1);
    let size = (room / dice).saturating_sub(BAG_GAP).clamp(SMALLEST_BAG_DIE, BAG_DIE);
    let way = room - size;
    let step = (way / (dice - 1).max(1)).clamp(STACK_STEP, size + BAG_GAP);
    (size, step, way / step + 1)
}

/// A small sack, tied at its neck.
fn draw_sack(board: &mut Board, x: u16, y: u16) -> Option<()> {
    let (x, y) = (f32::from(x), f32::from(y));
    let mut pen = PathBuilder::new();
    pen.move_to(x - 9.0, y - 18.0);
    pen.quad_to(x - 12.0, y - 28.0, x - 19.0, y - 33.0);
    pen.quad_to(x, y - 25.0, x + 19.0, y - 33.0);
    pen.quad_to(x + 12.0, y - 28.0, x + 9.0, y - 18.0);
    pen.cubic_to(x + 26.0, y - 8.0, x + 34.0, y + 14.0, x + 28.0, y + 28.0);
    pen.quad_to(x + 24.0, y + 35.0, x, y + 35.0);
    pen.quad_to(x - 24.0, y + 35.0, x - 28.0, y + 28.0);
    pen.cubic_to(x - 34.0, y + 14.0, x - 26.0, y - 8.0, x - 9.0, y - 18.0);
    pen.close();
    let sack = pen.finish()?;
    fill(&mut board.on, &sack, CLOTH, 1.0);
    outline(&mut board.on, &sack, CLOTH_EDGE, 1.0, 2.5);
    let cord = line(&[(x - 11.0, y - 18.0), (x + 11.0, y - 18.0)])?;
    outline(&mut board.on, &cord, CORD, 1.0, 5.0);
    fill(&mut board.on, &dot(x + 12.0, y - 15.0, 4.0)?, CORD, 1.0);
    Some(())
}

fn draw_banner(board: &mut Board, moment: &Moment) -> Option<()> {
    let area = board.layout.banner;
    board.panel(area, LIT, mix(LIT, RING, 150), 2.0)?;
    let y = area.top + area.height / 2;
    let mut left = area.left + 18;
    if let Some(side) = moment.side {
        board.put(Look::Side(side, 32), left + 16, y)?;
        // a die in somebody's hand
        if board.state.flow.drawn.is_some_and(|seat| seat.index() == side) {
            board.put(Look::Ring(32), left + 16, y)?;
        }
        left += 48;
    }
    let room = area.right() - left - 16;
    let style = board.letters.largest(&moment.text, &BANNER, room);
    board.write(&moment.text, style, (left, y + style.drop()), room, WORDS);
    Some(())
}

pub(super) fn draw_side(
    board: &mut Board,
    side: usize,
    player: Option<&str>,
    moment: &Moment,
) -> Option<()> {
    let (area, head) = (board.layout.sides[side], board.layout.head(side));
    let lit = moment.lit[side];
    let rgb = colour(board.state, side).rgb();
    draw_panel(board, area, rgb, lit)?;

    let seat = u8::try_from(side).map(Seat).ok()?;
    let (lost, all) = board.state.dice_lost(seat);
    let counted = board.state.victory_dice_lost(seat);
    let right = head.right() - 16;
    let number = board.write_to(&format!("{lost} of {all}"), COUNT, (right, head.top + 44), WORDS);
    let label = if counted == lost {
        "dice lost".to_owned()
    } else {
        format!("dice lost, count {counted}")
    };
    let label = board.write_to(&label, LABEL, (right, head.top + 70), QUIET);

    board.put(Look::Side(side, 46), head.left + 40, head.top + 45)?;
    let left = head.left + 78;
    let room = |taken: u16| right.saturating_sub(taken + 16 + left);
    let name = board.state.side_name(seat).to_owned();
    board.write(&name, SIDE, (left, head.top + 44), room(number), WORDS);
    let player = player.unwrap_or("nobody yet");
    board.write(player, PLAYER, (left, head.top + 71), room(label), QUIET);
    Some(())
}

/// The panel of a side with a strip of its colour along the top.
fn draw_panel(board: &mut Board, area: Area, rgb: Rgb, lit: bool) -> Option<()> {
    let clear = contrast(rgb, CARD) >= ENOUGH_CONTRAST;
    let strip = if clear { rgb } else { edge(rgb, &GROUNDS) };
    let (x, y) = (f32::from(area.left), f32::from(area.top));
    let (width, height) = (f32::from(area.width), f32::from(area.height));
    let frame = rounded(x, y, width, height, CORNER)?;
    fill(&mut board.on, &frame, strip, 1.0);
    fill(&mut board.on, &rounded(x, y + 8.0, width, height - 8.0, CORNER - 4.0)?, PANEL, 1.0);
    let (edge, wide) = if lit { (RING, 3.0) } else { (PANEL_EDGE, 2.0) };
    outline(&mut board.on, &frame, edge, 1.0, wide);
    Some(())
}
