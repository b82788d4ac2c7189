//! The headquarters, a row for each.

use gatemaster_discord::picture::Area;
use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_rules::dicegame::faces::Points;
use gatemaster_rules::ids::Seat;

use super::dice::{GOLD, Look};
use super::layout::{CARD_ROOM, GROUP_GAP};
use super::moment::{Moment, total};
use super::{Board, FADED, LIT, PANEL, PANEL_EDGE, QUIET, TRAY, WORDS};
use crate::die::{RING, ink};

const FACTION: Style = bold(28);
const PLAYER: Style = plain(22);
/// Those of a narrow row stand beside each other.
const NARROW_FACTION: Style = bold(26);
const NARROW_PLAYER: Style = plain(20);
const INITIAL: Style = bold(27);
const NOTE: Style = plain(22);
const POINTS: [Style; 3] = [bold(42), bold(36), bold(24)];
const LABEL: Style = plain(18);
const CARD: Style = bold(24);
const MARK: u16 = 28;
const DISC: u16 = 44;

pub(super) fn draw(
    board: &mut Board,
    seat: Seat,
    player: Option<&str>,
    moment: &Moment,
) -> Option<()> {
    let row = *board.layout.rows.get(seat.index())?;
    let ending = board.state.ending.as_ref();
    let wins = ending.is_some_and(|ending| ending.winners.contains(&seat));
    let holds = ending.is_some_and(|ending| ending.holder == seat);
    let rolls = board.state.roller() == Some(seat);
    let (ground, edge, line) =
        if wins || rolls { (LIT, RING, 3.0) } else { (PANEL, PANEL_EDGE, 2.0) };
    board.panel(row, ground, edge, line)?;
    let y = row.top + row.height / 2;
    let x = row.left + if board.layout.narrow { 18 } else { 24 };
    if wins {
        board.put(Look::Crown(MARK), x, y)?;
    } else if rolls {
        board.put(Look::Arrow(MARK), x, y)?;
    } else if moment.seat == Some(seat) {
        board.put(Look::Asked(MARK), x, y)?;
    }
    draw_names(board, seat, row, player)?;
    draw_dice(board, seat, row)?;
    if holds {
        draw_card(board, row)?;
    }

    let [_, _, left] = board.layout.columns(row);
    let column = Area { left, width: row.right() - left - 6, ..row };
    let middle = column.left + column.width / 2;
    let points = total(board.state, seat);
    let label = match (wins, points) {
        (true, _) => "winner",
        (false, 1) => "point",
        (false, _) => "points",
    };
    let number = points.to_string();
    let style = board.letters.largest(&number, &POINTS, column.width);
    let y = row.bottom() - 27;
    board.write_around(&number, style, (middle, y), column, WORDS);
    let rgb = if wins { GOLD } else { QUIET };
    board.write_around(label, LABEL, (middle, row.bottom() - 8), column, rgb);
    Some(())
}

fn draw_names(board: &mut Board, seat: Seat, row: Area, player: Option<&str>) -> Option<()> {
    let faction = board.state.at(seat)?.faction;
    let [end, dice, _] = board.layout.columns(row);
    let y = row.top + row.height / 2;
    let narrow = board.layout.narrow;
    let x = row.left + if narrow { 56 } else { 68 };
    board.put(Look::Disc(faction, DISC), x, y)?;
    let initial: String = faction.name().chars().take(1).collect();
    let disc = Area { left: x - DISC / 2, top: row.top, width: DISC, height: row.height };
    let on_disc = ink(faction.colour().rgb());
    board.write_around(&initial, INITIAL, (x, y + INITIAL.drop()), disc, on_disc);

    let player = player.unwrap_or("free");
    if narrow {
        let line = row.top + 26;
        let room = end - dice;
        let name = board.write(faction.name(), NARROW_FACTION, (dice, line), room, WORDS) + 10;
        let rest = room.saturating_sub(name);
        board.write(player, NARROW_PLAYER, (dice + name, line), rest, QUIET);
        return Some(());
    }
    let left = x + DISC / 2 + 14;
    let room = end - left;
    board.write(faction.name(), FACTION, (left, row.top + 31), room, WORDS);
    board.write(player, PLAYER, (left, row.top + 57), room, QUIET);
    Some(())
}

/// Logged dice from the highest, then unused fate dice.
fn draw_dice(board: &mut Board, seat: Seat, row: Area) -> Option<()> {
    let at = board.state.at(seat)?;
    let (log, fate) = (at.log, at.fate);
    let [_, left, _] = board.layout.columns(row);
    let y = if board.layout.narrow { row.top + 42 } else { row.top + row.height / 2 };
    if log.dice() == 0 && fate == 0 {
        board.write("nothing logged", NOTE, (left, y + NOTE.drop()), 200, FADED);
        return Some(());
    }
    let line = board.layout.line;
    let logged = Points::ALL.into_iter().rev().flat_map(|points| {
        std::iter::repeat_n(Look::Logged(points, line.size), log.of(points).into())
    });
    let fates = std::iter::repeat_n(Look::Fate(line.size), fate.into());
    let gap = if log.dice() > 0 { GROUP_GAP } else { 0 };
    let mut x = left + line.size / 2;
    for look in logged.chain(fates).take(line.most.into()) {
        let shift = if matches!(look, Look::Fate(_)) { gap } else { 0 };
        board.put(look, x + shift, y)?;
        x += line.step;
    }
    Some(())
}

/// The gate card, before the points it adds to.
fn draw_card(board: &mut Board, row: Area) -> Option<()> {
    let [_, _, points] = board.layout.columns(row);
    // beside the dice, which stand lower in a narrow row
    let (top, height) = if board.layout.narrow { (27, 30) } else { (12, row.height - 24) };
    let card =
        Area { left: points - CARD_ROOM + 6, top: row.top + top, width: CARD_ROOM - 8, height };
    board.panel(card, TRAY, super::gate::LIGHT, 2.0)?;
    let y = card.top + card.height / 2;
    board.put(Look::Gate(30), card.left + 20, y)?;
    let worth = format!("+{}", board.state.card.points);
    board.write(&worth, CARD, (card.left + 36, y + CARD.drop()), card.width - 38, WORDS);
    Some(())
}
