//! The gate with the control dice around it, its card's name, and the fate dice on the table.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{Rgb, dot, fill, mix, outline};
use gatemaster_rules::dicegame::state::{FATE_DICE, control_dice};
use gatemaster_rules::text::count;

use super::dice::Look;
use super::{Board, FELT, QUIET, STONE, TRAY, WORDS};

/// The light within the gate.
pub(super) const LIGHT: Rgb = 0x005f_e0d2;
const STONE_EDGE: Rgb = 0x0056_6b74;
/// What the light fades into, and letters stand on.
pub(super) const DEEP: Rgb = 0x000c_3a40;

const NAMES: [Style; 3] = [bold(28), bold(25), bold(22)];
const WORTH: Style = plain(20);
const NUMBER: Style = bold(50);
const LABEL: Style = plain(21);

/// From the middle of the gate to the dice around it.
const RADIUS: f32 = 73.0;
const DIE: u16 = 33;
const GAP: u16 = 10;
const FATE: u16 = 33;

pub(super) fn draw(board: &mut Board) -> Option<()> {
    let area = board.layout.gate;
    let (left, room) = (area.left + 18, area.width - 26);
    let name = board.state.card.name.clone();
    let points = board.state.card.points;
    // a long name is worth more letters than the word beside the points
    let mut worth = count(points.into(), "point", "points");
    let mut rest = room.saturating_sub(board.letters.width(&worth, WORTH) + GAP);
    if board.letters.width(&name, NAMES[2]) > rest {
        worth = format!("+{points}");
        rest = room.saturating_sub(board.letters.width(&worth, WORTH) + GAP);
    }
    let style = board.letters.largest(&name, &NAMES, rest);
    let line = area.top + 36;
    let name = board.write(&name, style, (left, line), rest, WORDS);
    board.write(&worth, WORTH, (left + name + GAP, line), room - rest, QUIET);

    draw_ring(board, area.left + area.width / 2, area.top + 143)?;
    draw_fate(board, left, area.bottom() - 27)
}

/// A ring of stone with light in it. Every control die of this game has its place on it, so those that
/// have been claimed are seen as well.
fn draw_ring(board: &mut Board, x: u16, y: u16) -> Option<()> {
    let (middle_x, middle_y) = (f32::from(x), f32::from(y));
    let on = &mut board.on;
    fill(on, &dot(middle_x, middle_y, RADIUS + 20.5)?, STONE, 1.0);
    outline(on, &dot(middle_x, middle_y, RADIUS + 20.5)?, STONE_EDGE, 1.0, 2.5);
    let inside = RADIUS - 21.0;
    let open = board.state.gate > 0;
    for step in 0..6_u8 {
        let rgb = if open { mix(LIGHT, DEEP, step.saturating_mul(60)) } else { TRAY };
        fill(on, &dot(middle_x, middle_y, inside - f32::from(step) * 2.5)?, rgb, 1.0);
    }
    outline(on, &dot(middle_x, middle_y, inside)?, mix(LIGHT, FELT, 60), 1.0, 2.0);

    let places = control_dice(board.state.headquarters.len()).max(1);
    let angle = std::f32::consts::TAU / f32::from(places);
    for place in 0..places {
        let (sin, cos) = (angle * f32::from(place)).sin_cos();
        let look = if place < board.state.gate { Look::Control(DIE) } else { Look::Slot(DIE - 6) };
        board.put(look, pixel(middle_x + sin * RADIUS), pixel(middle_y - cos * RADIUS))?;
    }
    let inner = super::Area { left: x - 52, top: y - 52, width: 104, height: 104 };
    let number = board.state.gate.to_string();
    board.write_around(&number, NUMBER, (x, y + 12), inner, WORDS);
    board.write_around("left", LABEL, (x, y + 36), inner, QUIET);
    Some(())
}

/// "Table" and the fate dice on it; an empty place for each that is elsewhere.
fn draw_fate(board: &mut Board, left: u16, y: u16) -> Option<()> {
    let dice = board.state.fate_on_table;
    let label = board.write("Table", LABEL, (left, y + LABEL.drop()), 80, QUIET);
    let mut x = left + label + 14 + FATE / 2;
    for place in 0..FATE_DICE {
        let look = if place < dice { Look::Fate(FATE) } else { Look::Slot(FATE) };
        board.put(look, x, y)?;
        x += FATE + 5;
    }
    Some(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places around the gate are within the picture"
)]
fn pixel(at: f32) -> u16 {
    at.round() as u16
}
