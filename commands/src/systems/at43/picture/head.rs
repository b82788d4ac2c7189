//! The upper part: round and mission, whom the game waits for, and what each side has.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{Area, Rgb, contrast, fill, mix, outline, rounded};
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::ids::Seat;

use super::super::moment;
use super::super::roster::{Course, Sign};
use super::layout::{INDENT, Layout, SIDE_LINE, SidePlan, banner_baseline};
use super::looks::Look;
use super::{Board, CARD, CORNER, GROUNDS, LIT, PANEL, PANEL_EDGE, QUIET, WORDS};
use crate::die::{ENOUGH_CONTRAST, RING, edge};

const TITLE: [Style; 3] = [plain(25), plain(24), plain(23)];
const ROUND: Style = bold(50);
const PHASE: [Style; 3] = [plain(29), plain(27), plain(25)];
const SIDE: [Style; 3] = [bold(31), bold(28), bold(25)];
const PLAYER: [Style; 3] = [plain(23), plain(22), plain(21)];
const POINTS: Style = bold(44);
const LABEL: Style = plain(23);
const NUMBER: Style = bold(27);
const OWES: [Style; 3] = [plain(23), plain(22), plain(21)];
const SIGN: u16 = 20;
const MARK: u16 = 42;

pub(super) fn draw(board: &mut Board, title: &str, layout: &Layout) -> Option<()> {
    let area = layout.title;
    let (left, right) = (area.left + 6, area.right() - 6);
    let half = area.width / 2 - 16;
    board.write_fitting(title, &TITLE, (left, area.top + 24), half, QUIET);
    let mission = moment::mission(board.state);
    let style = board.letters.largest(&mission, &TITLE, half);
    let width = board.letters.width(&mission, style).min(half);
    board.write(&mission, style, (right - width, area.top + 24), half, QUIET);

    let line = area.bottom() - 16;
    let round = board.write(&moment::round(board.state), ROUND, (left, line), half * 2, WORDS);
    let room = (right - left).saturating_sub(round + 18);
    let phase = moment::phase(board.state);
    board.write_fitting(phase, &PHASE, (left + round + 18, line), room, QUIET);
    draw_banner(board, layout)
}

/// The sides that the game waits for, or the winner.
fn lit(board: &Board) -> Vec<Seat> {
    if board.state.phase == Phase::Over {
        let winner = board.state.ending.as_ref().and_then(|ending| ending.winner);
        return winner.into_iter().collect();
    }
    moment::owing(board.state).into_iter().flat_map(|(seats, _)| seats).collect()
}

fn draw_banner(board: &mut Board, layout: &Layout) -> Option<()> {
    let (area, (style, lines)) = (layout.banner, &layout.asked);
    if area.height == 0 {
        return Some(());
    }
    board.panel(area, LIT, mix(LIT, RING, 150), 2.0)?;
    let mut left = area.left + 16;
    if let [only] = lit(board)[..] {
        board.put(Look::Side(only.index(), 32), left + 16, area.top + area.height / 2)?;
        left += 42;
    }
    let room = area.right() - left - 16;
    for (number, line) in lines.iter().enumerate() {
        let at = (left, banner_baseline(area, number, *style));
        board.write(line, *style, at, room, WORDS);
    }
    Some(())
}

pub(super) fn draw_side(board: &mut Board, plan: &SidePlan, player: Option<&str>) -> Option<()> {
    let side = board.state.side(plan.seat)?;
    let waited_for = lit(board).contains(&plan.seat);
    draw_panel(board, plan.area, side.colour.rgb(), waited_for)?;
    let head = plan.head;
    let right = head.right() - INDENT;
    let label = board.write_to("VP", LABEL, (right, head.top + 50), QUIET);
    let points = (right - label - 6, head.top + 50);
    let points = board.write_to(&side.vp.to_string(), POINTS, points, WORDS);

    board.put(Look::Side(plan.seat.index(), MARK), head.left + INDENT + MARK / 2, head.top + 40)?;
    let left = head.left + INDENT + MARK + 10;
    let room = right.saturating_sub(label + points + 20 + left);
    board.write_fitting(&side.name, &SIDE, (left, head.top + 50), room, WORDS);
    let army = moment::army(board.state, side).map(|army| format!(" · {}", army.name));
    let player = format!("{}{}", player.unwrap_or("nobody yet"), army.unwrap_or_default());
    let left = head.left + INDENT;
    let room = right - left;
    board.write_fitting(&player, &PLAYER, (left, head.top + 84), room, QUIET);

    let mut middle = head.top + 92 + SIDE_LINE / 2;
    if board.state.round > 0 {
        draw_means(board, plan.seat, (left, middle), room)?;
        middle += SIDE_LINE;
    }
    if let Some(unit) = side.commander {
        let name = format!("{} commands", board.state.unit_name(unit));
        draw_line(board, Look::Sign(Sign::Commander, SIGN), &name, (left, middle), room)?;
        middle += SIDE_LINE;
    }
    if let Some((ready, words)) = moment::readiness(board.state, plan.seat) {
        let look =
            if ready { Look::Course(Course::Done, SIGN) } else { Look::Sign(Sign::Reserve, SIGN) };
        draw_line(board, look, words, (left, middle), room)?;
    }
    Some(())
}

fn draw_line(
    board: &mut Board,
    look: Look,
    words: &str,
    (left, middle): (u16, u16),
    room: u16,
) -> Option<()> {
    board.put(look, left + SIGN / 2 + 2, middle)?;
    let indent = SIGN + 10;
    let at = (left + indent, middle + LABEL.drop());
    board.write_fitting(words, &OWES, at, room.saturating_sub(indent), WORDS);
    Some(())
}

/// LP, cards that lie face down, and RP where there are reinforcements.
fn draw_means(board: &mut Board, seat: Seat, (left, middle): (u16, u16), room: u16) -> Option<()> {
    let side = board.state.side(seat)?;
    let cards = moment::cards(board.state, side);
    let mut means = vec![(None, side.pool, "LP")];
    if let Some(cards) = cards {
        let word = if cards == 1 { "card" } else { "cards" };
        means.push((Some(Look::Course(Course::ToCome, SIGN)), cards, word));
    }
    if moment::has_reinforcements(board.state) {
        means.push((None, side.rp, "RP"));
    }
    let (mut pen, end) = (left, left + room);
    for (look, number, word) in means {
        if let Some(look) = look {
            board.put(look, pen + SIGN / 2, middle)?;
            pen += SIGN + 6;
        }
        let line = middle + NUMBER.drop();
        let room = |pen: u16| end.saturating_sub(pen);
        pen += board.write(&number.to_string(), NUMBER, (pen, line), room(pen), WORDS) + 6;
        pen += board.write(word, LABEL, (pen, line), room(pen), QUIET) + 20;
    }
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
