//! Where everything of the Dice Game's picture lies, in pixels.

use gatemaster_discord::picture::Area;
use gatemaster_rules::dicegame::State;
use gatemaster_rules::dicegame::setup::MAX_PLAYERS;
use gatemaster_rules::dicegame::state::Headquarters;

pub(super) const WIDTH: u16 = 800;

const MARGIN: u16 = 20;
const FELT: u16 = 284;
const GATE: u16 = 250;
const PAD: u16 = 16;
const ROW: u16 = 68;
const BETWEEN_ROWS: u16 = 6;
/// The mark of a faction and the names, before the dice of a row.
const NAMES: u16 = 316;
/// The points, behind them.
const POINTS: u16 = 108;
/// Between logged dice and fate dice.
pub(super) const GROUP_GAP: u16 = 14;
/// The gate card of whoever has it at the end.
pub(super) const CARD_ROOM: u16 = 78;

/// So many headquarters have a row each; more stand two beside each other, or the picture would be too tall for a phone.
const MOST_ROWS: usize = 3;
/// How tall a narrow row is, and what it has for the mark and the disc, and for the points.
const NARROW_ROW: u16 = 60;
const NARROW_DISC: u16 = 88;
const NARROW_POINTS: u16 = 80;

const MAX_DIE: u16 = 44;
/// In a narrow row the dice stand below the names.
const MAX_NARROW_DIE: u16 = 26;
const MIN_DIE: u16 = 22;
const GAP: u16 = 5;
/// How much of a stacked die is left to see.
const STACK_STEP: u16 = 4;

#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub height: u16,
    pub felt: Area,
    pub gate: Area,
    /// Whose turn it is, and the roller's dice.
    pub hand: Area,
    /// One for each headquarters.
    pub rows: Vec<Area>,
    /// Two of them stand beside each other.
    pub narrow: bool,
    /// The dice of the headquarters, alike in all rows so that these can be compared by their length.
    pub line: Line,
}

/// How large dice in a line are, how far apart, and how many of them are drawn at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub size: u16,
    pub step: u16,
    pub most: u16,
}

impl Layout {
    pub(super) fn of(state: &State) -> Layout {
        let width = WIDTH - 2 * MARGIN;
        let felt = Area { left: MARGIN, top: MARGIN, width, height: FELT };
        let gate = Area { width: GATE, ..felt };
        let left = gate.right() + PAD;
        let hand = Area { left, width: felt.right() - PAD - left, ..felt };
        let mut top = felt.bottom() + 2 * BETWEEN_ROWS;
        let players = state.headquarters.len().min(MAX_PLAYERS);
        let narrow = players > MOST_ROWS;
        let beside = if narrow { 2 } else { 1 };
        let wide = if narrow { (width - BETWEEN_ROWS) / 2 } else { width };
        let row = if narrow { NARROW_ROW } else { ROW };
        let mut rows = Vec::new();
        for place in 0..players {
            if place > 0 && place.is_multiple_of(beside) {
                top += row + BETWEEN_ROWS;
            }
            let second = !place.is_multiple_of(beside);
            let left = if second { MARGIN + wide + BETWEEN_ROWS } else { MARGIN };
            rows.push(Area { left, top, width: wide, height: row });
        }
        let end = rows.last().map_or(felt.bottom(), |row| row.bottom());
        let most = state.headquarters.iter().take(MAX_PLAYERS).map(dice_of).max().unwrap_or(0);
        let card = if state.ending.is_some() { CARD_ROOM } else { 0 };
        let (beside_dice, largest) = if narrow {
            (NARROW_DISC + NARROW_POINTS, MAX_NARROW_DIE)
        } else {
            (NAMES + POINTS, MAX_DIE)
        };
        let line = Line::of(wide - beside_dice - GROUP_GAP - card, most, largest);
        Layout { height: end + MARGIN, felt, gate, hand, rows, narrow, line }
    }

    /// Where the names of a row end, its dice begin, and its points begin.
    pub(super) fn columns(&self, row: Area) -> [u16; 3] {
        if self.narrow {
            let points = row.right() - NARROW_POINTS;
            return [points, row.left + NARROW_DISC, points];
        }
        let dice = row.left + NAMES;
        [dice - GROUP_GAP, dice, row.right() - POINTS]
    }
}

/// Logged and fate dice together.
pub(super) fn dice_of(at: &Headquarters) -> u16 {
    let log = [at.log.ones, at.log.twos, at.log.threes, at.fate];
    log.into_iter().map(u16::from).sum()
}

impl Line {
    /// Side by side, smaller if there are many, or else in a stack.
    fn of(room: u16, dice: u16, largest: u16) -> Line {
        let dice = dice.max(1);
        let size = (room / dice).saturating_sub(GAP).clamp(MIN_DIE, largest);
        let way = room - size;
        let step = (way / (dice - 1).max(1)).clamp(STACK_STEP, size + GAP);
        Line { size, step, most: way / step + 1 }
    }
}
