//! Where everything of a battle's picture lies, in pixels.

use gatemaster_discord::picture::Area;
use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::setup::MAX_UNITS;
use gatemaster_rules::antares::state::{Unit, UnitId};

use super::town;

/// Twice of what Discord shows, and a little less: letters of 26 pixels are read in the message.
pub(super) const WIDTH: u16 = 1_040;

const MARGIN: u16 = 20;
const GAP: u16 = 10;
const TOP: u16 = 100;
const BAG_WIDTH: u16 = 560;
const BANNER: u16 = 48;
const SIDE_HEAD: u16 = 80;
/// Below the last row of a force.
const FOOT: u16 = 6;
const LEGEND: u16 = 104;
/// How high the place of a building is.
const CELL: u16 = 136;
const CELL_PAD: u16 = 4;
/// More units than this get one line each instead of two, or the picture would be shown too small.
const MOST_ROOMY: usize = 7;
/// No unit has more order dice; rules of a server's own may not go beyond.
pub(super) const MOST_DICE: usize = 4;

/// How large the rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Two lines for each unit.
    pub roomy: bool,
    pub row: u16,
    pub die: u16,
    pub pin: u16,
    /// Long names are written smaller before they are cut.
    pub names: [Style; 3],
    pub pins: Style,
    pub small: Style,
}

const ROOMY: Scale = Scale {
    roomy: true,
    row: 76,
    die: 50,
    pin: 50,
    names: [bold(28), bold(26), bold(24)],
    pins: bold(24),
    small: plain(23),
};

const DENSE: Scale = Scale {
    roomy: false,
    row: 50,
    die: 38,
    pin: 42,
    names: [bold(25), bold(23), bold(22)],
    pins: bold(20),
    small: bold(23),
};

#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub height: u16,
    pub scale: Scale,
    pub bag: Area,
    pub banner: Area,
    pub sides: [Area; 2],
    /// Below the forces, where there are any.
    pub buildings: Option<Area>,
    /// So many buildings stand side by side.
    across: u16,
    /// What the signs mean, where rows have no room for words.
    pub legend: Option<Area>,
    /// How wide the dice of a unit are, on each side.
    pub dice: [u16; 2],
}

/// The units of a side with their places in it, destroyed ones too: nobody's row ever moves.
pub(super) fn units(state: &State, side: usize) -> impl Iterator<Item = (UnitId, &Unit)> {
    let units = state.ids().zip(&state.units).filter(move |(_, unit)| unit.side.index() == side);
    units.take(MAX_UNITS)
}

impl Layout {
    pub(super) fn of(state: &State) -> Layout {
        let most = (0..2).map(|side| units(state, side).count()).max().unwrap_or(0).max(1);
        let scale = if most <= MOST_ROOMY { ROOMY } else { DENSE };
        let rows = u16::try_from(most).unwrap_or(0) * scale.row;

        let bag =
            Area { left: WIDTH - MARGIN - BAG_WIDTH, top: MARGIN, width: BAG_WIDTH, height: TOP };
        let width = WIDTH - 2 * MARGIN;
        let banner = Area { left: MARGIN, top: bag.bottom() + GAP, width, height: BANNER };
        let side = |left| Area {
            left,
            top: banner.bottom() + GAP,
            width: (width - GAP) / 2,
            height: SIDE_HEAD + rows + FOOT,
        };
        let first = side(MARGIN);
        let sides = [first, side(first.right() + GAP)];
        let bottom = first.bottom() + GAP;
        let houses = u16::try_from(town::shown(state).count()).unwrap_or(0);
        let across = houses.clamp(2, 3);
        let high = houses.div_ceil(across) * CELL + 2 * CELL_PAD;
        let buildings = Area { left: MARGIN, top: bottom, width, height: high };
        let buildings = (houses > 0).then_some(buildings);
        let bottom = buildings.map_or(bottom, |area| area.bottom() + GAP);
        let legend = Area { left: MARGIN, top: bottom, width, height: LEGEND };
        let legend = (!scale.roomy).then_some(legend);
        let height = legend.map_or(bottom, Area::bottom) + MARGIN - GAP;
        let dice = [0, 1].map(|side| dice_width(state, side, scale));
        Layout { height, scale, bag, banner, sides, buildings, across, legend, dice }
    }

    /// The upper part of a side, with its name.
    pub(super) fn head(&self, side: usize) -> Area {
        Area { height: SIDE_HEAD, ..self.sides[side] }
    }

    pub(super) fn row(&self, side: usize, place: usize) -> Area {
        let above = u16::try_from(place).unwrap_or(0) * self.scale.row;
        let side = self.sides[side];
        Area { top: side.top + SIDE_HEAD + above, height: self.scale.row, ..side }
    }

    /// The place of a building.
    pub(super) fn cell(&self, area: Area, place: usize) -> Area {
        let place = u16::try_from(place).unwrap_or(0);
        let width = area.width / self.across.max(1);
        let left = area.left + place % self.across * width;
        let top = area.top + CELL_PAD + place / self.across * CELL;
        Area { left, top, width, height: CELL }
    }

    /// Where the dice of a unit lie, and how large they are.
    pub(super) fn dice_spots(&self, side: usize, row: Area, dice: usize) -> (u16, Vec<(u16, u16)>) {
        let dice = dice.min(MOST_DICE);
        let size = die_size(self.scale, dice);
        let step = size + size / 8;
        let (across, down) = match dice {
            0 | 1 => (1, 1),
            2 => (2, 1),
            _ => (2, 2),
        };
        let middle = (row.left + INDENT + self.dice[side] / 2, row.top + row.height / 2);
        let left = middle.0 - step * (across - 1) / 2;
        let top = middle.1 - step * (down - 1) / 2;
        let spot = |i: u16| (left + i % across * step, top + i / across * step);
        (size, (0..u16::try_from(dice).unwrap_or(0)).map(spot).collect())
    }

    /// Where the words of a row begin.
    pub(super) fn words_from(&self, side: usize, row: Area) -> u16 {
        row.left + INDENT + self.dice[side] + INDENT
    }

    /// Where they must end: pins have their place even while there are none.
    pub(super) fn words_to(&self, row: Area) -> u16 {
        row.right() - 8 - self.scale.pin
    }
}

const INDENT: u16 = 14;

/// Several dice of one unit are smaller, so that names keep their room.
fn die_size(scale: Scale, dice: usize) -> u16 {
    match dice {
        0 | 1 => scale.die,
        2 => scale.die * 3 / 4,
        _ => scale.die * 3 / 5,
    }
}

fn dice_width(state: &State, side: usize, scale: Scale) -> u16 {
    let width = |dice: usize| {
        let size = die_size(scale, dice);
        if dice < 2 { size } else { 2 * size + size / 8 }
    };
    let dice = units(state, side).map(|(_, unit)| usize::from(unit.dice.total));
    dice.map(width).max().unwrap_or(scale.die)
}
