//! A row for each unit, and what the signs mean.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{Area, fill, line, outline, rounded};
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Unit, UnitId};

use super::layout::{MOST_DICE, units};
use super::looks::{Look, ON_PINS};
use super::signs::Sign;
use super::{Board, FADED, LIT, PANEL_EDGE, QUIET, WORDS};
use crate::die::RING;

const FIGURE: u16 = 22;
const FIGURE_PITCH: u16 = 18;
/// More models than this are only counted.
const MOST_FIGURES: u32 = 10;
const SIGN: u16 = 22;
/// From a sign to its word, and from one thing to the next.
const NEAR: u16 = 8;
const APART: u16 = 16;
/// However much is to be said about a unit, so much of its name stays.
const LEAST_NAME: u16 = 150;
const LEAST_PLACE: u16 = 110;

pub(super) fn draw(board: &mut Board, side: usize) -> Option<()> {
    let units: Vec<(UnitId, &Unit)> = units(board.state, side).collect();
    for (place, (id, unit)) in units.into_iter().enumerate() {
        let row = board.layout.row(side, place);
        let acting = board.state.flow.acting.is_some_and(|acting| acting.unit == id);
        if acting {
            draw_light(board, row)?;
        } else {
            let y = f32::from(row.top);
            let ends = (f32::from(row.left) + 14.0, f32::from(row.right()) - 14.0);
            outline(&mut board.on, &line(&[(ends.0, y), (ends.1, y)])?, PANEL_EDGE, 1.0, 1.5);
        }
        draw_dice(board, side, row, unit, acting)?;
        draw_pins(board, row, unit)?;
        if board.layout.scale.roomy {
            draw_two_lines(board, side, row, id, unit)?;
        } else {
            draw_one_line(board, side, row, id, unit)?;
        }
    }
    Some(())
}

/// The row of the unit that acts.
fn draw_light(board: &mut Board, row: Area) -> Option<()> {
    let (x, y) = (f32::from(row.left) + 4.0, f32::from(row.top) + 2.0);
    let (width, height) = (f32::from(row.width) - 8.0, f32::from(row.height) - 4.0);
    fill(&mut board.on, &rounded(x, y, width, height, 10.0)?, LIT, 1.0);
    outline(&mut board.on, &rounded(x, y, width, height, 10.0)?, RING, 0.8, 2.0);
    Some(())
}

fn draw_dice(board: &mut Board, side: usize, row: Area, unit: &Unit, acting: bool) -> Option<()> {
    let total = usize::from(unit.dice.total).clamp(1, MOST_DICE);
    let (size, spots) = board.layout.dice_spots(side, row, total);
    let lost = usize::from(unit.dice.lost).min(total);
    let placed = unit.dice.placed.iter().map(|order| Look::Order(side, *order, size));
    let looks = placed.chain(std::iter::repeat(Look::Slot(size))).take(total - lost);
    let looks = looks.chain(std::iter::repeat_n(Look::Lost(side, size), lost));
    for ((x, y), look) in spots.iter().zip(looks) {
        board.put(look, *x, *y)?;
    }
    let current = unit.dice.placed.len().min(total).checked_sub(1);
    if let Some((x, y)) = current.and_then(|i| spots.get(i)).filter(|_| acting) {
        board.put(Look::Ring(size), *x, *y)?;
    }
    Some(())
}

fn draw_pins(board: &mut Board, row: Area, unit: &Unit) -> Option<()> {
    if unit.pins == 0 || unit.destroyed {
        return Some(());
    }
    let scale = board.layout.scale;
    let (x, y) = (row.right() - 8 - scale.pin / 2, row.top + row.height / 2);
    board.put(Look::Pin(scale.pin), x, y)?;
    // Nobody holds out under so many; past two digits the number would not fit.
    let pins = unit.pins.min(99);
    let style = if pins < 10 { scale.pins } else { bold(scale.pins.size * 4 / 5) };
    let line = y - scale.pin / 8 + style.drop();
    board.write_around(&pins.to_string(), style, (x, line), ON_PINS);
    Some(())
}

/// Gives the width of the name.
fn draw_name(board: &mut Board, unit: &Unit, at: (u16, u16), room: u16) -> Option<u16> {
    let style = board.letters.largest(&unit.name, &board.layout.scale.names, room);
    let rgb = if unit.destroyed {
        FADED
    } else if unit.deployed {
        WORDS
    } else {
        QUIET
    };
    let width = board.write(&unit.name, style, at, room, rgb);
    if unit.destroyed {
        let y = f32::from(at.1) - f32::from(style.size) * 0.28;
        let (from, to) = (f32::from(at.0) - 3.0, f32::from(at.0 + width) + 3.0);
        outline(&mut board.on, &line(&[(from, y), (to, y)])?, FADED, 1.0, 2.0);
    }
    Some(width)
}

fn draw_two_lines(
    board: &mut Board,
    side: usize,
    row: Area,
    id: UnitId,
    unit: &Unit,
) -> Option<()> {
    let (left, right) = (board.layout.words_from(side, row), board.layout.words_to(row) - NEAR);
    // a long name may take the place of pins that are not there
    let end = if unit.pins == 0 { row.right() - APART } else { right };
    draw_name(board, unit, (left, row.top + 36), end - left)?;
    let more = More::of(board, id, unit);
    let y = row.top + 57;
    more.draw(board, unit, (left, y), end)
}

fn draw_one_line(board: &mut Board, side: usize, row: Area, id: UnitId, unit: &Unit) -> Option<()> {
    let (left, mut right) = (board.layout.words_from(side, row), board.layout.words_to(row) - NEAR);
    let y = row.top + row.height / 2;
    let small = board.layout.scale.small;
    let rgb = if unit.destroyed { FADED } else { WORDS };
    right -= board.write_to(&models(unit), small, (right, y + small.drop()), rgb) + APART;
    // the light around its row says that a unit acts
    let signs = Sign::of(board.state, id, unit).into_iter().filter(|sign| *sign != Sign::Acting);
    let room = right.saturating_sub(left + LEAST_NAME) / (SIGN + NEAR);
    let signs: Vec<Sign> = signs.take(usize::from(room)).collect();
    for sign in signs.into_iter().rev() {
        board.put(Look::Sign(sign, SIGN), right - SIGN / 2, y)?;
        right -= SIGN + NEAR;
    }
    let line = y + board.layout.scale.names[0].drop();
    let name = draw_name(board, unit, (left, line), right - left)?;
    let left = left + name + APART;
    if let Some(place) = place(board, unit)
        && board.letters.width(&place, SMALL_PLACE) <= right.saturating_sub(left)
    {
        board.write(&place, SMALL_PLACE, (left, line), right - left, QUIET);
    }
    Some(())
}

/// "in Tower"
fn place(board: &Board, unit: &Unit) -> Option<String> {
    label::whereabouts(board.state, unit).filter(|_| !unit.destroyed)
}

const SMALL_PLACE: Style = plain(20);

fn models(unit: &Unit) -> String {
    let left = if unit.destroyed { 0 } else { unit.alive() };
    format!("{left}/{}", unit.started_with())
}

fn figure(unit: &Unit) -> Look {
    if unit.destroyed { Look::Fallen(FIGURE) } else { Look::Model(FIGURE) }
}

/// What stands below a unit's name. Where there is not room for all of it, the less important goes:
/// the order's name is on the die as well, and signs speak without words.
struct More {
    signs: Vec<Sign>,
    orders: String,
    place: Option<String>,
}

#[derive(Clone, Copy)]
struct Shown {
    figures: bool,
    orders: bool,
    words: bool,
}

const fn shown(figures: bool, orders: bool, words: bool) -> Shown {
    Shown { figures, orders, words }
}

/// Each is tried with the place of the unit first, and then without.
const WAYS: [Shown; 5] = [
    shown(true, true, true),
    shown(false, true, true),
    shown(false, false, true),
    shown(true, true, false),
    shown(false, false, false),
];

impl More {
    fn of(board: &Board, id: UnitId, unit: &Unit) -> More {
        let orders = if unit.destroyed {
            "destroyed".into()
        } else {
            let orders: Vec<&str> = unit.dice.placed.iter().map(|order| order.name()).collect();
            orders.join(", ")
        };
        More { signs: Sign::of(board.state, id, unit), orders, place: place(board, unit) }
    }

    fn draw(&self, board: &mut Board, unit: &Unit, (x, y): (u16, u16), right: u16) -> Option<()> {
        let style = board.layout.scale.small;
        let few = unit.started_with() <= MOST_FIGURES;
        let room = right.saturating_sub(x);
        let mut fits = |way: Shown, placed: bool| {
            (few || !way.figures) && self.width(board, unit, way, placed) <= room
        };
        // whoever has a place that does not fit has one figure, so that more of it does
        let figures = self.place.is_none();
        let without = WAYS.map(|way| Shown { figures: way.figures && figures, ..way });
        let ways = WAYS.map(|way| (way, true)).into_iter();
        let mut ways = ways.chain(without.map(|way| (way, false)));
        let (way, placed) =
            ways.find(|(way, placed)| fits(*way, *placed)).unwrap_or((without[4], false));
        let line = y + style.drop();
        let rgb = if unit.destroyed { FADED } else { QUIET };

        let mut x = x;
        if way.figures {
            let standing = if unit.destroyed { 0 } else { unit.alive() };
            for i in 0..unit.started_with() {
                let look = if i < standing { Look::Model(FIGURE) } else { Look::Fallen(FIGURE) };
                board.put(look, x + FIGURE / 2, y)?;
                x += FIGURE_PITCH;
            }
        } else {
            board.put(figure(unit), x + FIGURE / 2, y)?;
            x += FIGURE_PITCH;
        }
        x += NEAR;
        let count = if unit.destroyed { FADED } else { WORDS };
        x += board.write(&models(unit), style, (x, line), room, count);
        if way.orders && !self.orders.is_empty() {
            x += APART;
            x += board.write(&self.orders, style, (x, line), right.saturating_sub(x), rgb);
        }
        if let Some(place) = self.place.as_ref().filter(|_| placed) {
            x += APART;
            x += board.write(place, style, (x, line), right.saturating_sub(x), rgb);
        }
        x += APART;
        for sign in &self.signs {
            if x + SIGN > right {
                break;
            }
            board.put(Look::Sign(*sign, SIGN), x + SIGN / 2, y)?;
            x += SIGN + NEAR;
            if way.words {
                let rgb = if *sign == Sign::Acting { RING } else { rgb };
                x += board.write(sign.word(), style, (x, line), right.saturating_sub(x), rgb);
                x += APART;
            }
        }
        // the beginning of a long place is better than nothing
        if let Some(place) = self.place.as_ref().filter(|_| !placed)
            && x + LEAST_PLACE <= right
        {
            board.write(place, style, (x, line), right - x, rgb);
        }
        Some(())
    }

    fn width(&self, board: &mut Board, unit: &Unit, way: Shown, placed: bool) -> u16 {
        let style: Style = board.layout.scale.small;
        let figures = if way.figures { u16::try_from(unit.started_with()).unwrap_or(0) } else { 1 };
        let mut width = figures * FIGURE_PITCH + NEAR + board.letters.width(&models(unit), style);
        if way.orders && !self.orders.is_empty() {
            width += APART + board.letters.width(&self.orders, style);
        }
        if let Some(place) = self.place.as_ref().filter(|_| placed) {
            width += APART + board.letters.width(place, style);
        }
        for sign in &self.signs {
            width += SIGN + NEAR;
            if way.words {
                width += APART + board.letters.width(sign.word(), style);
            }
        }
        width
    }
}

pub(super) const LEGEND: Style = plain(20);
const LEGEND_COLUMNS: u16 = 6;
/// From the start of an entry to its word.
const LEGEND_WORD: u16 = 34;

/// Faces and signs with their names.
pub(super) fn draw_legend(board: &mut Board) -> Option<()> {
    let Some(area) = board.layout.legend else { return Some(()) };
    let orders = Order::ALL.into_iter().map(|order| (Look::Order(0, order, 28), order.name()));
    let signs = Sign::ALL.into_iter().filter(|sign| *sign != Sign::Acting);
    let signs = signs.map(|sign| (Look::Sign(sign, SIGN), sign.word()));
    let (step, room) = (area.width / LEGEND_COLUMNS, legend_room(area));
    for (i, (look, word)) in (0..).zip(orders.chain(signs)) {
        let x = area.left + 8 + i % LEGEND_COLUMNS * step;
        let y = area.top + 20 + i / LEGEND_COLUMNS * 34;
        board.put(look, x + 14, y)?;
        board.write(word, LEGEND, (x + LEGEND_WORD, y + LEGEND.drop()), room, QUIET);
    }
    Some(())
}

pub(super) fn legend_room(area: Area) -> u16 {
    area.width / LEGEND_COLUMNS - LEGEND_WORD - 2
}
