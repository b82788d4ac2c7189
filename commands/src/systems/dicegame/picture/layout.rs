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

const MAX_DIE: u16 = 44;
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
        let mut rows = Vec::new();
        for _ in state.headquarters.iter().take(MAX_PLAYERS) {
            rows.push(Area { left: MARGIN, top, width, height: ROW });
            top += ROW + BETWEEN_ROWS;
        }
        let height = top - BETWEEN_ROWS + MARGIN;
        let most = state.headquarters.iter().take(MAX_PLAYERS).map(dice_of).max().unwrap_or(0);
        let room = width - NAMES - POINTS - GROUP_GAP;
        let card = if state.ending.is_some() { CARD_ROOM } else { 0 };
        Layout { height, felt, gate, hand, rows, line: Line::of(room - card, most) }
    }

    /// Where the names of a row end, its dice begin, and its points begin.
    pub(super) fn columns(row: Area) -> [u16; 3] {
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
    fn of(room: u16, dice: u16) -> Line {
        let dice = dice.max(1);
        let size = (room / dice).saturating_sub(GAP).clamp(MIN_DIE, MAX_DIE);
        let way = room - size;
        let step = (way / (dice - 1).max(1)).clamp(STACK_STEP, size + GAP);
        Line { size, step, most: way / step + 1 }
    }
}
